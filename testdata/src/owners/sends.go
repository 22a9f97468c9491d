package owners

import "sync"

// A Poller sends what it has got until it is closed.
type Poller struct {
	out chan int
}

func NewPoller(poll func() int) *Poller {
	p := &Poller{out: make(chan int)}
	go func() {
		for {
			p.out <- poll() // want "panic: send on closed channel \\(p\\.out\\)"
		}
	}()
	return p
}

func (p *Poller) Next() (int, bool) {
	n, ok := <-p.out
	return n, ok
}

// Wrong: it may be about to send.
func (p *Poller) Close() { close(p.out) }

// A Polite one asks its goroutine to end, which closes what it sends on.
type Polite struct {
	out  chan int
	quit chan struct{}
}

func NewPolite(poll func() int) *Polite {
	p := &Polite{out: make(chan int), quit: make(chan struct{})}
	go func() {
		defer close(p.out)
		for {
			select {
			case p.out <- poll():
			case <-p.quit:
				return
			}
		}
	}()
	return p
}

func (p *Polite) Next() (int, bool) {
	n, ok := <-p.out
	return n, ok
}

// Right: once.
func (p *Polite) Close() { close(p.quit) }

// A Squarer answers jobs.
type Squarer struct {
	jobs, out chan int
}

func NewSquarer() *Squarer {
	s := &Squarer{jobs: make(chan int, 1), out: make(chan int, 1)}
	go func() {
		for j := range s.jobs {
			s.out <- j * j // want "panic: send on closed channel \\(s\\.out\\)"
		}
	}()
	return s
}

func (s *Squarer) Submit(j int) { s.jobs <- j }

func (s *Squarer) Result() int { return <-s.out }

// Wrong: a job may be under way.
func (s *Squarer) Close() {
	close(s.jobs)
	close(s.out)
}

// A Waiting one waits for its goroutine.
type Waiting struct {
	jobs, out chan int
	wg        sync.WaitGroup
}

func NewWaiting() *Waiting {
	s := &Waiting{jobs: make(chan int, 1), out: make(chan int, 1)}
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		for j := range s.jobs {
			s.out <- j * j
		}
	}()
	return s
}

func (s *Waiting) Submit(j int) { s.jobs <- j }

func (s *Waiting) Result() int { return <-s.out }

// Right: nobody sends any more.
func (s *Waiting) Close() {
	close(s.jobs)
	s.wg.Wait()
	close(s.out)
}

// A Feed hasn't its own goroutines: who closes it must not send any more.
type Feed struct{ c chan int }

func NewFeed() *Feed {
	f := &Feed{c: make(chan int, 8)}
	go func() {
		for range f.c {
		}
	}()
	return f
}

func (f *Feed) Put(n int) { f.c <- n }

func (f *Feed) Close() { close(f.c) }

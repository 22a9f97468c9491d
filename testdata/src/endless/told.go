package endless

import "sync"

// A Sink takes what it is given until it is told to end, but goes on then: break leaves the select only.
type Sink struct {
	in   chan string
	over chan struct{}
	once sync.Once
	runs sync.WaitGroup
}

func NewSink() *Sink {
	s := &Sink{in: make(chan string, 8), over: make(chan struct{})}
	s.runs.Add(1)
	go func() {
		defer s.runs.Done()
		s.run()
	}()
	return s
}

func (s *Sink) run() {
	for {
		select {
		case <-s.over:
			break
		case text := <-s.in:
			println(text)
		}
	}
}

func (s *Sink) Put(text string) { s.in <- text }

func (s *Sink) FinishAndWait() {
	s.once.Do(func() { close(s.over) })
	s.runs.Wait() // want `s\.runs\.Wait blocks forever: the goroutine started at told\.go:\d+, which could call Done, goes on for ever`
}

// A Basin comes to its end.
type Basin struct {
	in   chan string
	over chan struct{}
	runs sync.WaitGroup
}

func NewBasin() *Basin {
	b := &Basin{in: make(chan string, 8), over: make(chan struct{})}
	b.runs.Add(1)
	go func() {
		defer b.runs.Done()
	turns:
		for {
			select {
			case <-b.over:
				break turns
			case text := <-b.in:
				println(text)
			}
		}
	}()
	return b
}

func (b *Basin) Put(text string) { b.in <- text }

func (b *Basin) FinishAndWait() {
	close(b.over)
	b.runs.Wait()
}

// A Drain ends when nothing comes any more.
type Drain struct {
	in   chan string
	over chan struct{}
	runs sync.WaitGroup
}

func NewDrain() *Drain {
	d := &Drain{in: make(chan string, 8), over: make(chan struct{})}
	d.runs.Add(1)
	go func() {
		defer d.runs.Done()
		for {
			select {
			case <-d.over:
				break
			case text, ok := <-d.in:
				if !ok {
					return
				}
				println(text)
			}
		}
	}()
	return d
}

func (d *Drain) Put(text string) { d.in <- text }

func (d *Drain) FinishAndWait() {
	close(d.over)
	close(d.in)
	d.runs.Wait()
}

package unguarded

import "sync"

// A Log sends its first line before anybody can close it, and its last one before it is closed.
type Log struct {
	lines chan string
	done  chan struct{}
	mu    sync.Mutex
	ended bool
	open  sync.WaitGroup
}

// NewLog starts one.
func NewLog() *Log {
	l := &Log{lines: make(chan string), done: make(chan struct{})}
	go l.run()
	l.lines <- "begin"
	return l
}

func (l *Log) run() {
	for {
		select {
		case line := <-l.lines:
			println(line)
		case <-l.done:
			return
		}
	}
}

// Print writes a line unless it is closed.
func (l *Log) Print(line string) {
	select {
	case l.lines <- line:
	case <-l.done:
	}
}

// Printed holds the lock that Close takes before.
func (l *Log) Printed(line string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return false
	}
	l.lines <- line
	return true
}

// Close ends it.
func (l *Log) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return
	}
	l.ended = true
	l.lines <- "end"
	close(l.done)
}

// A Pool waits for who sends before it ends who receives.
type Pool struct {
	jobs    chan int
	done    chan struct{}
	senders sync.WaitGroup
}

// NewPool starts one.
func NewPool() *Pool {
	p := &Pool{jobs: make(chan int), done: make(chan struct{})}
	go p.work()
	return p
}

func (p *Pool) work() {
	for {
		select {
		case n := <-p.jobs:
			println(n)
		case <-p.done:
			return
		}
	}
}

// Try sends a job unless it ends.
func (p *Pool) Try(n int) {
	select {
	case p.jobs <- n:
	case <-p.done:
	}
}

// Later sends jobs in a goroutine.
func (p *Pool) Later(list []int) {
	p.senders.Add(1)
	go p.sendAll(list)
}

func (p *Pool) sendAll(list []int) {
	defer p.senders.Done()
	for _, n := range list {
		p.jobs <- n
	}
}

// Close waits for these.
func (p *Pool) Close() {
	p.senders.Wait()
	close(p.done)
}

// A Drain receives to the end.
type Drain struct {
	items chan int
	quit  chan struct{}
}

// NewDrain starts one.
func NewDrain() *Drain {
	d := &Drain{items: make(chan int), quit: make(chan struct{})}
	go d.run()
	return d
}

func (d *Drain) run() {
	for {
		select {
		case n := <-d.items:
			println(n)
		case <-d.quit:
			for n := range d.items {
				println(n)
			}
			return
		}
	}
}

// Offer gives up if it ends.
func (d *Drain) Offer(n int) {
	select {
	case d.items <- n:
	case <-d.quit:
	}
}

// Put needn't.
func (d *Drain) Put(n int) { d.items <- n }

// Quit lets it receive what is left, for good.
func (d *Drain) Quit() { close(d.quit) }

// A Window has one client at a time, and waits until that has nothing more to say.
type Window struct{ receive func() (string, bool) }

type talk struct {
	answers chan string
	silent  chan struct{}
	ended   chan struct{}
}

// Serve ends the one side when the other one has ended.
func (w *Window) Serve() {
	t := &talk{answers: make(chan string, 4), silent: make(chan struct{}), ended: make(chan struct{})}
	go t.write()
	go t.read(w)
	<-t.silent
	t.end()
}

func (t *talk) write() {
	for {
		select {
		case answer := <-t.answers:
			println(answer)
		case <-t.ended:
			return
		}
	}
}

func (t *talk) read(w *Window) {
	defer close(t.silent)
	for range 10 {
		wish, isPolite := w.receive()
		if !isPolite {
			t.answers <- "no"
			continue
		}
		select {
		case t.answers <- wish:
		case <-t.ended:
			return
		}
	}
}

func (t *talk) end() { close(t.ended) }

// A Guide goes along with somebody, and stops when that comes back.
type Guide struct {
	steps   chan string
	stopped chan struct{}
}

// Lead calls whoever asks for the way, and may tell it what to say.
func Lead(walk func(*Guide)) {
	g := &Guide{steps: make(chan string), stopped: make(chan struct{})}
	go g.run()
	walk(g)
	close(g.stopped)
}

func (g *Guide) run() {
	for {
		select {
		case step := <-g.steps:
			println(step)
		case <-g.stopped:
			return
		}
	}
}

// Step is said on the way.
func (g *Guide) Step(step string) { g.steps <- step }

// Try is said on the way, or later.
func (g *Guide) Try(step string) {
	select {
	case g.steps <- step:
	case <-g.stopped:
	}
}

package meetings

import "sync"

// A Runner makes its channel when it is started.
type Runner struct {
	mu   sync.Mutex
	n    int
	done chan struct{}
}

func (r *Runner) Start() {
	r.done = make(chan struct{})
	go r.run(r.done)
}

func (r *Runner) run(done chan struct{}) {
	r.mu.Lock()
	r.n++
	r.mu.Unlock()
	close(done)
}

// Wrong: what it waits for needs the lock.
func (r *Runner) Stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	<-r.done // want `receive from r\.done blocks forever: the goroutine started at started\.go:\d+, which could close it, needs r\.mu, which this goroutine has locked at started\.go:\d+`
}

// A Walker is a runner that is stopped without the lock.
type Walker struct {
	mu   sync.Mutex
	n    int
	done chan struct{}
}

func (w *Walker) Start() {
	w.done = make(chan struct{})
	go w.run(w.done)
}

func (w *Walker) run(done chan struct{}) {
	w.mu.Lock()
	w.n++
	w.mu.Unlock()
	close(done)
}

// Right: the lock is released before.
func (w *Walker) Stop() {
	w.mu.Lock()
	w.n = 0
	w.mu.Unlock()
	<-w.done
}

// A Worker works until it is stopped.
type Worker struct {
	mu   sync.Mutex
	n    int
	stop chan struct{}
	wg   sync.WaitGroup
}

func (w *Worker) Start() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stop = make(chan struct{})
	w.wg.Add(1)
	go w.loop(w.stop)
}

func (w *Worker) loop(stop chan struct{}) {
	defer w.wg.Done()
	for {
		select {
		case <-stop:
			return
		default:
		}
		w.mu.Lock()
		w.n++
		w.mu.Unlock()
	}
}

// Wrong: the worker may be about to take the lock.
func (w *Worker) Stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	close(w.stop)
	w.wg.Wait() // want `w\.wg\.Wait blocks forever: the goroutine started at started\.go:\d+, which could call Done, needs w\.mu, which this goroutine has locked at started\.go:\d+`
}

// A Counter does the same with a counter of its own lock.
type Counter struct {
	mu, count sync.Mutex
	n         int
	stop      chan struct{}
	wg        sync.WaitGroup
}

func (c *Counter) Start() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stop = make(chan struct{})
	c.wg.Add(1)
	go c.loop(c.stop)
}

func (c *Counter) loop(stop chan struct{}) {
	defer c.wg.Done()
	for {
		select {
		case <-stop:
			return
		default:
		}
		c.count.Lock()
		c.n++
		c.count.Unlock()
	}
}

// Right: nobody holds that lock for long.
func (c *Counter) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.stop)
	c.wg.Wait()
}

// An Engine is stopped by who has started it.
type Engine struct {
	mu   sync.Mutex
	quit chan struct{}
	done chan struct{}
}

func (e *Engine) Start() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.quit, e.done = make(chan struct{}), make(chan struct{})
	go func(quit, done chan struct{}) {
		<-quit
		close(done)
	}(e.quit, e.done)
}

// Right: it has been started before.
func (e *Engine) Stop() {
	e.mu.Lock()
	defer e.mu.Unlock()
	close(e.quit)
	<-e.done
}

// A Relay has somebody else who lets go whoever waits.
type Relay struct {
	mu   sync.Mutex
	n    int
	done chan struct{}
}

func NewRelay() *Relay { return &Relay{done: make(chan struct{}, 1)} }

func (r *Relay) Start() {
	go func() {
		r.mu.Lock()
		r.n++
		r.mu.Unlock()
		r.done <- struct{}{}
	}()
}

// Right: Skip lets it go.
func (r *Relay) Stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	<-r.done
}

// Skip needs no lock.
func (r *Relay) Skip() {
	select {
	case r.done <- struct{}{}:
	default:
	}
}

// A Node leads to others, whose locks are others.
type Node struct {
	mu     sync.Mutex
	n      int
	done   chan struct{}
	parent *Node
}

func (n *Node) Start() {
	n.done = make(chan struct{})
	if n.parent != nil {
		n.parent.done = n.done
	}
	go n.run(n.done)
}

func (n *Node) run(done chan struct{}) {
	n.mu.Lock()
	n.n++
	n.mu.Unlock()
	close(done)
}

// StopParent waits with the lock of another one, or perhaps the same.
func (n *Node) StopParent() {
	if p := n.parent; p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		<-p.done
	}
}

// A Shared runner may have the channel of another one.
type Shared struct {
	mu   sync.Mutex
	n    int
	done chan struct{}
}

func (s *Shared) Start() {
	s.done = make(chan struct{}, 1)
	go s.run(s.done)
}

func (s *Shared) run(done chan struct{}) {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
	select {
	case done <- struct{}{}:
	default:
	}
}

// Right: another one that shares it lets it go.
func (s *Shared) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	<-s.done
}

// A Depot keeps a channel for another one.
type Depot struct{ done chan struct{} }

func (d *Depot) Take(s *Shared) { d.done = s.done }

func (d *Depot) Give(s *Shared) { s.done = d.done }

// End needs its own lock only.
func (s *Shared) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done <- struct{}{}
}

// A Helped runner has others that run for it.
type Helped struct {
	mu   sync.Mutex
	n    int
	done chan struct{}
}

func (h *Helped) Start() {
	h.done = make(chan struct{}, 1)
	go h.run(h.done)
}

func (h *Helped) run(done chan struct{}) {
	h.mu.Lock()
	h.n++
	h.mu.Unlock()
	select {
	case done <- struct{}{}:
	default:
	}
}

// Right: another one lets it go.
func (h *Helped) Stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	<-h.done
}

// Help runs another one for this one.
func (h *Helped) Help(other *Helped) { other.run(h.done) }

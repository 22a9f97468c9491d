package overlaps

import "sync"

// The loop may have ended when what was asked before is sent.
type ends struct {
	mu     sync.Mutex
	closed bool
	in     chan int
	quit   chan struct{}
}

func NewEnds() *ends {
	e := &ends{in: make(chan int), quit: make(chan struct{})}
	go e.run()
	return e
}

func (e *ends) run() {
	for {
		select {
		case <-e.in:
		case <-e.quit:
			return
		}
	}
}

func (e *ends) Put(v int) bool {
	e.mu.Lock()
	closed := e.closed
	e.mu.Unlock()
	if closed {
		return false
	}
	e.in <- v // want `send on e\.in blocks forever.* \(if \(\*ends\).Stop is called at the same time\)`
	return true
}

func (e *ends) Stop() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.closed {
		e.closed = true
		close(e.quit)
	}
}

// Who puts something watches the end.
type watches struct {
	once sync.Once
	in   chan int
	quit chan struct{}
}

func NewWatches() *watches {
	w := &watches{in: make(chan int), quit: make(chan struct{})}
	go w.run()
	return w
}

func (w *watches) run() {
	for {
		select {
		case <-w.in:
		case <-w.quit:
			return
		}
	}
}

func (w *watches) Put(v int) bool {
	select {
	case w.in <- v:
		return true
	case <-w.quit:
		return false
	}
}

func (w *watches) Stop() { w.once.Do(func() { close(w.quit) }) }

// Who waits for the answer doesn't watch it any more.
type request struct{ answer chan error }

type forgets struct {
	requests chan *request
	shutdown chan struct{}
}

func NewForgets() *forgets {
	f := &forgets{make(chan *request, 16), make(chan struct{})}
	go f.run()
	return f
}

func (f *forgets) run() {
	for {
		select {
		case r := <-f.requests:
			r.answer <- nil
		case <-f.shutdown:
			return
		}
	}
}

func (f *forgets) Ask() error {
	r := &request{make(chan error, 1)}
	select {
	case f.requests <- r:
		return <-r.answer // want `blocks forever.* \(if \(\*forgets\).Shutdown is called at the same time\)`
	case <-f.shutdown:
		return nil
	}
}

func (f *forgets) Shutdown() { close(f.shutdown) }

// Here he does.
type remembers struct {
	requests chan *request
	shutdown chan struct{}
}

func NewRemembers() *remembers {
	r := &remembers{make(chan *request, 16), make(chan struct{})}
	go r.run()
	return r
}

func (r *remembers) run() {
	for {
		select {
		case q := <-r.requests:
			q.answer <- nil
		case <-r.shutdown:
			return
		}
	}
}

func (r *remembers) Ask() error {
	q := &request{make(chan error, 1)}
	select {
	case r.requests <- q:
	case <-r.shutdown:
		return nil
	}
	select {
	case err := <-q.answer:
		return err
	case <-r.shutdown:
		return nil
	}
}

func (r *remembers) Shutdown() { close(r.shutdown) }

// The loop answers all that was asked before it ends.
type drains struct {
	mu       sync.Mutex
	closed   bool
	requests chan *request
}

func NewDrains() *drains {
	d := &drains{requests: make(chan *request, 1)}
	go d.run()
	return d
}

func (d *drains) run() {
	for r := range d.requests {
		r.answer <- nil
	}
}

func (d *drains) Ask() error {
	r := &request{make(chan error, 1)}
	d.mu.Lock()
	if d.closed {
		d.mu.Unlock()
		return nil
	}
	d.requests <- r
	d.mu.Unlock()
	return <-r.answer
}

func (d *drains) Shutdown() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return
	}
	d.closed = true
	close(d.requests)
}

// Nobody asks whether it has been stopped: who puts something then makes a mistake.
type unasked struct {
	in   chan int
	quit chan struct{}
}

func NewUnasked() *unasked {
	u := &unasked{make(chan int), make(chan struct{})}
	go u.run()
	return u
}

func (u *unasked) run() {
	for {
		select {
		case <-u.in:
		case <-u.quit:
			return
		}
	}
}

func (u *unasked) Put(v int) { u.in <- v }

func (u *unasked) Stop() { close(u.quit) }

package steered

import "sync"

// A Pausing one is told that nobody sends before the goroutine is made to take the lock.
type Pausing struct {
	turn, mu sync.Mutex
	paused   bool
	in       chan int
	hush     chan struct{}
	hushed   chan struct{}
	flush    func()
}

func NewPausing(flush func()) *Pausing {
	p := &Pausing{in: make(chan int), hush: make(chan struct{}), hushed: make(chan struct{}), flush: flush}
	go p.run()
	return p
}

func (p *Pausing) run() {
	for {
		select {
		case <-p.in:
		case <-p.hush:
			p.mu.Lock()
			p.flush()
			p.mu.Unlock()
			p.hushed <- struct{}{}
		}
	}
}

func (p *Pausing) set(paused bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.paused = paused
}

func (p *Pausing) Pause() {
	p.turn.Lock()
	defer p.turn.Unlock()
	p.set(true)
	p.hush <- struct{}{}
	<-p.hushed
	p.set(false)
}

func (p *Pausing) Put(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.paused {
		p.in <- n
	}
}

// An Asking one is asked by a method, one call away.
type Asking struct {
	turn, mu sync.Mutex
	paused   bool
	in       chan int
	hush     chan struct{}
	hushed   chan struct{}
	flush    func()
}

func NewAsking(flush func()) *Asking {
	a := &Asking{in: make(chan int), hush: make(chan struct{}), hushed: make(chan struct{}), flush: flush}
	go a.run()
	return a
}

func (a *Asking) run() {
	for {
		select {
		case <-a.in:
		case <-a.hush:
			a.mu.Lock()
			a.flush()
			a.mu.Unlock()
			a.hushed <- struct{}{}
		}
	}
}

func (a *Asking) isPaused() bool { return a.paused }

func (a *Asking) set(paused bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.paused = paused
}

func (a *Asking) Pause() {
	a.turn.Lock()
	defer a.turn.Unlock()
	a.set(true)
	a.hush <- struct{}{}
	<-a.hushed
	a.set(false)
}

func (a *Asking) Put(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.isPaused() {
		a.in <- n
	}
}

// A Gated one is asked by the caller of who sends, who keeps others from pausing meanwhile.
type Gated struct {
	turn, mu sync.Mutex
	gate     sync.RWMutex
	paused   bool
	in       chan int
	hush     chan struct{}
	hushed   chan struct{}
	flush    func()
}

func NewGated(flush func()) *Gated {
	g := &Gated{in: make(chan int), hush: make(chan struct{}), hushed: make(chan struct{}), flush: flush}
	go g.run()
	return g
}

func (g *Gated) run() {
	for {
		select {
		case <-g.in:
		case <-g.hush:
			g.mu.Lock()
			g.flush()
			g.mu.Unlock()
			g.hushed <- struct{}{}
		}
	}
}

func (g *Gated) set(paused bool) {
	g.gate.Lock()
	defer g.gate.Unlock()
	g.paused = paused
}

func (g *Gated) Pause() {
	g.turn.Lock()
	defer g.turn.Unlock()
	g.set(true)
	g.hush <- struct{}{}
	<-g.hushed
	g.set(false)
}

func (g *Gated) put(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.in <- n
}

func (g *Gated) Put(n int) {
	g.gate.RLock()
	defer g.gate.RUnlock()
	if !g.paused {
		g.put(n)
	}
}

// A Busy one gets a message only if the last one is done with, which somebody allows.
type Busy struct {
	mu      sync.Mutex
	busy    bool
	in      chan int
	allowed chan struct{}
	quit    chan struct{}
	last    int
}

func NewBusy() *Busy {
	b := &Busy{in: make(chan int), allowed: make(chan struct{}), quit: make(chan struct{})}
	go b.run()
	return b
}

func (b *Busy) run() {
	for n := range b.in {
		select {
		case <-b.allowed:
			b.mu.Lock()
			b.last, b.busy = n, false
			b.mu.Unlock()
		case <-b.quit:
			return
		}
	}
}

func (b *Busy) Put(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.busy {
		b.busy = true
		b.in <- n
	}
}

func (b *Busy) Allow() { b.allowed <- struct{}{} }

// A Chosen one gets its messages, one by one, by the case of a select.
type Chosen struct {
	mu   sync.Mutex
	busy bool
	in   chan int
	quit chan struct{}
	last int
}

func NewChosen() *Chosen {
	c := &Chosen{in: make(chan int), quit: make(chan struct{})}
	go c.run()
	return c
}

func (c *Chosen) run() {
	for {
		select {
		case n := <-c.in:
			c.mu.Lock()
			c.last, c.busy = n, false
			c.mu.Unlock()
		case <-c.quit:
			return
		}
	}
}

func (c *Chosen) Put(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.busy {
		c.busy = true
		c.in <- n
	}
}

// A Quiet one is never made to take the lock.
type Quiet struct {
	mu    sync.Mutex
	ready bool
	in    chan int
	never chan struct{}
}

func NewQuiet() *Quiet {
	q := &Quiet{in: make(chan int), never: make(chan struct{})}
	go q.run()
	return q
}

func (q *Quiet) run() {
	for {
		select {
		case <-q.in:
		case <-q.never:
			q.mu.Lock()
			q.ready = false
			q.mu.Unlock()
		}
	}
}

func (q *Quiet) Put(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ready = true
	q.in <- n
}

// A Draining one goes on receiving until somebody has the lock for it.
type Draining struct {
	mu    sync.Mutex
	in    chan int
	check chan struct{}
	sum   int
	seen  int
}

func NewDraining() *Draining {
	d := &Draining{in: make(chan int), check: make(chan struct{})}
	go d.run()
	return d
}

func (d *Draining) note(done chan struct{}) {
	d.mu.Lock()
	d.seen++
	d.mu.Unlock()
	close(done)
}

func (d *Draining) run() {
	var done chan struct{}
	for {
		select {
		case n := <-d.in:
			d.sum += n
		case <-d.check:
			if done == nil {
				done = make(chan struct{})
				go d.note(done)
			}
		case <-done:
			done = nil
		}
	}
}

func (d *Draining) Put(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.seen < 3 {
		d.in <- n
	}
}

func (d *Draining) Check() { d.check <- struct{}{} }

// A Turning one is ready for those to whom it has given a turn.
type Turning struct {
	mu    sync.Mutex
	turns chan struct{}
	in    chan int
	check chan struct{}
	sum   int
}

func NewTurning() *Turning {
	t := &Turning{turns: make(chan struct{}), in: make(chan int), check: make(chan struct{})}
	go t.run()
	return t
}

func (t *Turning) run() {
	for {
		select {
		case t.turns <- struct{}{}:
			t.sum += <-t.in
		case <-t.check:
			t.mu.Lock()
			t.sum = 0
			t.mu.Unlock()
		}
	}
}

func (t *Turning) put(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.in <- n
}

func (t *Turning) Put(n int) {
	<-t.turns
	t.put(n)
}

func (t *Turning) Check() { t.check <- struct{}{} }

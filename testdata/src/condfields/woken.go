package condfields

import (
	"context"
	"errors"
	"sync"
)

// All of these look as if those who wait might be forgotten, and are not.

var errOver = errors.New("over")

// A Redialer says so if dialing fails.
type Redialer struct {
	mu      sync.Mutex
	cond    *sync.Cond
	dialing bool
	conn    *int
}

func NewRedialer() *Redialer {
	d := &Redialer{}
	d.cond = sync.NewCond(&d.mu)
	return d
}

func (d *Redialer) Get(dial func() (*int, error)) (*int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for d.dialing {
		d.cond.Wait()
	}
	if d.conn != nil {
		return d.conn, nil
	}
	d.dialing = true
	d.mu.Unlock()
	conn, err := dial()
	d.mu.Lock()
	d.dialing = false
	d.cond.Broadcast()
	if err != nil {
		return nil, err
	}
	d.conn = conn
	return conn, nil
}

// A door may be shut for good, which those who wait are told.
type door struct {
	mu         sync.Mutex
	cond       sync.Cond
	open, shut bool
}

func (d *door) enter() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for !d.open && !d.shut {
		d.cond.Wait()
	}
	return d.open
}

func (d *door) unlock() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.shut {
		return errOver
	}
	d.open = true
	d.cond.Broadcast()
	return nil
}

// Early has woken them before it says why, with the lock.
type Early struct{ door }

func NewEarly() *Early {
	e := &Early{}
	e.cond.L = &e.mu
	return e
}

func (e *Early) Enter() bool { return e.enter() }
func (e *Early) Open() error { return e.unlock() }

func (e *Early) Shut() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.cond.Broadcast()
	e.shut = true
}

// Apart lets a goroutine do that.
type Apart struct {
	mu         sync.Mutex
	cond       *sync.Cond
	open, shut bool
}

func NewApart() *Apart {
	a := &Apart{}
	a.cond = sync.NewCond(&a.mu)
	return a
}

func (a *Apart) Enter() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	for !a.open && !a.shut {
		a.cond.Wait()
	}
	return a.open
}

func (a *Apart) Open() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.shut {
		return errOver
	}
	a.open = true
	a.cond.Broadcast()
	return nil
}

func (a *Apart) Shut() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.shut = true
	go a.cond.Broadcast()
}

// Again may be shut, but others can open it again.
type Again struct {
	mu         sync.Mutex
	cond       *sync.Cond
	open, shut bool
}

func NewAgain() *Again {
	a := &Again{}
	a.cond = sync.NewCond(&a.mu)
	return a
}

func (a *Again) Enter() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	for !a.open {
		a.cond.Wait()
	}
	return true
}

func (a *Again) Open() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.shut {
		return errOver
	}
	a.open = true
	a.cond.Broadcast()
	return nil
}

func (a *Again) Shut() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.shut = true
}

func (a *Again) Reset() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.shut = false
}

// Shown has a condition that others may use.
type Shown struct {
	mu         sync.Mutex
	Cond       *sync.Cond
	open, shut bool
}

func NewShown() *Shown {
	s := &Shown{}
	s.Cond = sync.NewCond(&s.mu)
	return s
}

func (s *Shown) Enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.open && !s.shut {
		s.Cond.Wait()
	}
	return s.open
}

func (s *Shown) Open() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shut {
		return errOver
	}
	s.open = true
	s.Cond.Broadcast()
	return nil
}

func (s *Shown) Shut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shut = true
}

// Handed gives out a function that wakes.
type Handed struct {
	mu         sync.Mutex
	cond       *sync.Cond
	open, shut bool
}

func NewHanded() *Handed {
	h := &Handed{}
	h.cond = sync.NewCond(&h.mu)
	return h
}

func (h *Handed) Waker() func() { return h.cond.Broadcast }

func (h *Handed) Enter() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for !h.open && !h.shut {
		h.cond.Wait()
	}
	return h.open
}

func (h *Handed) Open() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.shut {
		return errOver
	}
	h.open = true
	h.cond.Broadcast()
	return nil
}

func (h *Handed) Shut() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.shut = true
}

// Watched has a goroutine for each who waits, that wakes him in the end.
type Watched struct {
	mu         sync.Mutex
	cond       *sync.Cond
	open, shut bool
}

func NewWatched() *Watched {
	w := &Watched{}
	w.cond = sync.NewCond(&w.mu)
	return w
}

func (w *Watched) Enter(ctx context.Context) bool {
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-ctx.Done():
			w.mu.Lock()
			w.cond.Broadcast()
			w.mu.Unlock()
		case <-done:
		}
	}()
	w.mu.Lock()
	defer w.mu.Unlock()
	for !w.open && ctx.Err() == nil {
		w.cond.Wait()
	}
	return w.open
}

func (w *Watched) Open() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.shut {
		return errOver
	}
	w.open = true
	w.cond.Broadcast()
	return nil
}

func (w *Watched) Shut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.shut = true
}

// Lent is given its condition, by which others may wake.
type Lent struct {
	cond       *sync.Cond
	open, shut bool
}

func NewLent(cond *sync.Cond) *Lent { return &Lent{cond: cond} }

func (l *Lent) Enter() bool {
	l.cond.L.Lock()
	defer l.cond.L.Unlock()
	for !l.open && !l.shut {
		l.cond.Wait()
	}
	return l.open
}

func (l *Lent) Open() error {
	l.cond.L.Lock()
	defer l.cond.L.Unlock()
	if l.shut {
		return errOver
	}
	l.open = true
	l.cond.Broadcast()
	return nil
}

func (l *Lent) Shut() {
	l.cond.L.Lock()
	defer l.cond.L.Unlock()
	l.shut = true
}

// Listed is woken with all the others.
type Listed struct {
	mu         sync.Mutex
	cond       *sync.Cond
	open, shut bool
}

var (
	listed   []*Listed
	listedMu sync.Mutex
)

func NewListed() *Listed {
	l := &Listed{}
	l.cond = sync.NewCond(&l.mu)
	listedMu.Lock()
	defer listedMu.Unlock()
	listed = append(listed, l)
	return l
}

// WakeAll wakes all.
func WakeAll() {
	listedMu.Lock()
	defer listedMu.Unlock()
	for _, l := range listed {
		l.cond.Broadcast()
	}
}

func (l *Listed) Enter() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for !l.open && !l.shut {
		l.cond.Wait()
	}
	return l.open
}

func (l *Listed) Open() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shut {
		return errOver
	}
	l.open = true
	l.cond.Broadcast()
	return nil
}

func (l *Listed) Shut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shut = true
}

// A Parent has the lock for its children, and wakes those who wait for one of them.
type Parent struct {
	mu       sync.Mutex
	children []*Child
}

type Child struct {
	parent     *Parent
	cond       *sync.Cond
	open, shut bool
}

func NewParent() *Parent { return &Parent{} }

func (p *Parent) Child() *Child {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := &Child{parent: p, cond: sync.NewCond(&p.mu)}
	p.children = append(p.children, c)
	return c
}

func (p *Parent) Wake() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.children {
		c.cond.Broadcast()
	}
}

func (c *Child) Enter() bool {
	c.parent.mu.Lock()
	defer c.parent.mu.Unlock()
	for !c.open && !c.shut {
		c.cond.Wait()
	}
	return c.open
}

func (c *Child) Open() error {
	c.parent.mu.Lock()
	defer c.parent.mu.Unlock()
	if c.shut {
		return errOver
	}
	c.open = true
	c.cond.Broadcast()
	return nil
}

func (c *Child) Shut() {
	c.parent.mu.Lock()
	defer c.parent.mu.Unlock()
	c.shut = true
}

// Served is woken by a goroutine of its own, which is told by a channel.
type Served struct {
	mu         sync.Mutex
	cond       *sync.Cond
	open, shut bool
	ended      chan struct{}
}

func NewServed() *Served {
	s := &Served{ended: make(chan struct{})}
	s.cond = sync.NewCond(&s.mu)
	go func() {
		<-s.ended
		s.cond.Broadcast()
	}()
	return s
}

func (s *Served) Enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.open && !s.shut {
		s.cond.Wait()
	}
	return s.open
}

func (s *Served) Open() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shut {
		return errOver
	}
	s.open = true
	s.cond.Broadcast()
	return nil
}

func (s *Served) Shut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.shut {
		s.shut = true
		close(s.ended)
	}
}

// Begun must be prepared before anybody waits for its start: who does so too early has only himself to blame.
type Begun struct {
	mu   sync.Mutex
	cond *sync.Cond

	asked, prepared, started bool
}

func NewBegun() *Begun {
	b := &Begun{}
	b.cond = sync.NewCond(&b.mu)
	return b
}

func (b *Begun) Await() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked = true
	for !b.started {
		b.cond.Wait()
	}
}

func (b *Begun) Prepare() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.asked {
		b.prepared = true
	}
}

func (b *Begun) Start() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.asked && !b.prepared {
		return errOver
	}
	b.started = true
	b.cond.Broadcast()
	return nil
}

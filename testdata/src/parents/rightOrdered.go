package parents

import "sync"

// Right: both hold the same lock around the others.
type Gated struct {
	sync.Mutex
	gate  sync.Mutex
	parts []*Part
	n     int
}

type Part struct {
	sync.Mutex
	of *Gated
	n  int
}

func (g *Gated) Add() *Part {
	g.Lock()
	defer g.Unlock()
	p := &Part{of: g}
	g.parts = append(g.parts, p)
	return p
}

func (g *Gated) Sum() (n int) {
	g.gate.Lock()
	defer g.gate.Unlock()
	g.Lock()
	defer g.Unlock()
	for _, p := range g.parts {
		n += p.get()
	}
	return n
}

func (g *Gated) inc() { g.Lock(); g.n++; g.Unlock() }

func (p *Part) get() int { p.Lock(); defer p.Unlock(); return p.n }

func (p *Part) Inc() {
	p.of.gate.Lock()
	defer p.of.gate.Unlock()
	p.Lock()
	defer p.Unlock()
	p.of.inc()
}

// Right: who asks the children only tries to lock them.
type Polled struct {
	sync.Mutex
	polls []*Poll
	n     int
}

type Poll struct {
	sync.Mutex
	of *Polled
	n  int
}

func (o *Polled) Add() *Poll {
	o.Lock()
	defer o.Unlock()
	p := &Poll{of: o}
	o.polls = append(o.polls, p)
	return p
}

func (o *Polled) Sum() (n int) {
	o.Lock()
	defer o.Unlock()
	for _, p := range o.polls {
		if p.TryLock() {
			n += p.n
			p.Unlock()
		}
	}
	return n
}

func (o *Polled) inc() { o.Lock(); o.n++; o.Unlock() }

func (p *Poll) Inc() {
	p.Lock()
	defer p.Unlock()
	p.of.inc()
}

// Right: nobody writes the parent under the child's lock, and nobody writes the child under the parent's.
type Library struct {
	sync.RWMutex
	cards []*Card
	n     int
}

type Card struct {
	sync.RWMutex
	of *Library
	n  int
}

func (b *Library) Sum() (n int) {
	b.RLock()
	defer b.RUnlock()
	for _, c := range b.cards {
		n += c.get()
	}
	return n
}

func (b *Library) get() int { b.RLock(); defer b.RUnlock(); return b.n }

func (c *Card) get() int { c.RLock(); defer c.RUnlock(); return c.n }

func (c *Card) Get() int {
	c.RLock()
	defer c.RUnlock()
	return c.of.get() + c.n
}

func NewLibrary(n int) *Library {
	b := &Library{n: n}
	for range n {
		c := &Card{of: b}
		b.cards = append(b.cards, c)
	}
	return b
}

func (b *Library) First() *Card { return b.cards[0] }

// Right: the children ask the parent only once it asks them no more.
type Sealed struct {
	sync.Mutex
	slips  []*Slip
	sealed bool
	n      int
}

type Slip struct {
	sync.Mutex
	of    *Sealed
	final bool
	n     int
}

func (s *Sealed) Add() *Slip {
	s.Lock()
	defer s.Unlock()
	p := &Slip{of: s}
	s.slips = append(s.slips, p)
	return p
}

func (s *Sealed) Seal() {
	s.Lock()
	s.sealed = true
	list := s.slips
	s.Unlock()
	for _, p := range list {
		p.Lock()
		p.final = true
		p.Unlock()
	}
}

func (s *Sealed) Sum() (n int) {
	s.Lock()
	defer s.Unlock()
	if s.sealed {
		return s.n
	}
	for _, p := range s.slips {
		n += p.get()
	}
	return n
}

func (s *Sealed) inc() { s.Lock(); s.n++; s.Unlock() }

func (p *Slip) get() int { p.Lock(); defer p.Unlock(); return p.n }

func (p *Slip) Inc() {
	p.Lock()
	defer p.Unlock()
	if p.final {
		p.of.inc()
	}
}

// Right: both take the one token first.
type Token struct {
	sync.Mutex
	token chan bool
	bags  []*Bag
	n     int
}

type Bag struct {
	sync.Mutex
	of *Token
	n  int
}

func NewToken() *Token {
	t := &Token{token: make(chan bool, 1)}
	t.token <- true
	return t
}

func (t *Token) Add() *Bag {
	t.Lock()
	defer t.Unlock()
	b := &Bag{of: t}
	t.bags = append(t.bags, b)
	return b
}

func (t *Token) Sum() (n int) {
	has := <-t.token
	t.Lock()
	for _, b := range t.bags {
		n += b.get()
	}
	t.Unlock()
	t.token <- has
	return n
}

func (t *Token) inc() { t.Lock(); t.n++; t.Unlock() }

func (b *Bag) get() int { b.Lock(); defer b.Unlock(); return b.n }

func (b *Bag) Inc() {
	has := <-b.of.token
	b.Lock()
	b.of.inc()
	b.Unlock()
	b.of.token <- has
}

// Right: what is locked in the other order is new, and nobody else's yet.
type Built struct {
	sync.Mutex
	wing *Wing
	n    int
}

type Wing struct {
	sync.Mutex
	of *Built
	n  int
}

func NewBuilt() *Built {
	b := &Built{}
	b.wing = &Wing{of: b}
	b.wing.Lock()
	b.inc()
	b.wing.Unlock()
	return b
}

func (b *Built) Wing() *Wing { return b.wing }

func (b *Built) Sum() int {
	b.Lock()
	defer b.Unlock()
	return b.wing.get() + b.n
}

func (b *Built) inc() { b.Lock(); b.n++; b.Unlock() }

func (w *Wing) get() int { w.Lock(); defer w.Unlock(); return w.n }

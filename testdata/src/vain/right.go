package vain

import (
	"sync"
	"sync/atomic"
)

// Right: what a guard asks for is set, in some way or other.
type ring struct {
	mu     sync.Mutex
	closed bool
}

// Here it is set itself.
type direct struct {
	ring   *ring
	closed bool
	gone   chan struct{}
}

func NewDirect() *direct { return &direct{ring: &ring{}, gone: make(chan struct{})} }

func (d *direct) Wait() { <-d.gone }

func (d *direct) Close() {
	d.ring.mu.Lock()
	defer d.ring.mu.Unlock()
	if d.closed {
		return
	}
	d.ring.closed, d.closed = true, true
	close(d.gone)
}

// Here a method does.
type byMethod struct {
	ring   *ring
	closed bool
	gone   chan struct{}
}

func NewByMethod() *byMethod { return &byMethod{ring: &ring{}, gone: make(chan struct{})} }

func (b *byMethod) Wait() { <-b.gone }

func (b *byMethod) mark() { b.closed = true }

func (b *byMethod) Close() {
	b.ring.mu.Lock()
	defer b.ring.mu.Unlock()
	if b.closed {
		return
	}
	b.ring.closed = true
	b.mark()
	close(b.gone)
}

// Here others do, by a setter.
type bySetter struct {
	ring   *ring
	closed bool
	gone   chan struct{}
}

func NewBySetter() *bySetter { return &bySetter{ring: &ring{}, gone: make(chan struct{})} }

func (b *bySetter) Wait() { <-b.gone }

// Closed is called when Close was.
func (b *bySetter) Closed() { b.closed = true }

func (b *bySetter) Close() {
	b.ring.mu.Lock()
	defer b.ring.mu.Unlock()
	if b.closed {
		return
	}
	b.ring.closed = true
	close(b.gone)
}

// Here it is reached by a pointer.
type byPointer struct {
	ring   *ring
	closed bool
	gone   chan struct{}
}

func NewByPointer() *byPointer { return &byPointer{ring: &ring{}, gone: make(chan struct{})} }

func (b *byPointer) Wait() { <-b.gone }

func (b *byPointer) Close() {
	b.ring.mu.Lock()
	defer b.ring.mu.Unlock()
	if b.closed {
		return
	}
	b.ring.closed = true
	set(&b.closed)
	close(b.gone)
}

func set(flag *bool) { *flag = true }

// Here with the whole struct.
type byWhole struct {
	ring  *ring
	state state
	gone  chan struct{}
}

type state struct {
	closed bool
	reason string
}

func NewByWhole() *byWhole { return &byWhole{ring: &ring{}, gone: make(chan struct{})} }

func (b *byWhole) Wait() { <-b.gone }

func (b *byWhole) Close(s string) {
	b.ring.mu.Lock()
	defer b.ring.mu.Unlock()
	if b.state.closed {
		return
	}
	b.ring.closed = true
	b.state = state{true, s}
	close(b.gone)
}

// Here each is closed for other reasons once: another flag guards.
type other struct {
	ring   *ring
	closed bool
	is     atomic.Bool
	gone   chan struct{}
}

func NewOther() *other { return &other{ring: &ring{}, gone: make(chan struct{})} }

func (o *other) Wait() { <-o.gone }

func (o *other) Close() {
	if o.closed || o.is.Swap(true) {
		return
	}
	o.ring.closed = true
	close(o.gone)
}

// Here it is done once.
type inOnce struct {
	ring   *ring
	closed bool
	once   sync.Once
	gone   chan struct{}
}

func NewInOnce() *inOnce { return &inOnce{ring: &ring{}, gone: make(chan struct{})} }

func (o *inOnce) Wait() { <-o.gone }

func (o *inOnce) Close() {
	if o.closed {
		return
	}
	o.ring.closed = true
	o.once.Do(func() { close(o.gone) })
}

// Here it asks whether it is closed.
type asking struct {
	ring   *ring
	closed bool
	gone   chan struct{}
}

func NewAsking() *asking { return &asking{ring: &ring{}, gone: make(chan struct{})} }

func (a *asking) Wait() { <-a.gone }

func (a *asking) Close() {
	a.ring.mu.Lock()
	defer a.ring.mu.Unlock()
	if a.closed {
		return
	}
	a.ring.closed = true
	select {
	case <-a.gone:
	default:
		close(a.gone)
	}
}

// Here the flag says nothing about the call.
type plain struct {
	quiet bool
	gone  chan struct{}
}

func NewPlain() *plain { return &plain{gone: make(chan struct{})} }

func (p *plain) Wait() { <-p.gone }

func (p *plain) Close() {
	if p.quiet {
		return
	}
	close(p.gone)
}

// Here it recovers.
type recovering struct {
	ring   *ring
	closed bool
	gone   chan struct{}
}

func NewRecovering() *recovering { return &recovering{ring: &ring{}, gone: make(chan struct{})} }

func (r *recovering) Wait() { <-r.gone }

func (r *recovering) Close() {
	defer func() { _ = recover() }()
	if r.closed {
		return
	}
	r.ring.closed = true
	close(r.gone)
}

// Here the one whose flag is set is asked by a method.
type asksRing struct {
	ring   *ring
	closed bool
	gone   chan struct{}
}

func (r *ring) is() bool { return r.closed }

func NewAsksRing() *asksRing { return &asksRing{ring: &ring{}, gone: make(chan struct{})} }

func (a *asksRing) Wait() { <-a.gone }

func (a *asksRing) Close() {
	if a.closed || a.ring.is() {
		return
	}
	a.ring.closed = true
	close(a.gone)
}

// Here it is set in a struct of another type, which is the same one.
type plainly struct {
	ring   *ring
	closed bool
	gone   chan struct{}
}

type alike plainly

func NewPlainly() *plainly { return &plainly{ring: &ring{}, gone: make(chan struct{})} }

func (p *plainly) Wait() { <-p.gone }

func (p *plainly) Close() {
	if p.closed {
		return
	}
	(*alike)(p).closed = true
	close(p.gone)
}

package late

import (
	"sync"
	"sync/atomic"
)

const (
	opened int32 = iota
	shut
)

// A Peer asks for its state, and sets it, by methods.
type Peer struct {
	state int32
	quit  chan struct{}
	die   chan struct{}
}

func NewPeer() *Peer { return &Peer{quit: make(chan struct{}), die: make(chan struct{})} }

func (p *Peer) State() int32     { return atomic.LoadInt32(&p.state) }
func (p *Peer) setState(s int32) { atomic.StoreInt32(&p.state, s) }

func (p *Peer) Done() <-chan struct{} { return p.die }

func (p *Peer) Close() bool {
	if p.State() == shut {
		return false
	}
	p.setState(shut)
	select {
	case <-p.die:
	default:
		close(p.quit) // want `panic: close of closed channel \(p\.quit\), closed at accessors\.go:\d+ by another call of \(\*Peer\)\.Close at the same time`
		close(p.die)
	}
	return true
}

// Right: a lock makes one step of it.
type Bolted struct {
	mu    sync.Mutex
	state int32
	quit  chan struct{}
	die   chan struct{}
}

func NewBolted() *Bolted {
	return &Bolted{quit: make(chan struct{}), die: make(chan struct{})}
}

func (b *Bolted) State() int32     { return atomic.LoadInt32(&b.state) }
func (b *Bolted) setState(s int32) { atomic.StoreInt32(&b.state, s) }

func (b *Bolted) Done() <-chan struct{} { return b.die }

func (b *Bolted) Close() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.State() == shut {
		return false
	}
	b.setState(shut)
	select {
	case <-b.die:
	default:
		close(b.quit)
		close(b.die)
	}
	return true
}

// Right: one of two sets it.
type Changed struct {
	state int32
	quit  chan struct{}
}

func NewChanged() *Changed { return &Changed{quit: make(chan struct{})} }

func (c *Changed) State() int32 { return atomic.LoadInt32(&c.state) }
func (c *Changed) change(from, to int32) bool {
	return atomic.CompareAndSwapInt32(&c.state, from, to)
}

func (c *Changed) Done() <-chan struct{} { return c.quit }

func (c *Changed) Close() bool {
	if c.State() == shut || !c.change(opened, shut) {
		return false
	}
	close(c.quit)
	return true
}

package overlaps

import (
	"sync"
	"sync/atomic"
)

// Right: the lock is in another struct, whose methods take it and let go of it.
type latch struct{ mu sync.Mutex }

func (l *latch) Begin() { l.mu.Lock() }
func (l *latch) End()   { l.mu.Unlock() }

type Gate struct {
	l    *latch
	shut atomic.Bool
	done chan struct{}
}

func NewGate() *Gate { return &Gate{l: &latch{}, done: make(chan struct{})} }

func (g *Gate) Done() <-chan struct{} { return g.done }

func (g *Gate) Close() {
	g.l.Begin()
	defer g.l.End()
	if g.shut.Load() {
		return
	}
	close(g.done)
	g.shut.Store(true)
}

// Right: the same, behind an interface.
type turn interface {
	Begin()
	End()
}

type Door struct {
	t    turn
	shut atomic.Bool
	done chan struct{}
}

func NewDoor() *Door { return &Door{t: &latch{}, done: make(chan struct{})} }

func (d *Door) Done() <-chan struct{} { return d.done }

func (d *Door) Close() {
	d.t.Begin()
	defer d.t.End()
	if d.shut.Load() {
		return
	}
	close(d.done)
	d.shut.Store(true)
}

// Right: nobody else has the leaf, and who has it has a lock for it.
type Leaf struct {
	shut atomic.Bool
	done chan struct{}
}

func (l *Leaf) Shut() {
	if l.shut.Load() {
		return
	}
	close(l.done)
	l.shut.Store(true)
}

type Stem struct {
	mu sync.Mutex
	l  *Leaf
}

func NewStem() *Stem { return &Stem{l: &Leaf{done: make(chan struct{})}} }

func (s *Stem) Done() <-chan struct{} { return s.l.done }

func (s *Stem) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.l.Shut()
}

// Wrong: others get at the bud, and shut it, too.
type Bud struct {
	shut atomic.Bool
	done chan struct{}
}

func (b *Bud) Shut() {
	if b.shut.Load() {
		return
	}
	close(b.done) // want `panic: close of closed channel \(.*done\), closed at elsewhere\.go:\d+ by another call of \(\*Bud\)\.Shut at the same time`
	b.shut.Store(true)
}

type Twig struct{ b *Bud }

func NewTwig() *Twig { return &Twig{b: &Bud{done: make(chan struct{})}} }

func (t *Twig) Bud() *Bud { return t.b }

func (t *Twig) Done() <-chan struct{} { return t.b.done }

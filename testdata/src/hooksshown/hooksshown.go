// Package hooksshown has exported variables with functions and interfaces, in place of which others may put theirs.
package hooksshown

import "sync"

// OnShut is called when a Door is shut.
var OnShut = func(d *Door) { d.cond.Broadcast() }

// A Door has people who wait until it is shut.
type Door struct {
	mu   sync.Mutex
	cond *sync.Cond
	shut bool
}

func NewDoor() *Door {
	d := &Door{}
	d.cond = sync.NewCond(&d.mu)
	return d
}

// Right: OnShut wakes them.
func (d *Door) Wait() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for !d.shut {
		d.cond.Wait()
	}
}

func (d *Door) Shut() {
	d.mu.Lock()
	d.shut = true
	d.mu.Unlock()
	OnShut(d)
}

// A Bell is told of who has come.
type Bell interface{ Ring(g *Gate) }

type bell struct{}

func (bell) Ring(g *Gate) { g.cond.Signal() }

type silence struct{}

func (silence) Ring(g *Gate) {}

// Rung and Unrung are told of it.
var (
	Rung   Bell = bell{}
	Unrung      = func(g *Lock) { g.turns++ }
)

// A Gate is opened to one who waits.
type Gate struct {
	mu   sync.Mutex
	cond *sync.Cond
	open bool
}

func NewGate() *Gate {
	g := &Gate{}
	g.cond = sync.NewCond(&g.mu)
	return g
}

// Right: Rung wakes him, or whoever is put in its place has others to do so.
func (g *Gate) Wait() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !g.open {
		g.cond.Wait()
	}
	g.open = false
}

func (g *Gate) Open() {
	g.mu.Lock()
	g.open = true
	g.mu.Unlock()
	Rung.Ring(g)
}

// A Lock is opened likewise, but nobody wakes those who wait.
type Lock struct {
	mu    sync.Mutex
	cond  *sync.Cond
	open  bool
	turns int
}

func NewLock() *Lock {
	l := &Lock{}
	l.cond = sync.NewCond(&l.mu)
	return l
}

// Wrong: nobody can wake him.
func (l *Lock) Wait() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for !l.open {
		l.cond.Wait() // want "l.cond.Wait blocks forever"
	}
}

func (l *Lock) Open() {
	l.mu.Lock()
	l.open = true
	l.mu.Unlock()
	Unrung(l)
}

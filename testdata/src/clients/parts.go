package clients

import "sync"

// A Parent and its child have each other.
type Parent struct {
	mu    sync.Mutex
	child *Child
}

type Child struct {
	mu     sync.Mutex
	parent *Parent
}

func NewParent() *Parent {
	p := &Parent{}
	p.child = &Child{parent: p}
	return p
}

func (p *Parent) Child() *Child { return p.child }

// Two locks in both orders: clients don't have the child that belongs to the parent, but others do.
func (p *Parent) Down() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.child.mu.Lock() // want `c\.mu\.Lock blocks forever: a call of \(\*Child\)\.Up takes it and p\.mu in the other order, at parts\.go:\d+ and at parts\.go:\d+`
	p.child.mu.Unlock()
}

func (c *Child) Up() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.parent.mu.Lock()
	c.parent.mu.Unlock()
}

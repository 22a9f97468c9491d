// Package parents has structs with locks that lead to others, which lead back: a parent has its children,
// and each child its parent.
package parents

import "sync"

type pool struct {
	mu    sync.Mutex
	conns map[int]*conn
	next  int
}

type conn struct {
	mu   sync.Mutex
	id   int
	pool *pool
	busy bool
}

func NewPool() *pool { return &pool{conns: map[int]*conn{}} }

func (p *pool) Open() *conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.next++
	c := &conn{id: p.next, pool: p}
	p.conns[c.id] = c
	return c
}

// Wrong: it asks each for its lock while it has the pool's.
func (p *pool) Idle() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		if !c.isBusy() {
			n++
		}
	}
	return n
}

func (p *pool) remove(id int) {
	p.mu.Lock() // want `p\.mu\.Lock blocks forever: a call of \(\*pool\)\.Idle takes it and c\.mu in the other order, at parents\.go:\d+ and at parents\.go:\d+`
	delete(p.conns, id)
	p.mu.Unlock()
}

func (c *conn) isBusy() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.busy
}

func (c *conn) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy = true
	c.pool.remove(c.id)
}

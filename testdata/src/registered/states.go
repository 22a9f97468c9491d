package registered

import "sync"

const (
	idle = iota
	connecting
	ready
)

// A Pool has connections, of which each tells it its state.
type Pool struct {
	mu    sync.Mutex
	conns map[*Conn]bool
	ready int
}

type Conn struct {
	mu    sync.Mutex
	pool  *Pool
	state int
	tries int
}

func NewPool() *Pool { return &Pool{conns: map[*Conn]bool{}} }

func (p *Pool) Add() *Conn {
	c := &Conn{pool: p}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conns[c] = true
	return c
}

func (p *Pool) changed(state int) {
	p.mu.Lock() // want "p.mu.Lock blocks forever: a caller of ..Pool..Reset has locked it at states.go:45 and waits for c.mu at states.go:53, which this goroutine has locked at states.go:59"
	defer p.mu.Unlock()
	if state == ready {
		p.ready++
	}
}

// Wrong: Connect wants the lock of the pool, with that of the connection.
func (p *Pool) Reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		c.reset()
	}
}

func (c *Conn) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tries = 0
}

func (c *Conn) Connect() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state != idle {
		return
	}
	c.tries++
	c.become(connecting)
}

func (c *Conn) become(state int) {
	if c.state == state {
		return
	}
	c.state = state
	c.pool.changed(state)
}

func (p *Pool) Remove(c *Conn) {
	p.mu.Lock()
	delete(p.conns, c)
	p.mu.Unlock()
}

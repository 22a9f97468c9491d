package listed

import (
	"io"
	"sync"
)

// A Crowd is a Group that is right.
type Crowd struct {
	mu    sync.Mutex
	peers []*Member
}

type Member struct {
	mu    sync.Mutex
	alive bool
	out   io.Writer
}

func (c *Crowd) Add(out io.Writer) {
	c.mu.Lock()
	c.peers = append(c.peers, &Member{alive: true, out: out})
	c.mu.Unlock()
}

func (c *Crowd) all() []*Member {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]*Member(nil), c.peers...)
}

func (c *Crowd) Ping(line string) {
	for _, p := range c.all() {
		p.mu.Lock()
		if !p.alive {
			p.mu.Unlock()
			continue
		}
		io.WriteString(p.out, line)
		p.mu.Unlock()
	}
}

// A Pool hands out what is in it, locked, and forgets what is broken: nobody finds that any more.
type Pool struct {
	mu   sync.Mutex
	free []*Conn
	out  io.Writer
}

type Conn struct {
	mu     sync.Mutex
	broken bool
	out    io.Writer
}

func (p *Pool) Put() {
	p.mu.Lock()
	p.free = append(p.free, &Conn{out: p.out})
	p.mu.Unlock()
}

// take takes all out of the pool.
func (p *Pool) take() []*Conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := p.free
	p.free = nil
	return list
}

func (p *Pool) Flush(line string) {
	for _, c := range p.take() {
		c.mu.Lock()
		if c.broken {
			continue
		}
		io.WriteString(c.out, line)
		c.mu.Unlock()
	}
}

// pop takes one out of the pool.
func (p *Pool) pop() *Conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.free[0]
	p.free = p.free[1:]
	return c
}

func (p *Pool) Use(line string) {
	c := p.pop()
	c.mu.Lock()
	if c.broken {
		return
	}
	io.WriteString(c.out, line)
	c.mu.Unlock()
}

// Fresh makes connections of its own, which nobody else has.
func (p *Pool) Fresh(line string, n int) {
	for _, c := range p.some(n) {
		c.mu.Lock()
		if c.broken {
			continue
		}
		io.WriteString(c.out, line)
		c.mu.Unlock()
	}
}

func (p *Pool) some(n int) (list []*Conn) {
	for range n {
		list = append(list, &Conn{out: p.out, broken: n > 3})
	}
	return list
}

// A Meter knows that there is nothing between two numbers.
type Meter struct {
	mu    sync.Mutex
	level int
	out   io.Writer
}

func (m *Meter) down() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.level--
	io.WriteString(m.out, "down")
}

func (m *Meter) Set(level int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if level < m.level || level > m.level {
		m.level = level
		return
	}
	if level != m.level {
		m.down()
	}
}

func (m *Meter) Add(n int) {
	m.mu.Lock()
	m.level += n
	m.mu.Unlock()
}

// A Tally never comes to a word twice.
type Tally struct {
	mu   sync.Mutex
	seen map[string]bool
	out  io.Writer
}

func (t *Tally) Count(words []string) {
	for _, w := range words {
		t.mu.Lock()
		t.seen[w] = true
		if !t.seen[w] {
			continue
		}
		io.WriteString(t.out, w)
		t.mu.Unlock()
	}
}

package gifts

import "sync"

// A Copied hub has a list of its members before it describes them.
type Copied struct {
	mu      sync.Mutex
	members []*CopiedMember
}

type CopiedMember struct {
	hub  *Copied
	name string
}

func (h *Copied) Join(name string) {
	m := &CopiedMember{hub: h, name: name}
	h.mu.Lock()
	h.members = append(h.members, m)
	h.mu.Unlock()
}

func (h *Copied) Names() (list []string) {
	h.mu.Lock()
	members := append([]*CopiedMember{}, h.members...)
	h.mu.Unlock()
	for _, m := range members {
		list = append(list, describeCopied(m))
	}
	return list
}

func describeCopied(m *CopiedMember) string {
	m.hub.mu.Lock()
	defer m.hub.mu.Unlock()
	return m.name
}

// A Parent has children that know another parent: the one that they had before.
type Parent struct {
	mu       sync.Mutex
	children []*Child
}

type Child struct {
	before *Parent
	name   string
}

func (p *Parent) Adopt(from *Parent, name string) {
	c := &Child{before: from, name: name}
	p.mu.Lock()
	p.children = append(p.children, c)
	p.mu.Unlock()
}

func (p *Parent) Origins() (list []int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.children {
		list = append(list, siblings(c))
	}
	return list
}

func siblings(c *Child) int {
	c.before.mu.Lock()
	defer c.before.mu.Unlock()
	return len(c.before.children)
}

// A Told hub says to whom it gives its members that it has the lock.
type Told struct {
	mu      sync.Mutex
	members []*ToldMember
}

type ToldMember struct {
	hub  *Told
	name string
}

func (h *Told) Join(name string) {
	m := &ToldMember{hub: h, name: name}
	h.mu.Lock()
	h.members = append(h.members, m)
	h.mu.Unlock()
}

func (h *Told) Names() (list []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, m := range h.members {
		list = append(list, describeTold(m, true))
	}
	return list
}

func (h *Told) Name(m *ToldMember) string { return describeTold(m, false) }

func describeTold(m *ToldMember, isLocked bool) string {
	if !isLocked {
		m.hub.mu.Lock()
		defer m.hub.mu.Unlock()
	}
	return m.name
}

// A Started hub has goroutines describe its members.
type Started struct {
	mu      sync.Mutex
	members []*StartedMember
}

type StartedMember struct {
	hub  *Started
	name string
}

func (h *Started) Join(name string) {
	m := &StartedMember{hub: h, name: name}
	h.mu.Lock()
	h.members = append(h.members, m)
	h.mu.Unlock()
}

func (h *Started) Print() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, m := range h.members {
		go printStarted(m)
	}
}

func printStarted(m *StartedMember) {
	m.hub.mu.Lock()
	defer m.hub.mu.Unlock()
	println(m.name)
}

// A Feed gives its channel, on which it sends if somebody is there, to another function while it has its lock.
type Feed struct {
	mu  sync.Mutex
	out chan int
	n   int
}

func NewFeed() *Feed { return &Feed{out: make(chan int, 1)} }

func (f *Feed) Push(n int) {
	select {
	case f.out <- n:
	default:
	}
}

func (f *Feed) Flush() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n += pending(f.out)
}

func pending(c chan int) (n int) {
	select {
	case n = <-c:
	default:
	}
	return n
}

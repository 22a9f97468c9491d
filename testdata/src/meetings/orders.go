package meetings

import "sync"

// A Manager has sessions that know it.
type Manager struct {
	mu       sync.Mutex
	sessions map[string]*Session
}

type Session struct {
	mu  sync.Mutex
	id  string
	m   *Manager
	buf []byte
}

func (m *Manager) Open(id string) *Session {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := &Session{id: id, m: m}
	if m.sessions == nil {
		m.sessions = map[string]*Session{}
	}
	m.sessions[id] = s
	return s
}

// Wrong: a session takes the locks the other way round.
func (m *Manager) Flush() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range m.sessions {
		s.mu.Lock() // want `s\.mu\.Lock blocks forever: a call of \(\*Session\)\.Close takes it and m\.mu in the other order, at orders\.go:\d+ and at orders\.go:\d+`
		s.buf = s.buf[:0]
		s.mu.Unlock()
	}
}

func (s *Session) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m.remove(s.id)
}

func (m *Manager) remove(id string) {
	m.mu.Lock()
	delete(m.sessions, id)
	m.mu.Unlock()
}

// A Pool has workers that know it, and don't call it with their locks.
type Pool struct {
	mu      sync.Mutex
	workers map[string]*Hand
}

type Hand struct {
	mu  sync.Mutex
	id  string
	p   *Pool
	buf []byte
}

func (p *Pool) Hire(id string) *Hand {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := &Hand{id: id, p: p}
	if p.workers == nil {
		p.workers = map[string]*Hand{}
	}
	p.workers[id] = h
	return h
}

// Right: everybody takes the lock of the pool first.
func (p *Pool) Flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, h := range p.workers {
		h.mu.Lock()
		h.buf = h.buf[:0]
		h.mu.Unlock()
	}
}

func (h *Hand) Leave() {
	h.mu.Lock()
	h.buf = nil
	h.mu.Unlock()
	h.p.remove(h.id)
}

func (p *Pool) remove(id string) {
	p.mu.Lock()
	delete(p.workers, id)
	p.mu.Unlock()
}

// A Guild has members whose locks are taken in both orders, but with its own.
type Guild struct {
	mu, door sync.Mutex
	members  map[string]*Member
}

type Member struct {
	mu  sync.Mutex
	id  string
	g   *Guild
	buf []byte
}

func (g *Guild) Admit(id string) *Member {
	g.mu.Lock()
	defer g.mu.Unlock()
	m := &Member{id: id, g: g}
	if g.members == nil {
		g.members = map[string]*Member{}
	}
	g.members[id] = m
	return m
}

// Right: only one comes through the door.
func (g *Guild) Flush() {
	g.door.Lock()
	defer g.door.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, m := range g.members {
		m.mu.Lock()
		m.buf = m.buf[:0]
		m.mu.Unlock()
	}
}

func (m *Member) Leave() {
	m.g.door.Lock()
	defer m.g.door.Unlock()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.g.mu.Lock()
	delete(m.g.members, m.id)
	m.g.mu.Unlock()
}

// A Ledger and a Book know each other by what callers pass.
type Ledger struct {
	mu    sync.Mutex
	total int
}

type Book struct {
	mu    sync.Mutex
	pages int
}

// Right: nobody passes the same two to both.
func (l *Ledger) Add(b *Book) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	l.total += b.pages
}

func (b *Book) Copy(l *Ledger) {
	b.mu.Lock()
	defer b.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	b.pages = l.total
}

package parents

import "sync"

// Hub has its members as keys, under a lock that others can take by its name.
type Hub struct {
	sync.Mutex
	members map[*Member]bool
	sent    int
}

type Member struct {
	mu     sync.Mutex
	hub    *Hub
	unread int
}

func NewHub() *Hub { return &Hub{members: map[*Member]bool{}} }

func (h *Hub) Join() *Member {
	m := &Member{hub: h}
	h.Lock()
	h.members[m] = true
	h.Unlock()
	return m
}

// Wrong: whoever leaves takes the hub's lock while he has his own.
func (h *Hub) Send() {
	h.Lock()
	defer h.Unlock()
	h.sent++
	for m := range h.members {
		m.notify()
	}
}

func (m *Member) notify() {
	m.mu.Lock() // want `m\.mu\.Lock blocks forever: a call of \(\*Member\)\.Leave takes it and h in the other order, at keys\.go:\d+ and at keys\.go:\d+`
	m.unread++
	m.mu.Unlock()
}

func (m *Member) Leave() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.unread = 0
	m.hub.forget(m)
}

func (h *Hub) forget(m *Member) {
	h.Lock()
	defer h.Unlock()
	delete(h.members, m)
}

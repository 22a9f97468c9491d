// Package gifts has functions that give what they find in a struct, and what knows that, to others, which want its lock.
package gifts

import "sync"

// A Store gives its replicas to a queue, with its lock.
type Store struct {
	mu       sync.RWMutex
	replicas map[int]*Replica
	queue    *Queue
}

type Replica struct {
	store *Store
	id    int
}

type Queue struct{ list []int }

func NewStore(n int) *Store {
	s := &Store{replicas: map[int]*Replica{}, queue: &Queue{}}
	for id := range n {
		r := &Replica{store: s, id: id}
		s.replicas[id] = r
	}
	return s
}

func (s *Store) Scan() {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, r := range s.replicas {
		s.queue.maybeAdd(r)
	}
}

func (q *Queue) maybeAdd(r *Replica) {
	if r.index() > 0 {
		q.list = append(q.list, r.id)
	}
}

func (r *Replica) index() int { return r.store.Len() }

func (s *Store) Len() int {
	s.mu.RLock() // want `s.mu.RLock blocks forever: it waits for .*, whose Lock at .* waits for the read lock taken by this goroutine`
	defer s.mu.RUnlock()
	return len(s.replicas)
}

func (s *Store) Remove(id int) {
	s.mu.Lock()
	delete(s.replicas, id)
	s.mu.Unlock()
}

// A Hub tells a function of its package about each member.
type Hub struct {
	mu      sync.Mutex
	members []*Member
}

type Member struct {
	hub  *Hub
	name string
}

func (h *Hub) Join(name string) {
	m := &Member{hub: h, name: name}
	h.mu.Lock()
	h.members = append(h.members, m)
	h.mu.Unlock()
}

func (h *Hub) Names() (list []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, m := range h.members {
		list = append(list, describe(len(list), m))
	}
	return list
}

func describe(n int, m *Member) string {
	if n == m.hub.size() {
		return m.name + "."
	}
	return m.name
}

func (h *Hub) size() int {
	h.mu.Lock() // want `h\.mu\.Lock blocks forever: this goroutine itself has locked it at wrong\.go:\d+`
	defer h.mu.Unlock()
	return len(h.members)
}

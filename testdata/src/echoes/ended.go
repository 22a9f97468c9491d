package echoes

import "sync"

// A Hub doesn't send to those who are going away.
type Hub struct {
	mu   sync.Mutex
	ears map[*Ear]bool
}

type Ear struct {
	c    chan string
	done chan struct{}
	hub  *Hub
}

func NewHub() *Hub { return &Hub{ears: map[*Ear]bool{}} }

func (h *Hub) Listen() *Ear {
	e := &Ear{c: make(chan string), done: make(chan struct{}), hub: h}
	h.mu.Lock()
	h.ears[e] = true
	h.mu.Unlock()
	return e
}

func (h *Hub) Say(message string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for e := range h.ears {
		select {
		case e.c <- message:
		case <-e.done:
		}
	}
}

func (e *Ear) Each(f func(string) bool) {
	for m := range e.c {
		if !f(m) {
			close(e.done)
			e.hub.mu.Lock()
			delete(e.hub.ears, e)
			e.hub.mu.Unlock()
			return
		}
	}
}

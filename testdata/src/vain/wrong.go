// Package vain has guards that guard nothing.
package vain

import "sync"

// A Hub has members that are closed one by one.
type Hub struct {
	mu      sync.Mutex
	closed  bool
	members map[*Member]bool
}

type Member struct {
	hub    *Hub
	closed bool
	in     chan string
	gone   chan struct{}
}

func NewHub() *Hub { return &Hub{members: map[*Member]bool{}} }

func (h *Hub) Join() *Member {
	h.mu.Lock()
	defer h.mu.Unlock()
	m := &Member{hub: h, in: make(chan string, 8), gone: make(chan struct{})}
	h.members[m] = true
	return m
}

func (m *Member) Next() (string, bool) {
	select {
	case s := <-m.in:
		return s, true
	case <-m.gone:
		return "", false
	}
}

func (m *Member) Leave() bool {
	h := m.hub
	h.mu.Lock()
	if m.closed {
		h.mu.Unlock()
		return false
	}
	h.closed = true // that of the other one
	delete(h.members, m)
	h.mu.Unlock()
	close(m.gone) // want `panic: close of closed channel \(m.gone\), closed at wrong\.go:\d+ by another call of \(\*Member\)\.Leave \[`
	return true
}

// A Task tells that its list has ended.
type Task struct {
	list *list
	done bool
	end  chan struct{}
}

type list struct {
	mu   sync.Mutex
	done bool
}

func NewTask() *Task { return &Task{list: &list{}, end: make(chan struct{})} }

func (t *Task) Wait() { <-t.end }

func (t *Task) Finish() {
	t.list.mu.Lock()
	defer t.list.mu.Unlock()
	if !t.done {
		t.list.done = true
		close(t.end) // want `panic: close of closed channel \(t.end\)`
	}
}

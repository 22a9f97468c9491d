package ranges

import (
	"errors"
	"sync"
)

// It takes an element for the send to come about.
func eachOfMap(m map[string]int) {
	ch := make(chan int)
	go func() {
		for range m {
			ch <- 1 // want `send on ch blocks forever and leaks the goroutine: nobody receives from it \(if len\(m\) == 1\)`
		}
	}()
}

var errGone = errors.New("gone")

// A Peer is one of those that a hub has.
type Peer struct{ gone bool }

// A Hub has peers.
type Hub struct {
	mu    sync.Mutex
	peers map[string]*Peer
	send  func(string)
}

// NewHub makes one.
func NewHub(send func(string)) *Hub { return &Hub{peers: map[string]*Peer{}, send: send} }

// Part marks all as gone.
func (h *Hub) Part() {
	h.mu.Lock()
	h.send("part")
	for _, p := range h.peers {
		p.gone = true
	}
	h.mu.Unlock()
}

// Check forgets the lock if it finds one that is gone, which is named as the loop does.
func (h *Hub) Check() error {
	h.mu.Lock()
	for _, peer := range h.peers {
		if peer.gone {
			return errGone // want `returns without unlocking h\.mu, locked at elements\.go:\d+ \(if peer\.gone\): whoever locks it next blocks forever`
		}
	}
	h.send("check")
	h.mu.Unlock()
	return nil
}

// A Ring has a slice of them.
type Ring struct {
	mu    sync.Mutex
	peers []*Peer
	send  func(string)
}

// NewRing makes one.
func NewRing(send func(string)) *Ring { return &Ring{send: send} }

// Check is that of a Hub.
func (r *Ring) Check() error {
	r.mu.Lock()
	for _, peer := range r.peers {
		if peer.gone {
			return errGone // want `returns without unlocking r\.mu, locked at elements\.go:\d+ \(if peer\.gone\): whoever locks it next blocks forever`
		}
	}
	r.send("check")
	r.mu.Unlock()
	return nil
}

// A Door has none.
type Door struct {
	mu   sync.Mutex
	send func(string)
}

// NewDoor makes one.
func NewDoor(send func(string)) *Door { return &Door{send: send} }

// Any forgets the lock if there is anything to look at.
func (d *Door) Any(names []string) error {
	d.mu.Lock()
	for range names {
		return errGone // want `returns without unlocking d\.mu, locked at elements\.go:\d+ \(if names has an element\): whoever locks it next blocks forever`
	}
	d.send("any")
	d.mu.Unlock()
	return nil
}

// A Set is a map.
type Set struct {
	mu    sync.Mutex
	peers map[string]*Peer
	send  func(string)
}

// NewSet makes one.
func NewSet(send func(string)) *Set { return &Set{send: send, peers: map[string]*Peer{}} }

// Any is that of a Door.
func (s *Set) Any() error {
	s.mu.Lock()
	for range s.peers {
		return errGone // want `returns without unlocking s\.mu, locked at elements\.go:\d+ \(if s\.peers has an element\): whoever locks it next blocks forever`
	}
	s.send("any")
	s.mu.Unlock()
	return nil
}

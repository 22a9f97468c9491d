package behind

import "sync"

// A sink is whatever takes rows.
type sink interface{ put() }

type slots struct{ free chan struct{} }

func (s *slots) put() { s.free <- struct{}{} }

func newSlots(n int) *slots { return &slots{make(chan struct{}, n)} }

type stream struct{ to sink }

// A register leads to channels only by what is behind an interface.
type register struct {
	mu      sync.Mutex
	streams map[int]*stream
}

func newRegister() *register { return &register{streams: map[int]*stream{}} }

func (r *register) add(id int, s *stream) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.streams[id] = s
}

func (r *register) stop(id int) {
	r.mu.Lock()
	s := r.streams[id]
	r.mu.Unlock()
	s.to.put()
}

// The one slot is taken.
func stopTwice() {
	r := newRegister()
	r.add(7, &stream{newSlots(1)})
	r.stop(7)
	r.stop(7) // want "send on s.free at rows.go:10 blocks forever: its buffer of 1 is full"
}

// It is free again before it is used again.
func stopInTurns() {
	r, s := newRegister(), newSlots(1)
	r.add(7, &stream{s})
	r.stop(7)
	<-s.free
	r.stop(7)
	<-s.free
}

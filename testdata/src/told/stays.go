// Package told has programs of which matters how their reports are worded, a file for each class of them.
package told

import "sync"

// A shelf is emptied twice under its lock, which whoever fills it would need.
type shelf struct {
	mu    sync.Mutex
	boxes chan int
}

func newShelf() *shelf { return &shelf{boxes: make(chan int)} }

func (s *shelf) Fill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.boxes <- 1
	s.turn()
}

// Next waits for a lock of a call that hasn't returned: it stays in turn. It is told of who waits, as of any other lock.
func (s *shelf) Next() int {
	box := <-s.boxes
	s.mu.Lock() // want `s\.mu\.Lock blocks forever: it was locked at stays\.go:\d+ by a call of \(\*shelf\)\.Fill, which never unlocks it`
	defer s.mu.Unlock()
	return box
}

func (s *shelf) turn() {
	s.boxes <- 1
	<-s.boxes // want `receive from s\.boxes blocks forever`
}

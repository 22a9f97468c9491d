package relock

import "sync"

type slate struct {
	mu sync.Mutex
	n  int
}

// Right: the lock is a new one, which is free.
func (s *slate) Wipe() {
	s.mu.Lock()
	*s = slate{}
	s.mu.Lock()
	s.mu.Unlock()
}

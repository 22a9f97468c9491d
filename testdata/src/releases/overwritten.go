package releases

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

type slateWrong struct {
	mu sync.Mutex
	n  int
}

// Wrong: only the number is a new one.
func (s *slateWrong) Wipe() {
	s.mu.Lock()
	s.n = slateWrong{}.n
	s.mu.Lock() // want "s.mu.Lock blocks forever: this goroutine itself has locked it"
	s.mu.Unlock()
}

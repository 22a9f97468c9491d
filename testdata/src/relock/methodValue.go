package relock

import "sync"

type scale struct {
	mu sync.Mutex
	n  int
}

func (s *scale) read() int {
	s.mu.Lock() // want "s.mu.Lock blocks forever"
	defer s.mu.Unlock()
	return s.n
}

// Wrong: a method value is called under the lock.
func (s *scale) Weigh() int {
	read := s.read
	s.mu.Lock()
	defer s.mu.Unlock()
	return read()
}

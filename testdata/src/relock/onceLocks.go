package relock

import "sync"

type slow struct {
	mu   sync.Mutex
	once sync.Once
	n    int
}

func (s *slow) load() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n = 1
}

// Wrong: what is done once locks, too.
func (s *slow) Get() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.once.Do(s.load) // want `s\.mu\.Lock at onceLocks\.go:\d+ blocks forever: this goroutine itself has locked it at onceLocks\.go:\d+`
	return s.n
}

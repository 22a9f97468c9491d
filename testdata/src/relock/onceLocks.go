package relock

import "sync"

type slow struct {
	mu   sync.Mutex
	once sync.Once
	n    int
}

func (s *slow) load() {
	s.mu.Lock() // want "mu.Lock blocks forever"
	defer s.mu.Unlock()
	s.n = 1
}

// Wrong: what is done once locks, too.
func (s *slow) Get() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.once.Do(s.load)
	return s.n
}

package relock

import "sync"

type site struct {
	mu sync.Mutex
	wg sync.WaitGroup
	n  int
}

func (s *site) work() {
	defer s.wg.Done()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
}

// Wrong: the workers need the lock that is held while they are waited for.
func (s *site) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wg.Add(1)
	go s.work()
	s.wg.Wait() // want "wg.Wait blocks forever"
}

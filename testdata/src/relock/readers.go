package relock

import "sync"

type lookup struct {
	mu    sync.RWMutex
	cache map[string]int
}

func (l *lookup) fill(key string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cache = map[string]int{key: len(key)}
	return len(key)
}

// Right: the reader has left before the writer comes.
func (l *lookup) Get(key string) int {
	l.mu.RLock()
	n, ok := l.cache[key]
	l.mu.RUnlock()
	if !ok {
		n = l.fill(key)
	}
	return n
}

type roll struct {
	mu sync.RWMutex
	n  int
}

func (r *roll) size() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.n
}

// Right: there may be two readers, and nobody ever writes.
func (r *roll) Double() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.size() + r.n
}

type bill struct {
	mu sync.RWMutex
	n  int
}

func (s *bill) get() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.n
}

func (s *bill) set(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n = n
}

// Right: nobody else has the bill while it is read twice at a time.
func readLocally() int {
	s := &bill{}
	s.set(1)
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.get()
}

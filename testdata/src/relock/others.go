package relock

import "sync"

type almanac struct {
	mu sync.RWMutex
	n  int
}

func (l *almanac) Len() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.n
}

// Wrong: Len locks, too.
func (l *almanac) Put() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n = l.Len() // want `l\.mu\.RLock at others\.go:\d+ blocks forever: this goroutine itself has locked it at others\.go:\d+`
}

// Right: a lock that others can get at, locked and unlocked.
type Shelf struct {
	sync.RWMutex
	n int
}

func (s *Shelf) Set(n int) {
	s.Lock()
	defer s.Unlock()
	s.n = n
}

func take(mu *sync.Mutex) { mu.Lock() } // want "mu.Lock blocks forever"

func takeLater(mu *sync.Mutex) { take(mu) }

type bureau struct {
	mu sync.Mutex
	n  int
}

func (c *bureau) Len() int {
	takeLater(&c.mu)
	defer c.mu.Unlock()
	return c.n
}

// Wrong: the same lock twice.
func (c *bureau) Twice() int {
	take(&c.mu)
	defer c.mu.Unlock()
	return c.Len()
}

// Right: what locks it is given other locks elsewhere.
type Cupboard struct {
	Mu sync.Mutex
	n  int
}

func (c *Cupboard) Set(n int) {
	takeLater(&c.Mu)
	defer c.Mu.Unlock()
	c.n = n
}

// Right: one lock that others can get at, and one of its own.
type Sideboard struct {
	mu sync.Mutex
	Mu sync.Mutex
	n  int
}

func (s *Sideboard) lock(own bool) *sync.Mutex {
	if own {
		return &s.mu
	}
	return &s.Mu
}

func (s *Sideboard) Set(own bool) {
	s.lock(own).Lock()
	s.n++
	if own {
		s.mu.Unlock()
	} else {
		s.Mu.Unlock()
	}
}

func (s *Sideboard) Inc() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

// Right: what is locked is unlocked each time.
func (s *Sideboard) Both() {
	s.Set(true)
	s.Set(false)
}

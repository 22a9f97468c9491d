package remembered

import "sync"

// A Nested lock is taken if there is something, and released if there is: the two answers belong
// together.
type Nested struct {
	outer, inner sync.Mutex
	n            int
	found        map[string]int
}

func NewNested() *Nested { return &Nested{found: map[string]int{}} }

func (s *Nested) Add(key string) {
	s.outer.Lock()
	s.n++
	s.found[key] = s.n
	s.outer.Unlock()
}

func (s *Nested) Count() {
	s.outer.Lock()
	if s.n > 3 {
		s.inner.Lock()
	}
	println(s.n)
	if s.n > 3 {
		s.inner.Unlock()
	}
	s.outer.Unlock()
}

func (s *Nested) Find(key string) {
	s.outer.Lock()
	defer s.outer.Unlock()
	if s.found[key] == 0 {
		s.inner.Lock()
	}
	if s.found[key] == 0 {
		s.inner.Unlock()
	}
}

// An Early return unlocks.
type Early struct {
	mu sync.Mutex
	n  int
	of map[string]int
}

func NewEarly() *Early { return &Early{of: map[string]int{}} }

func (e *Early) Up(key string) {
	e.mu.Lock()
	e.n++
	e.of[key]++
	e.mu.Unlock()
}

func (e *Early) Down(key string) bool {
	e.mu.Lock()
	if e.n == 0 || e.of[key] == 0 {
		e.mu.Unlock()
		return false
	}
	e.n--
	e.mu.Unlock()
	return true
}

// Held says with a flag that it holds the lock.
type Held struct {
	mu   sync.Mutex
	held bool
	n    int
}

func (h *Held) Do() {
	if h.n > 2 {
		h.mu.Lock()
		h.held = true
	}
	h.n++
	if h.held {
		h.held = false
		h.mu.Unlock()
	}
}

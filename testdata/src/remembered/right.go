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

// Readers are counted: the first of them locks, the last one unlocks.
type Readers struct {
	mu, room   sync.Mutex
	n, content int
}

func (r *Readers) Read() int {
	r.mu.Lock()
	r.n++
	if r.n == 1 {
		r.room.Lock()
	}
	r.mu.Unlock()
	content := r.content
	r.mu.Lock()
	r.n--
	if r.n == 0 {
		r.room.Unlock()
	}
	r.mu.Unlock()
	return content
}

func (r *Readers) Write(content int) {
	r.room.Lock()
	r.content = content
	r.room.Unlock()
}

// A Registry has what it has just been given.
type Registry struct {
	mu    sync.Mutex
	items map[string]int
	n     int
}

func NewRegistry() *Registry { return &Registry{items: map[string]int{}} }

func (r *Registry) Get(key string) (int, bool) {
	r.mu.Lock()
	if _, ok := r.items[key]; !ok {
		r.items[key] = 1
	}
	item, found := r.items[key]
	if !found {
		return 0, false
	}
	r.mu.Unlock()
	return item, true
}

func (r *Registry) Delete(key string) {
	r.mu.Lock()
	delete(r.items, key)
	r.mu.Unlock()
}

func (r *Registry) Up() bool {
	r.mu.Lock()
	r.n++
	if r.n <= 0 {
		return false
	}
	r.mu.Unlock()
	return true
}

func (r *Registry) Down() {
	r.mu.Lock()
	if r.n > 0 {
		r.n--
	}
	r.mu.Unlock()
}

func (r *Registry) Any() string {
	r.mu.Lock()
	if len(r.items) == 0 {
		r.mu.Unlock()
		return ""
	}
	for key := range r.items {
		delete(r.items, key)
		r.mu.Unlock()
		return key
	}
	return ""
}

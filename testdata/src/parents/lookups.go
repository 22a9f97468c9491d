package parents

import "sync"

type shelf struct {
	mu    sync.Mutex
	books map[int]*book
	lent  int
}

type book struct {
	mu    sync.Mutex
	shelf *shelf
	lent  int
}

func NewShelf() *shelf { return &shelf{books: map[int]*book{}} }

func (s *shelf) Add(i int) *book {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := &book{shelf: s}
	s.books[i] = b
	return b
}

// Wrong: the book takes the shelf's lock while it has its own.
func (s *shelf) Lend(i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.books[i]; b != nil {
		b.count()
	}
}

func (s *shelf) count() {
	s.mu.Lock()
	s.lent++
	s.mu.Unlock()
}

func (b *book) count() {
	b.mu.Lock() // want `b\.mu\.Lock blocks forever: a call of \(\*book\)\.Read takes it and s\.mu in the other order, at lookups\.go:\d+ and at lookups\.go:\d+ \(if b != nil from s\.books\[i\]\)`
	b.lent++
	b.mu.Unlock()
}

func (b *book) Read() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.shelf.count()
}

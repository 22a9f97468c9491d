// Package visits calls functions that it is given with a lock, which may want it.
package visits

import "sync"

// A Shelf has books.
type Shelf struct {
	mu    sync.RWMutex
	books map[string]int
	loans int
}

// NewShelf makes an empty one.
func NewShelf() *Shelf { return &Shelf{books: map[string]int{}} }

// Put adds a book.
func (s *Shelf) Put(title string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.books[title]++
}

// Drop takes one away.
func (s *Shelf) Drop(title string) {
	s.mu.Lock() // want `s\.mu\.Lock blocks forever: this goroutine itself has read-locked it at wrong\.go:\d+ \(if old\(title\)\)`
	delete(s.books, title)
	s.mu.Unlock()
}

// Each shows all books.
func (s *Shelf) Each(show func(title string)) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for title := range s.books {
		show(title)
	}
}

// Weed drops what is old, while it looks at all.
func (s *Shelf) Weed(old func(string) bool) {
	s.Each(func(title string) {
		if old(title) {
			s.Drop(title)
		}
	})
}

// A Register has a lock for writing alone.
type Register struct {
	mu    sync.Mutex
	names []string
	calls int
}

// With does something with the names.
func (r *Register) With(do func([]string)) {
	r.mu.Lock()
	do(r.names)
	r.mu.Unlock()
}

// Len counts them.
func (r *Register) Len() int {
	r.mu.Lock() // want `r\.mu\.Lock blocks forever: this goroutine itself has locked it at wrong\.go:\d+`
	defer r.mu.Unlock()
	return len(r.names)
}

// Total counts them with them.
func (r *Register) Total() (n int) {
	r.With(func(names []string) {
		n = len(names) + r.Len()
	})
	return n
}

// Add adds a name.
func (r *Register) Add(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names = append(r.names, name)
}

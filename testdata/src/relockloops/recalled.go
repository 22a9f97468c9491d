package relockloops

import (
	"slices"
	"sync"
)

// A Shelf has books, and counts what is done to it.
type Shelf struct {
	mu      sync.Mutex
	books   []string
	changes int
	full    bool
}

func (s *Shelf) Put(book string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.books = append(s.books, book)
}

func (s *Shelf) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.full = true
}

func (s *Shelf) changed() {
	s.mu.Lock() // want `^s\.mu\.Lock blocks forever: this goroutine itself has locked it at recalled\.go:\d+ \(if lost\) \[`
	defer s.mu.Unlock()
	s.changes++
}

// Wrong: it remembers that there was one, and tells so with the lock.
func (s *Shelf) Lose(book string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	lost := false
	for i, b := range s.books {
		if b == book {
			s.books[i] = ""
			lost = true
		}
	}
	if lost {
		s.changed()
	}
}

func (s *Shelf) counted() {
	s.mu.Lock() // want `^s\.mu\.Lock blocks forever: this goroutine itself has locked it at recalled\.go:\d+ \(if n > 0\) \[`
	defer s.mu.Unlock()
	s.changes++
}

// Wrong: it counts them.
func (s *Shelf) Count(book string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.books {
		if b == book {
			n++
		}
	}
	if n > 0 {
		s.counted()
	}
	return n
}

func (s *Shelf) dropped() {
	s.mu.Lock() // want `^s\.mu\.Lock blocks forever: this goroutine itself has locked it at recalled\.go:\d+ \(if n > 0\) \[`
	defer s.mu.Unlock()
	s.changes++
}

// Wrong: a literal counts them, which a library calls.
func (s *Shelf) Drop(book string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	s.books = slices.DeleteFunc(s.books, func(b string) bool {
		if b != book {
			return false
		}
		n++
		return true
	})
	if n > 0 {
		s.dropped()
	}
	return n
}

func (s *Shelf) sorted() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changes++
}

// Right: what the literal has found is forgotten.
func (s *Shelf) Sort(book string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := false
	slices.SortFunc(s.books, func(a, b string) int {
		if a == book {
			found = true
		}
		return len(a) - len(b)
	})
	found = false
	if found {
		s.sorted()
	}
}

// Right: it is asked before the literal is called.
func (s *Shelf) Trim(book string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	if n > 0 {
		s.sorted()
	}
	s.books = slices.DeleteFunc(s.books, func(b string) bool {
		if b == book {
			n++
		}
		return b == book
	})
}

// Right: nobody calls the literal before.
func (s *Shelf) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	cleared := false
	defer func() { cleared = true }()
	if cleared {
		s.sorted()
	}
}

// Right: both can't be.
func (s *Shelf) Either(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	few, many := false, false
	if n > 10 {
		many = true
	} else {
		few = true
	}
	if few && many {
		s.sorted()
	}
}

// Right: nor can these.
func (s *Shelf) Below(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	below := false
	if n < 0 {
		below = true
	}
	if n > 0 && below {
		s.sorted()
	}
}

// Right: there is one at most, and none is less than none.
func (s *Shelf) Most(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := 0
	if n > 10 {
		found++
	}
	if found > 1 || found < 0 {
		s.sorted()
	}
}

// Right: it is set back.
func (s *Shelf) Again(book string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := false
	for _, b := range s.books {
		if b == book {
			found = true
		}
		if found {
			found = false
		}
	}
	if found {
		s.sorted()
	}
}

// Right: who has found one doesn't come there.
func (s *Shelf) First(book string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := false
	for _, b := range s.books {
		if found = b == book; found {
			return
		}
	}
	if found {
		s.sorted()
	}
}

func (s *Shelf) filled() {
	s.mu.Lock() // want `^s\.mu\.Lock blocks forever: this goroutine itself has locked it at recalled\.go:\d+`
	defer s.mu.Unlock()
	s.changes++
}

// Wrong: it may be full now.
func (s *Shelf) Fill(book string) {
	s.mu.Lock()
	full := s.full
	s.mu.Unlock()
	if full {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.full {
		s.filled()
		return
	}
	s.books = append(s.books, book)
}

// A Ledge may release its lock before it is done.
type Ledge struct {
	mu      sync.Mutex
	books   []string
	changes int
}

func (s *Ledge) Put(book string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.books = append(s.books, book)
}

func (s *Ledge) sorted() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changes++
}

// Right: it says that the lock was released.
func (s *Ledge) Release(book string) {
	s.mu.Lock()
	released := false
	if slices.Contains(s.books, book) {
		released = true
		s.mu.Unlock()
	}
	if released {
		s.sorted()
		return
	}
	s.mu.Unlock()
}

// Package twice has functions that release a lock twice.
package twice

import (
	"errors"
	"io"
	"sync"
)

var errFull = errors.New("full")

// A Box has a deferred release, and another one for when it fails.
type Box struct {
	mu    sync.Mutex
	lines []string
	out   io.Writer
}

func (b *Box) Put(line string) error {
	b.mu.Lock()
	defer b.mu.Unlock() // want `fatal error: sync: unlock of unlocked mutex \(b\.mu\) \(if err != nil from io\.WriteString\)`
	if _, err := io.WriteString(b.out, line); err != nil {
		b.mu.Unlock()
		return err
	}
	b.lines = append(b.lines, line)
	return nil
}

// Clear forgets to return.
func (b *Box) Clear(all bool) {
	b.mu.Lock()
	if all {
		b.lines = nil
		io.WriteString(b.out, "cleared")
		b.mu.Unlock()
	}
	b.mu.Unlock() // want `fatal error: sync: unlock of unlocked mutex \(b\.mu\) \(if all\)`
}

// A Shelf is read by many.
type Shelf struct {
	mu    sync.RWMutex
	books map[string]string
	out   io.Writer
}

func (s *Shelf) Read(title string) error {
	s.mu.RLock()
	book, ok := s.books[title]
	if !ok {
		s.mu.RUnlock()
	}
	_, err := io.WriteString(s.out, book)
	s.mu.RUnlock() // want `fatal error: sync: RUnlock of unlocked RWMutex \(s\.mu\) \(if !ok from s\.books\[title\]\)`
	return err
}

func (s *Shelf) Add(title, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.books[title] = text
}

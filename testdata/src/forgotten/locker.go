package forgotten

import (
	"errors"
	"sync"
)

// A lock that a condition variable has is one like others.

// A pool makes its lock with the condition variable that belongs to it.
type pool struct {
	cond   *sync.Cond
	closed bool
	free   []int
}

// NewPool makes an empty one.
func NewPool() *pool { return &pool{cond: sync.NewCond(new(sync.Mutex))} }

// Put returns with the lock if the pool has been closed.
func (p *pool) Put(n int) error {
	p.cond.L.Lock()
	if p.closed {
		return errors.New("closed") // want `returns without unlocking the mutex made at line \d+, locked at locker\.go:\d+ \(if p\.closed\): whoever locks it next blocks forever`
	}
	p.free = append(p.free, n)
	p.cond.L.Unlock()
	p.cond.Signal()
	return nil
}

// Close lets those go who wait.
func (p *pool) Close() {
	p.cond.L.Lock()
	p.closed = true
	p.cond.L.Unlock()
	p.cond.Broadcast()
}

// A stock unlocks on each way, and waits as one does: the lock is free meanwhile.
type stock struct {
	cond   *sync.Cond
	closed bool
	free   []int
}

// NewStock makes an empty one.
func NewStock() *stock { return &stock{cond: sync.NewCond(new(sync.Mutex))} }

// Put adds something, unless the stock has been closed.
func (s *stock) Put(n int) error {
	s.cond.L.Lock()
	if s.closed {
		s.cond.L.Unlock()
		return errors.New("closed")
	}
	s.free = append(s.free, n)
	s.cond.L.Unlock()
	s.cond.Signal()
	return nil
}

// Take waits until there is something.
func (s *stock) Take() (int, error) {
	s.cond.L.Lock()
	defer s.cond.L.Unlock()
	for len(s.free) == 0 {
		if s.closed {
			return 0, errors.New("closed")
		}
		s.cond.Wait()
	}
	n := s.free[0]
	s.free = s.free[1:]
	return n, nil
}

// Close lets those who wait go.
func (s *stock) Close() {
	s.cond.L.Lock()
	s.closed = true
	s.cond.L.Unlock()
	s.cond.Broadcast()
}

// A shelf has a condition variable that shares the lock of the struct.
type shelf struct {
	mu     sync.Mutex
	filled sync.Cond
	books  int
	closed bool
}

// NewShelf makes an empty one.
func NewShelf() *shelf {
	s := &shelf{}
	s.filled.L = &s.mu
	return s
}

// Take locks by one name, and unlocks by the other.
func (s *shelf) Take() bool {
	s.mu.Lock()
	for s.books == 0 && !s.closed {
		s.filled.Wait()
	}
	if s.closed {
		s.filled.L.Unlock()
		return false
	}
	s.books--
	s.filled.L.Unlock()
	return true
}

// Add puts a book there.
func (s *shelf) Add() {
	s.filled.L.Lock()
	s.books++
	s.mu.Unlock()
	s.filled.Signal()
}

// Close lets those who wait go.
func (s *shelf) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.filled.Broadcast()
}

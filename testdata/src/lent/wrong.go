// Package lent has functions that are called with a lock, let go of it for a while, and give it back, or that are
// told by a flag whether the caller has it: nobody releases another one's lock, so that what goes wrong with it is
// told.
package lent

import (
	"errors"
	"io"
	"sync"
	"time"
)

var errClosed = errors.New("closed")

// A store keeps records, and tells somebody of those that it drops.
type Store struct {
	mu      sync.RWMutex
	records map[uint64]string
	last    uint64
	dropped func(string)
	out     io.Writer
}

// each goes through the records.
func each(records map[uint64]string, f func(uint64)) {
	for n := range records {
		f(n)
	}
}

// drop is called with the lock, which it lets go of while it tells of the record.
func (s *Store) drop(n uint64) {
	text := s.records[n]
	delete(s.records, n)
	s.mu.Unlock()
	s.dropped(text)
	s.mu.Lock()
}

// get takes the lock unless the caller has it.
func (s *Store) get(n uint64, locked bool) string {
	if !locked {
		s.mu.RLock()
	}
	text := s.records[n]
	if !locked {
		s.mu.RUnlock()
	}
	return text
}

// Expire drops old records.
func (s *Store) Expire(before uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	each(s.records, func(n uint64) {
		if n < before && s.get(n, true) != "" {
			s.drop(n)
		}
	})
}

// Get is the text of a record.
func (s *Store) Get(n uint64) string { return s.get(n, false) }

// All lists the numbers of all records.
func (s *Store) All() (list []uint64) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	each(s.records, func(n uint64) { list = append(list, n) })
	return list
}

// Up to some number of records are listed, or all.
func (s *Store) List(most uint64) (list []uint64) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if most == 0 {
		return s.All() // want `s\.mu\.RLock at wrong\.go:\d+ blocks forever: it waits for a call of \(\*Store\)\.drop, whose Lock at wrong\.go:\d+ waits for the read lock taken by this goroutine at wrong\.go:\d+ \(if most == 0\)`
	}
	if most > s.last {
		most = s.last
	}
	each(s.records, func(n uint64) {
		if uint64(len(list)) < most {
			list = append(list, n)
		}
	})
	return list
}

// Write writes a record down, and keeps it.
func (s *Store) Write(text string) error {
	s.mu.Lock()
	if _, err := io.WriteString(s.out, text); err != nil {
		return err // want `returns without unlocking s\.mu, locked at wrong\.go:\d+ \(if err != nil from io\.WriteString\): whoever locks it next blocks forever`
	}
	s.last++
	s.records[s.last] = text
	s.mu.Unlock()
	return nil
}

// A Pair has two of a kind, of which one is locked within the other.
type Pair struct {
	mu    sync.RWMutex
	other *Pair
	ready chan bool
	open  bool
}

func NewPair() *Pair {
	p := &Pair{ready: make(chan bool)}
	p.other = &Pair{ready: make(chan bool), other: p}
	return p
}

// Open waits for the other one.
func (p *Pair) Open() error {
	p.mu.Lock()
	p.other.mu.RLock()
	isOpen := p.other.open
	p.other.mu.RUnlock()
	if isOpen {
		return errClosed // want `returns without unlocking p\.mu, locked at wrong\.go:\d+ \(if p\.other\.open\): whoever locks it next blocks forever`
	}
	select {
	case <-p.ready:
	case <-time.After(time.Second):
	}
	p.open = true
	p.mu.Unlock()
	return nil
}

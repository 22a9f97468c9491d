package gates

import "sync"

// A Store has a second lock that keeps the writer away while somebody reads twice.
type Store struct {
	all sync.Mutex
	mu  sync.RWMutex
	n   int
}

func (s *Store) Set() {
	s.all.Lock()
	defer s.all.Unlock()
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (s *Store) get() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.n
}

func (s *Store) Sum() int {
	s.all.Lock()
	defer s.all.Unlock()
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.get() + 1
}

// In a Ledger those have it who call the functions that read and write.
type Ledger struct {
	all sync.Mutex
	mu  sync.RWMutex
	n   int
}

func (l *Ledger) Set(n int) {
	l.all.Lock()
	defer l.all.Unlock()
	l.set(n)
}

func (l *Ledger) Clear() {
	l.all.Lock()
	l.set(0)
	l.all.Unlock()
}

func (l *Ledger) set(n int) {
	l.mu.Lock()
	l.n = n
	l.mu.Unlock()
}

func (l *Ledger) get() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.n
}

func (l *Ledger) sum() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.get() + 1
}

func (l *Ledger) Sum() int {
	l.all.Lock()
	defer l.all.Unlock()
	return l.sum()
}

// A Shelf has a channel with one slot in place of the second lock.
type Shelf struct {
	all chan struct{}
	mu  sync.RWMutex
	n   int
}

func NewShelf() *Shelf { return &Shelf{all: make(chan struct{}, 1)} }

func (s *Shelf) Set() {
	s.all <- struct{}{}
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
	<-s.all
}

func (s *Shelf) get() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.n
}

func (s *Shelf) Sum() int {
	s.all <- struct{}{}
	s.mu.RLock()
	n := s.get() + 1
	s.mu.RUnlock()
	<-s.all
	return n
}

// A Box has functions that take the second lock, or try to.
type Box struct {
	all sync.Mutex
	mu  sync.RWMutex
	n   int
}

func (b *Box) lock() { b.all.Lock() }

func (b *Box) Set() {
	b.lock()
	defer b.all.Unlock()
	b.mu.Lock()
	b.n++
	b.mu.Unlock()
}

func (b *Box) get() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.n
}

func (b *Box) Sum() int {
	if !b.all.TryLock() {
		return 0
	}
	defer b.all.Unlock()
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.get() + 1
}

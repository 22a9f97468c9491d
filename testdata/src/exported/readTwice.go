package exported

import "sync"

// Rates are read by many.
type Rates struct {
	mu   sync.RWMutex
	rate int
}

// Rate takes the read lock.
func (r *Rates) Rate() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.rate
}

// Wrong: Set may come between the two read locks, and then nobody gets on.
func (r *Rates) Double() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.Rate() + r.rate // want `^r\.mu\.RLock at readTwice\.go:\d+ blocks forever: it waits for a call of \(\*Rates\)\.Set, whose Lock at readTwice\.go:\d+ waits for the read lock taken by this goroutine at readTwice\.go:\d+ \[`
}

// Set takes the write lock.
func (r *Rates) Set(rate int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rate = rate
}

var theRates Rates

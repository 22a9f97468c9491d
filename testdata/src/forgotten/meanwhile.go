package forgotten

import (
	"errors"
	"sync"
)

// What others set may be different once a function has let go of the lock, and taken it again.

var errEnded = errors.New("ended")

// A Registry asks twice whether it has ended, and forgets the lock the second time. Whoever is
// told may do anything with it, so that the function is looked at alone.
type Registry struct {
	told    func(*Registry)
	mu      sync.Mutex
	ended   bool
	entries []int
}

// NewRegistry makes one.
func NewRegistry(told func(*Registry)) *Registry { return &Registry{told: told} }

// Create makes an entry without the lock, and may return with it.
func (r *Registry) Create(make func() (int, error)) error {
	r.mu.Lock()
	if r.ended {
		r.mu.Unlock()
		return errEnded
	}
	r.mu.Unlock()
	n, err := make()
	if err != nil {
		return err
	}
	r.mu.Lock()
	if r.ended {
		return errEnded // want `returns without unlocking r\.mu, locked at meanwhile\.go:\d+ \(if !r\.ended at line \d+ and r\.ended at line \d+\): whoever locks it next blocks forever`
	}
	r.entries = append(r.entries, n)
	r.mu.Unlock()
	return nil
}

// End is where others set what Create asks for.
func (r *Registry) End() {
	r.mu.Lock()
	r.ended = true
	r.mu.Unlock()
	r.told(r)
}

// An Archive asks as a reader first.
type Archive struct {
	told    func(*Archive)
	mu      sync.RWMutex
	ended   bool
	entries []int
}

// NewArchive makes one.
func NewArchive(told func(*Archive)) *Archive { return &Archive{told: told} }

// Create is wrong as that of Registry is.
func (a *Archive) Create(n int) error {
	a.mu.RLock()
	ended := a.ended
	a.mu.RUnlock()
	if ended {
		return errEnded
	}
	a.mu.Lock()
	if a.ended {
		return errEnded // want `returns without unlocking a\.mu, locked at meanwhile\.go:\d+ \(if !ended and a\.ended\): whoever locks it next blocks forever`
	}
	a.entries = append(a.entries, n)
	a.mu.Unlock()
	return nil
}

// End is where others set what Create asks for.
func (a *Archive) End() {
	a.mu.Lock()
	a.ended = true
	a.mu.Unlock()
	a.told(a)
}

// A Catalogue remembers what it has seen, and unlocks if that was so: what it has seen stays so,
// whatever others set meanwhile.
type Catalogue struct {
	told    func(*Catalogue)
	mu      sync.Mutex
	ended   bool
	entries []int
}

// NewCatalogue makes one.
func NewCatalogue(told func(*Catalogue)) *Catalogue { return &Catalogue{told: told} }

// Create makes an entry with what it has seen first.
func (c *Catalogue) Create(make func() (int, error)) error {
	c.mu.Lock()
	ended := c.ended
	c.mu.Unlock()
	n, err := make()
	if ended {
		return err
	}
	c.mu.Lock()
	if !ended {
		defer c.mu.Unlock()
	}
	c.entries = append(c.entries, n)
	return err
}

// End is where others set what Create asks for.
func (c *Catalogue) End() {
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	c.told(c)
}

// A Ledger asks once more with the lock held all the time: nobody comes between.
type Ledger struct {
	told    func(*Ledger)
	mu      sync.Mutex
	ended   bool
	entries []int
}

// NewLedger makes one.
func NewLedger(told func(*Ledger)) *Ledger { return &Ledger{told: told} }

// Create asks twice under the same lock.
func (l *Ledger) Create(n int) error {
	l.mu.Lock()
	if l.ended {
		l.mu.Unlock()
		return errEnded
	}
	l.entries = append(l.entries, n)
	if l.ended {
		return errEnded // never
	}
	l.mu.Unlock()
	return nil
}

// End is where others set what Create asks for.
func (l *Ledger) End() {
	l.mu.Lock()
	l.ended = true
	l.mu.Unlock()
	l.told(l)
}

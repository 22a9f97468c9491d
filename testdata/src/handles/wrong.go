package handles

import (
	"errors"
	"sync"
)

// A Ledger has one writer at a time.
type Ledger struct {
	writer sync.Mutex
	pages  []int
}

// An Entry is what the writer has.
type Entry struct {
	ledger *Ledger
	over   bool
}

var errFull = errors.New("full")

// Open forgets the lock if there is no room.
func (l *Ledger) Open(n int) (*Entry, error) {
	l.writer.Lock()
	if len(l.pages) >= n {
		return nil, errFull // want `returns without unlocking l\.writer, locked at wrong\.go:\d+ \(if len\(l\.pages\) >= n\): whoever locks it next blocks forever`
	}
	l.pages = append(l.pages, n)
	return &Entry{ledger: l}, nil
}

// Close releases it.
func (e *Entry) Close() {
	if e.over {
		return
	}
	e.over = true
	e.ledger.writer.Unlock()
}

// A Box has a lid.
type Box struct {
	mu     sync.Mutex
	items  []int
	sealed bool
}

// A Lid was lifted.
type Lid struct {
	box    *Box
	closed bool
}

// Seal lets nobody lift it any more.
func (b *Box) Seal() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sealed = true
}

// Lift forgets the lock if the box is sealed.
func (b *Box) Lift() *Lid {
	b.mu.Lock()
	if b.sealed {
		return nil // want `returns without unlocking b\.mu, locked at wrong\.go:\d+ \(if b\.sealed\): whoever locks it next blocks forever`
	}
	return b.lid()
}

// lid makes one.
func (b *Box) lid() *Lid { return &Lid{box: b} }

// Close closes it.
func (l *Lid) Close() {
	if l.closed {
		return
	}
	l.closed = true
	l.box.mu.Unlock()
}

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
	l.writer.Lock() // want `l\.writer\.Lock blocks forever: it was locked at wrong\.go:\d+ by another caller of \(\*Ledger\)\.Open, which never unlocks it \(if len\(l\.pages\) >= n\)`
	if len(l.pages) >= n {
		return nil, errFull
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
	b.mu.Lock() // want `b\.mu\.Lock blocks forever: it was locked at wrong\.go:\d+ by another caller of \(\*Box\)\.Lift, which never unlocks it \(if b\.sealed\)`
	if b.sealed {
		return nil
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

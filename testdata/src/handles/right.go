// Package handles has calls that take a lock and return what releases it.
package handles

import (
	"errors"
	"sync"
)

// A Store has one writer at a time.
type Store struct {
	writer sync.Mutex
	root   *node
}

type node struct{ n int }

// NewStore makes an empty one.
func NewStore() *Store { return &Store{root: &node{}} }

// A Txn is what a writer has until it commits.
type Txn struct {
	store *Store
	write bool
	root  *node
}

// Begin begins one.
func (s *Store) Begin(write bool) *Txn {
	if write {
		s.writer.Lock()
	}
	return &Txn{store: s, write: write, root: s.root}
}

// Abort gives it up; that it is over, it knows.
func (t *Txn) Abort() {
	if !t.write || t.root == nil {
		return
	}
	t.root = nil
	t.store.writer.Unlock()
}

// Commit ends it.
func (t *Txn) Commit() {
	if !t.write || t.root == nil {
		return
	}
	t.store.root, t.root = t.root, nil
	t.store.writer.Unlock()
}

// A Device is leased.
type Device struct {
	mu   sync.Mutex
	uses int
}

// A Lease is given back once.
type Lease struct {
	device *Device
	over   bool
}

var errOver = errors.New("over")

// Take waits for the device.
func (d *Device) Take() *Lease {
	d.mu.Lock()
	d.uses++
	return &Lease{device: d}
}

// Return gives it back.
func (l *Lease) Return() error {
	if l.over {
		return errOver
	}
	l.over = true
	l.device.mu.Unlock()
	return nil
}

// A Pen is taken by who wants to write, if he does.
type Pen struct{ mu sync.Mutex }

// A Hand may have it.
type Hand struct {
	pen *Pen
	has bool
}

// Reach takes it.
func (p *Pen) Reach(writes bool) *Hand {
	h := &Hand{pen: p, has: writes}
	if h.has {
		p.mu.Lock()
	}
	return h
}

// Drop gives it back.
func (h *Hand) Drop() {
	if h.has {
		h.has = false
		h.pen.mu.Unlock()
	}
}

// A Room has a key, which is made before its lock is taken.
type Room struct {
	mu     sync.Mutex
	locked bool
}

// A Key leads out of it.
type Key struct{ room *Room }

// Enter gives the key to whoever comes, be the room locked or not.
func (r *Room) Enter() *Key {
	k := &Key{room: r}
	r.mu.Lock()
	if r.locked {
		return k
	}
	r.locked = true
	r.mu.Unlock()
	r.mu.Lock()
	return k
}

// Leave gives the room free.
func (k *Key) Leave() {
	k.room.locked = false
	k.room.mu.Unlock()
}

// A Table has seats, which are passed on.
type Table struct {
	mu   sync.Mutex
	full bool
}

// A Seat is taken, or one that was free before.
type Seat struct{ table *Table }

// Sit takes it.
func (t *Table) Sit(before *Seat) *Seat {
	t.mu.Lock()
	if t.full {
		return before.next()
	}
	t.full = true
	return &Seat{table: t}
}

func (s *Seat) next() *Seat { return &Seat{table: s.table} }

// Stand leaves it.
func (s *Seat) Stand() {
	s.table.full = false
	s.table.mu.Unlock()
}

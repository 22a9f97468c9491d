package visits

import "sync"

// A Box is told how to be opened.
type Box struct {
	mu    sync.Mutex
	items []string
}

// Put adds an item.
func (b *Box) Put(item string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.items = append(b.items, item)
}

// Open calls with the lock, or without it.
func (b *Box) Open(locks bool, do func()) {
	if !locks {
		do()
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	do()
}

// Len counts them.
func (b *Box) Len() (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.items)
}

// Count is right: it opens it without the lock.
func (b *Box) Count() (n int) {
	b.Open(false, func() { n = b.Len() })
	return n
}

// A Way says how.
type Way struct{ Locks bool }

// OpenBy is told by a struct.
func (b *Box) OpenBy(way *Way, do func()) {
	if way.Locks {
		b.mu.Lock()
		defer b.mu.Unlock()
		do()
		return
	}
	do()
}

// CountBy is right, too.
func (b *Box) CountBy() (n int) {
	b.OpenBy(&Way{}, func() { n = b.Len() })
	return n
}

// With tells whom it calls that the lock is held.
func (b *Box) With(do func(locked bool)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	do(true)
}

// Fill is right: it looks.
func (b *Box) Fill(item string) {
	b.With(func(locked bool) {
		if locked {
			b.items = append(b.items, item)
			return
		}
		b.Put(item)
	})
}

// Each calls for some names.
func (b *Box) Each(names []string, do func(string)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, name := range names {
		do(name)
	}
}

// None is right: there are no names.
func (b *Box) None() { b.Each(nil, func(name string) { b.Put(name) }) }

// size is told whether to take the lock.
func (b *Box) size(locks bool) int {
	if locks {
		b.mu.Lock()
		defer b.mu.Unlock()
	}
	return len(b.items)
}

// Sizes is right: it tells that it has it.
func (b *Box) Sizes(names []string) (n int) {
	b.Each(names, func(string) { n += b.size(false) })
	return n
}

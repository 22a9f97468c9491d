package mismatched

import "sync"

type table struct {
	mu, other sync.RWMutex
	n         int
	m         map[string]int
}

// Upgrade gives back what it has read with before it takes the lock to write.
func (t *table) Upgrade(name string) int {
	t.mu.RLock()
	n, ok := t.m[name]
	if ok {
		defer t.mu.RUnlock()
		return n
	}
	t.mu.RUnlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.m[name] = t.n
	return t.n
}

// Downgrade reads on with the lock to read.
func (t *table) Downgrade() int {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.n
}

// Either takes the lock in one way or the other, and releases it so.
func (t *table) Either(writes bool) int {
	if writes {
		t.mu.Lock()
	} else {
		t.mu.RLock()
	}
	n := t.n
	if writes {
		t.mu.Unlock()
	} else {
		t.mu.RUnlock()
	}
	return n
}

// Both has one lock to read and the other one to write.
func (t *table) Both() int {
	t.mu.RLock()
	t.other.Lock()
	defer t.other.Unlock()
	defer t.mu.RUnlock()
	return t.n
}

// Raise lets a helper take it anew, and gives it back as that has left it.
func (t *table) Raise() {
	t.mu.RLock()
	t.raise()
	defer t.mu.Unlock()
	t.n++
}

func (t *table) raise() {
	t.mu.RUnlock()
	t.mu.Lock()
}

// Later defers the release of what it takes later.
func (t *table) Later() int {
	defer t.mu.Unlock()
	t.mu.RLock()
	n := t.n
	t.mu.RUnlock()
	t.mu.Lock()
	t.n++
	return n
}

func New() *table { return &table{m: map[string]int{}} }

// Lockers read by way of sync.Locker.
func (t *table) Lockers() int {
	l := t.mu.RLocker()
	l.Lock()
	defer l.Unlock()
	return t.n
}

// Given releases what its caller has taken, and takes it otherwise.
func (t *table) given() {
	t.mu.Unlock()
	t.mu.RLock()
}

func (t *table) Gives() int {
	t.mu.Lock()
	t.n++
	t.given()
	defer t.mu.RUnlock()
	return t.n
}

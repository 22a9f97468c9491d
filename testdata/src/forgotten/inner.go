package forgotten

import "sync"

// Functions that only the package calls are looked at alone, too: who calls them may be too much.

// An Idler is told by its manager when nobody uses it.
type Idler struct {
	told    func(*Idler)
	mu      sync.Mutex
	active  bool
	pending []int
}

// NewIdler makes one.
func NewIdler(told func(*Idler)) *Idler { return &Idler{told: told} }

// Begin is where others set what rest asks for.
func (i *Idler) Begin() {
	i.mu.Lock()
	i.active = true
	i.mu.Unlock()
	i.told(i)
}

// Watch lets it rest at each tick.
func (i *Idler) Watch(ticks <-chan int) {
	for n := range ticks {
		i.told(i)
		i.rest()
		i.settle(n, n > 0)
	}
}

// rest forgets the lock if it is at rest already.
func (i *Idler) rest() {
	i.mu.Lock()
	if !i.active {
		return // want `returns without unlocking i\.mu, locked at inner\.go:\d+ \(if !i\.active\): whoever locks it next blocks forever`
	}
	i.active = false
	i.pending = nil
	i.mu.Unlock()
}

// settle keeps the lock only where its callers never come: what they pass isn't asked for alone.
func (i *Idler) settle(n int, positive bool) {
	i.mu.Lock()
	if n > 0 && !positive {
		return
	}
	i.pending = append(i.pending, n)
	i.mu.Unlock()
}

// A Lease is taken by one function of the package and given back by another one.
type Lease struct {
	told  func(*Lease)
	mu    sync.Mutex
	taken bool
}

// NewLease makes one.
func NewLease(told func(*Lease)) *Lease { return &Lease{told: told} }

// Use takes it and gives it back.
func (l *Lease) Use(ticks <-chan int) {
	for range ticks {
		l.told(l)
		if l.acquire() {
			l.taken = true
			l.release()
		}
	}
}

// acquire returns with the lock, if it says so.
func (l *Lease) acquire() bool {
	l.mu.Lock()
	if l.taken {
		l.mu.Unlock()
		return false
	}
	return true
}

// release gives it back.
func (l *Lease) release() {
	l.taken = false
	l.mu.Unlock()
}

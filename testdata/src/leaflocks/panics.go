package leaflocks

import "sync"

var keptMu sync.Mutex

// Wrong: who recovers finds the lock taken.
func keepsLocked() {
	keptMu.Lock() // want "keptMu.Lock blocks forever"
	panic("kept")
}

func RecoversAndLocksAgain() {
	recovers(keepsLocked)
	recovers(keepsLocked)
}

func recovers(f func()) {
	defer func() { _ = recover() }()
	f()
}

type Register struct {
	mu sync.Mutex
	n  int
}

// Wrong: a panic in between leaves the lock taken, and Try goes on after it.
func (r *Register) add(name string) {
	r.mu.Lock()
	if name == "" { // want `never unlocks r\.mu, locked at panics\.go:\d+ \(if name == ""\): whoever locks it next blocks forever`
		panic("no name")
	}
	r.n++
	r.mu.Unlock()
}

func (r *Register) Try(name string) {
	defer func() { _ = recover() }()
	r.add(name)
}

type SafeRegister struct {
	mu    sync.Mutex
	names map[string]bool
}

// The lock is released in any case.
func (r *SafeRegister) add(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.names[name] {
		panic("twice: " + name)
	}
	r.names[name] = true
}

func (r *SafeRegister) Try(name string) {
	defer func() { _ = recover() }()
	r.add(name)
}

type StrictRegister struct {
	mu    sync.Mutex
	names map[string]bool
}

// Nobody recovers: the program ends.
func (r *StrictRegister) Add(name string) {
	r.mu.Lock()
	if r.names[name] {
		panic("twice: " + name)
	}
	r.names[name] = true
	r.mu.Unlock()
}

type CarefulRegister struct {
	mu    sync.Mutex
	names map[string]bool
}

// The lock is released before.
func (r *CarefulRegister) Try(name string) {
	defer func() { _ = recover() }()
	r.mu.Lock()
	twice := r.names[name]
	r.names[name] = true
	r.mu.Unlock()
	if twice {
		panic("twice: " + name)
	}
}

package condfields

import "sync"

// Lockers of own types around a lock: if that is somebody else's, it keeps away whoever would wake a waiter, too.

type seal struct{ wax *sync.Mutex }

func (s seal) Lock()   { s.wax.Lock() }
func (s seal) Unlock() { s.wax.Unlock() }

type turnstile struct {
	gate   *sync.Mutex
	passed int
}

func (t *turnstile) Lock()   { t.gate.Lock(); t.passed++ }
func (t *turnstile) Unlock() { t.gate.Unlock() }

// SealWith asks with the lock that it is given, as does who wakes it.
func SealWith(wax *sync.Mutex) {
	dry := false
	dried := sync.NewCond(seal{wax})
	wax.Lock()
	defer wax.Unlock()
	go func() {
		wax.Lock()
		defer wax.Unlock()
		dry = true
		dried.Signal()
	}()
	for !dry {
		dried.Wait()
	}
}

// PassBy has the lock in a struct behind a pointer.
func PassBy(gate *sync.Mutex) {
	isOpen := false
	opened := sync.NewCond(&turnstile{gate: gate})
	go func() {
		opened.L.Lock()
		isOpen = true
		opened.L.Unlock()
		opened.Broadcast()
	}()
	gate.Lock()
	for !isOpen {
		opened.Wait()
	}
	gate.Unlock()
}

// PassOwn has a lock of its own, which nobody who wakes it takes.
func PassOwn() {
	var gate sync.Mutex
	opened := sync.NewCond(&turnstile{gate: &gate})
	go func() { opened.Broadcast() }()
	opened.L.Lock()
	opened.Wait() // want `opened\.Wait blocks forever`
	opened.L.Unlock()
}

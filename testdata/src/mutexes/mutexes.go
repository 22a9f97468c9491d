// Package mutexes has programs with sync.Mutex.
package mutexes

import "sync"

// Locked twice.
func twice() {
	var mu sync.Mutex
	mu.Lock()
	mu.Lock() // want "mu.Lock blocks forever"
	mu.Unlock()
}

// Unlocked on all paths.
func both(ok bool) {
	var mu sync.Mutex
	mu.Lock()
	if ok {
		mu.Unlock()
		return
	}
	mu.Unlock()
}

// One path returns with the lock held; the next call blocks.
func early(err error) {
	var mu sync.Mutex
	work := func() {
		mu.Lock() // want "mu.Lock blocks forever"
		if err != nil {
			return
		}
		mu.Unlock()
	}
	work()
	work()
}

type account struct {
	mu sync.Mutex
	n  int
}

func (a *account) add(n int) {
	a.mu.Lock() // want "mu.Lock blocks forever"
	defer a.mu.Unlock()
	a.n += n
}

func (a *account) addTwice(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.add(n)
}

// A method calls another one that takes the same lock.
func nested() {
	a := &account{}
	a.addTwice(1)
}

// Each method takes the lock for itself.
func inTurn() {
	a := &account{}
	a.add(1)
	a.add(2)
}

// Two locks in two orders.
func orders() {
	var a, b sync.Mutex
	done := make(chan struct{})
	go func() {
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
		close(done)
	}()
	a.Lock()
	b.Lock() // want "b.Lock blocks forever"
	b.Unlock()
	a.Unlock()
	<-done
}

// Two locks in one order.
func order() {
	var a, b sync.Mutex
	done := make(chan struct{})
	go func() {
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
		close(done)
	}()
	a.Lock()
	b.Lock()
	b.Unlock()
	a.Unlock()
	<-done
}

// The send waits for a receiver that waits for the lock, or the lock for a
// send.
func heldWhileSending() {
	var mu sync.Mutex
	ch := make(chan int)
	go func() {
		mu.Lock()
		<-ch
		mu.Unlock()
	}()
	mu.Lock() // want "mu.Lock blocks forever"
	ch <- 1   // want "send on ch blocks forever"
	mu.Unlock()
}

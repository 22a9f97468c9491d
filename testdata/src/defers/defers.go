// Package defers has programs with deferred calls.
package defers

import "sync"

// Deferred calls run last first: the lock is free when the send happens.
func order() {
	var mu sync.Mutex
	ch := make(chan int)
	done := make(chan struct{})
	go func() {
		<-ch
		mu.Lock()
		mu.Unlock()
		close(done)
	}()
	func() {
		mu.Lock()
		defer func() { ch <- 1 }()
		defer mu.Unlock()
	}()
	<-done
}

// The other way round, the deferred receive waits for somebody who waits for
// the lock.
func wrongOrder() {
	var mu sync.Mutex
	done := make(chan struct{})
	func() {
		mu.Lock()
		defer mu.Unlock()
		defer func() { <-done }() // want "receive from done blocks forever"
		go func() {
			mu.Lock()
			mu.Unlock()
			close(done)
		}()
	}()
}

// A deferred call in a loop runs at the end of the function.
func loop() {
	var mu sync.Mutex
	for range 2 {
		mu.Lock() // want "mu.Lock blocks forever"
		defer mu.Unlock()
	}
}

// Arguments are evaluated at once.
func arguments() {
	ch := make(chan int, 1)
	defer close(ch)
	ch = nil
	_ = ch
}

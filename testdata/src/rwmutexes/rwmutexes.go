// Package rwmutexes has programs with sync.RWMutex.
package rwmutexes

import "sync"

// Two readers at a time.
func readers() {
	var mu sync.RWMutex
	done := make(chan struct{})
	go func() {
		mu.RLock()
		mu.RUnlock()
		close(done)
	}()
	mu.RLock()
	<-done
	mu.RUnlock()
}

// A reader cannot become a writer.
func upgrade() {
	var mu sync.RWMutex
	mu.RLock()
	mu.Lock() // want "mu.Lock blocks forever"
	mu.Unlock()
	mu.RUnlock()
}

// A writer that waits keeps the second read lock away.
func recursive() {
	var mu sync.RWMutex
	done := make(chan struct{})
	go func() {
		mu.Lock()
		mu.Unlock()
		close(done)
	}()
	mu.RLock()
	mu.RLock() // want "mu.RLock blocks forever"
	mu.RUnlock()
	mu.RUnlock()
	<-done
}

// The write lock is released before reading.
func downgrade() {
	var mu sync.RWMutex
	mu.Lock()
	mu.Unlock()
	mu.RLock()
	mu.RUnlock()
}

// Through its Locker it is read-locked.
func throughLocker() {
	var mu sync.RWMutex
	l := mu.RLocker()
	l.Lock()
	l.Lock()
	l.Unlock()
	l.Unlock()
	mu.Lock()
	l.Lock() // want "mu.RLock blocks forever"
}

// Package underlocks has variables that a lock protects: who holds it knows what they are.
package underlocks

import "sync"

// The last of two who are done says so: it is the second one, whoever that is.
func lastOfTwo() {
	var mu sync.Mutex
	finished, done := 0, make(chan struct{})
	finish := func() {
		mu.Lock()
		finished++
		last := finished == 2
		mu.Unlock()
		if last {
			close(done)
		}
	}
	go finish()
	go finish()
	<-done
}

// There is no third one.
func lastOfThree() {
	var mu sync.Mutex
	finished, done := 0, make(chan struct{})
	finish := func() {
		mu.Lock()
		finished++
		last := finished == 3
		mu.Unlock()
		if last {
			close(done)
		}
	}
	go finish()
	go finish()
	<-done // want "receive from done blocks forever"
}

// Nobody comes in between two looks at what the lock protects.
func twoLooks() {
	var mu sync.Mutex
	ready, never := false, make(chan int)
	go func() {
		mu.Lock()
		ready = true
		mu.Unlock()
	}()
	mu.Lock()
	first := ready
	second := ready
	mu.Unlock()
	if first != second {
		<-never
	}
}

// Who sets it doesn't ask for the lock.
func twoLooksAtWhatIsSetWithout() {
	var mu sync.Mutex
	ready, never := false, make(chan int)
	go func() { ready = true }()
	mu.Lock()
	first := ready
	second := ready
	mu.Unlock()
	if first != second {
		<-never // want "receive from never blocks forever"
	}
}

// In between the lock is free.
func twoLooksUnderTheLock() {
	var mu sync.Mutex
	ready, never := false, make(chan int)
	go func() {
		mu.Lock()
		ready = true
		mu.Unlock()
	}()
	mu.Lock()
	first := ready
	mu.Unlock()
	mu.Lock()
	second := ready
	mu.Unlock()
	if first != second {
		<-never // want "receive from never blocks forever"
	}
}

// Readers keep out who writes.
func twoLooksOfReaders() {
	var mu sync.RWMutex
	ready, never := false, make(chan int)
	go func() {
		mu.Lock()
		ready = true
		mu.Unlock()
	}()
	mu.RLock()
	first := ready
	second := ready
	mu.RUnlock()
	if first != second {
		<-never
	}
}

// Two who read at a time don't keep each other from writing.
func writtenByReaders() {
	var mu sync.RWMutex
	ready, never := false, make(chan int)
	go func() {
		mu.RLock()
		ready = true
		mu.RUnlock()
	}()
	mu.RLock()
	first := ready
	second := ready
	mu.RUnlock()
	if first != second {
		<-never // want "receive from never blocks forever"
	}
}

// The lock is released by somebody else, while its owner looks.
func handedOver() {
	var mu sync.Mutex
	ready, never := false, make(chan int)
	mu.Lock()
	go func() {
		mu.Unlock()
		mu.Lock()
		ready = true
		mu.Unlock()
	}()
	first := ready
	second := ready
	if first != second {
		<-never // want "receive from never blocks forever"
	}
}

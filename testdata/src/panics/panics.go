// Package panics has programs that panic and recover.
package panics

import "sync"

// The panic of a send on a closed channel is recovered.
func recovered() {
	ch := make(chan int)
	close(ch)
	defer func() { _ = recover() }()
	ch <- 1
}

// The deferred call does not recover.
func notRecovered() {
	ch := make(chan int)
	close(ch)
	defer func() {}()
	ch <- 1 // want "send on closed channel"
}

// The lock is released although the function panics.
func releases(bad bool) {
	var mu sync.Mutex
	work := func() {
		defer func() { _ = recover() }()
		mu.Lock()
		defer mu.Unlock()
		if bad {
			panic("bad")
		}
	}
	work()
	work()
}

// Not released: the second call blocks.
func keeps(bad bool) {
	var mu sync.Mutex
	work := func() {
		defer func() { _ = recover() }()
		mu.Lock() // want "mu.Lock blocks forever"
		if bad {
			panic("bad")
		}
		mu.Unlock()
	}
	work()
	work()
}

// Unlocked without being locked.
func unlocked() {
	var mu sync.Mutex
	mu.Unlock() // want "unlock of unlocked mutex"
}

// A panic that nobody recovers ends the program: nobody is left waiting.
func dies() {
	done := make(chan struct{})
	go func() { panic("dead") }()
	<-done
}

// A panic in a goroutine of its own ends the program, whoever waits.
func panicsElsewhere(failed bool) {
	done := make(chan struct{})
	go func() {
		if failed {
			go panic("failed")
			select {}
		}
		close(done)
	}()
	<-done
}

// Package alternatives has goroutines that wait in one place or another, and it isn't known which.
package alternatives

import "sync"

var names []string

// hash isn't followed: what it returns is in doubt.
func hash() int {
	h := 0
	for _, name := range names {
		h = h*31 + len(name)
	}
	return h
}

// Wrong: nobody sends, whichever it is.
func either() {
	c := make(chan int)
	if hash() > 3 {
		<-c
	} else {
		println("small")
		<-c // want "receive from c blocks forever here or at line 21: nobody sends on it or closes it"
	}
}

// Right: somebody sends.
func eitherHeard() {
	c := make(chan int)
	go func() { c <- 1 }()
	if hash() > 3 {
		<-c
	} else {
		println("small")
		<-c
	}
}

// Right, as far as is known: it may wait in one of two ways only.
func oneOfTwo() {
	c := make(chan int)
	go func() { c <- 1 }()
	<-c
	if hash() > 3 {
		<-c
	}
}

func wait(c chan int, n int) {
	for range n {
		<-c // want "receive from c blocks forever here or at line 68 \\(send on c\\): no other goroutine sends on it or closes it"
	}
}

// Wrong: by calls, in three ways, each after something else that goes on.
func byCalls() {
	c, d := make(chan int), make(chan int, 1)
	switch h := hash(); {
	case h < 3:
		wait(c, 1)
	case h < 5:
		d <- 1
		<-d
		wait(c, 2)
	default:
		d <- 1
		c <- 1
	}
}

// Right: each way has its partner.
func byCallsHeard() {
	c, d := make(chan int), make(chan int, 1)
	go func() {
		select {
		case c <- 1:
		case <-c:
		}
	}()
	switch h := hash(); {
	case h < 3:
		wait(c, 1)
	case h < 5:
		d <- 1
		<-d
		wait(c, 1)
	default:
		d <- 1
		c <- 1
		<-d
	}
}

// Wrong: a worker waits in a select or for a lock that is never given back.
func worker() {
	c, done := make(chan int), make(chan bool)
	var mu sync.Mutex
	mu.Lock()
	go func() {
		if hash() > 3 {
			select {
			case <-c:
			case <-done:
			}
		} else {
			mu.Lock() // want "mu.Lock blocks forever here or at line 102 \\(select on c, done\\) and leaks the goroutine: it was locked"
		}
	}()
}

// Right: the worker is told to stop, and the lock is given back.
func workerStopped() {
	c, done := make(chan int), make(chan bool)
	var mu sync.Mutex
	mu.Lock()
	go func() {
		if hash() > 3 {
			select {
			case <-c:
			case <-done:
			}
		} else {
			mu.Lock()
			mu.Unlock()
		}
	}()
	mu.Unlock()
	close(done)
}

// Wrong: closed a second time, whichever way it goes.
func closedTwice() {
	c := make(chan int)
	close(c)
	if hash() > 3 {
		close(c)
	} else {
		println("small")
		close(c) // want "panic: close of closed channel .c. here or at line 137"
	}
}

// Right: closed once, whichever way it goes.
func closedOnce() {
	c := make(chan int)
	if hash() > 3 {
		close(c)
	} else {
		println("small")
		close(c)
	}
	<-c
}

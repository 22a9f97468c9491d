// Package rounds has loops with more rounds than anybody tells apart.
package rounds

import (
	"sync"
	"time"
)

// All signals may be given before anybody waits for one.
func signalsAreLost() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	go func() {
		mu.Lock()
		c.Wait() // want "blocks forever and leaks the goroutine: the Signal at line 19 comes before that, and nobody is left to call another one"
		mu.Unlock()
	}()
	for i := 0; i < 1000; i++ {
		c.Signal()
	}
}

// Who sends and who receives come to their ends together.
func asManyAsAreSent() {
	c := make(chan int)
	go func() {
		for i := 0; i < 1000; i++ {
			c <- i
		}
	}()
	for i := 0; i < 1000; i++ {
		<-c
	}
}

func asManyAreAnswered() {
	questions, answers := make(chan int), make(chan int)
	go func() {
		for i := 0; i < 500; i++ {
			<-questions
			answers <- 1
		}
	}()
	for i := 0; i < 500; i++ {
		questions <- i
		<-answers
	}
}

// The buffer takes all of them.
func asManyAsFit() {
	c := make(chan int, 200)
	for i := 0; i < 200; i++ {
		c <- i
	}
	close(c)
	for range c {
	}
}

// The last round closes it.
func closedByTheLast() {
	c := make(chan struct{})
	var mu sync.Mutex
	go func() {
		for i := 0; i < 1000; i++ {
			mu.Lock()
			mu.Unlock()
			if i == 999 {
				close(c)
			}
		}
	}()
	<-c
}

// After the rounds it is closed.
func closedAfterwards() {
	c := make(chan struct{})
	var mu sync.Mutex
	go func() {
		for i := 0; i < 1000; i++ {
			mu.Lock()
			mu.Unlock()
		}
		close(c)
	}()
	<-c
}

// After the rounds it is forgotten, whoever has the lock meanwhile.
func forgottenAfterwards() {
	c := make(chan struct{})
	var mu sync.Mutex
	go func() {
		for i := 0; i < 1000; i++ {
			mu.Lock()
			mu.Unlock()
		}
		<-c // want "receive from c blocks forever and leaks"
	}()
	for i := 0; i < 1000; i++ {
		mu.Lock()
		mu.Unlock()
	}
}

// Who asks often enough gets the answer, or says that he gives up.
func polled() bool {
	done := make(chan struct{})
	go func() { close(done) }()
	for i := 0; i < 1000; i++ {
		select {
		case <-done:
			return true
		case <-time.After(time.Millisecond):
		}
	}
	return false
}

// Each round waits for a goroutine of its own.
func oneAfterTheOther() {
	for i := 0; i < 1000; i++ {
		done := make(chan struct{})
		go func() { close(done) }()
		<-done
	}
}

// Two loops of one goroutine, and their counterparts in another one.
func inTwoParts() {
	c, d := make(chan int), make(chan int)
	go func() {
		for i := 0; i < 300; i++ {
			c <- i
		}
		for i := 0; i < 300; i++ {
			<-d
		}
	}()
	for i := 0; i < 300; i++ {
		<-c
	}
	for i := 0; i < 300; i++ {
		d <- i
	}
}

// The second part is missing: who doesn't count may say no more than that it is stuck somewhere.
func inOnePart() {
	c, d := make(chan int), make(chan int)
	go func() {
		for i := 0; i < 300; i++ {
			c <- i
		}
		<-d // want "receive from d blocks forever here or at line \\d+ \\(send on c\\) and leaks"
	}()
	for i := 0; i < 300; i++ {
		<-c
	}
}

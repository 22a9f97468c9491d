package asserted

import (
	"fmt"
	"sync"
)

// perhaps says it only if it is told to.
func perhaps(strict, holds bool) {
	if strict && !holds {
		panic("not so")
	}
}

// warns goes on.
func warns(holds bool) {
	if !holds {
		fmt.Println("not so")
	}
}

// survives recovers from what it says.
func survives(holds bool) {
	defer func() { _ = recover() }()
	if !holds {
		panic("not so")
	}
}

// other looks at something else by then.
func other(holds bool, again func() bool) {
	holds = again()
	if !holds {
		panic("not so")
	}
}

// Small isn't covered by what is asserted.
func Small(n int) int {
	require(n > 0)
	c := make(chan int, 1)
	if n > 1 {
		c <- n
	}
	return <-c // want `receive from c blocks forever: no other goroutine sends on it or closes it \(if n <= 1\)`
}

// Reversed expects what is forbidden.
func Reversed(n int) int {
	forbid(n > 0, "%d is positive", n)
	c := make(chan int, 1)
	if n > 0 {
		c <- n
	}
	return <-c // want `receive from c blocks forever: nobody sends on it or closes it`
}

// Perhaps isn't told to be strict.
func Perhaps(n int, strict bool) int {
	perhaps(strict, n > 0)
	c := make(chan int, 1)
	if n > 0 {
		c <- n
	}
	return <-c // want `receive from c blocks forever: no other goroutine sends on it or closes it \(if n <= 0\)`
}

// Warned goes on.
func Warned(n int) int {
	warns(n > 0)
	c := make(chan int, 1)
	if n > 0 {
		c <- n
	}
	return <-c // want `receive from c blocks forever: no other goroutine sends on it or closes it \(if n <= 0\)`
}

// Survived goes on after a panic in the function that asserts.
func Survived(n int) int {
	survives(n > 0)
	c := make(chan int, 1)
	if n > 0 {
		c <- n
	}
	return <-c // want `receive from c blocks forever: no other goroutine sends on it or closes it \(if n <= 0\)`
}

// Asked is about another answer.
func Asked(n int, again func() bool) int {
	other(n > 0, again)
	c := make(chan int, 1)
	if n > 0 {
		c <- n
	}
	return <-c // want `receive from c blocks forever: no other goroutine sends on it or closes it \(if n <= 0\)`
}

// Recovered goes on in its own deferred function.
func Recovered(n int) {
	done := make(chan bool)
	defer func() {
		_ = recover()
		<-done // want `receive from done blocks forever: no other goroutine sends on it or closes it \(if n <= 0\)`
	}()
	require(n > 0)
	if n > 0 {
		close(done)
	}
}

// Caller recovers from what a helper asserts for it.
func Caller(n int) {
	done := make(chan bool)
	func() {
		defer func() { _ = recover() }()
		require(n > 0)
		if n != 5 {
			close(done)
		}
	}()
	if n <= 0 {
		<-done // want `receive from done blocks forever: no other goroutine sends on it or closes it`
	}
}

// A Shelf is locked.
type Shelf struct {
	mu  sync.Mutex
	sum int
}

// Keep forgets the lock for one number.
func (s *Shelf) Keep(k int) {
	require(k > 0)
	s.mu.Lock()
	s.sum += k
	if k > 1 { // want `never unlocks s\.mu, locked at wrong\.go:\d+ \(if k <= 1\): whoever locks it next blocks forever`
		s.mu.Unlock()
	}
}

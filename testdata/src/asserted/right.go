// Package asserted has functions that go on only if what they are given is so.
package asserted

import (
	"fmt"
	"sync"
)

func require(holds bool) {
	if !holds {
		panic("not so")
	}
}

// forbid panics if something is so, by way of a function that always does.
func forbid(is bool, format string, args ...any) {
	if is {
		giveUp(format, args...)
	}
}

func giveUp(format string, args ...any) {
	panic(fmt.Sprintf(format, args...))
}

func noError(err error) {
	if err != nil {
		panic(err)
	}
}

func positive(n int) {
	if n < 1 {
		panic("not positive")
	}
}

// requireBoth asserts by others.
func requireBoth(one, other bool) {
	require(one)
	if !other {
		fmt.Println("the other one")
		giveUp("other is %v", other)
	}
}

func present[T any](p *T) {
	if p == nil {
		panic("nothing there")
	}
}

// First has at least one.
func First(n int) int {
	require(n > 0)
	c := make(chan int, 1)
	if n > 0 {
		c <- n
	}
	return <-c
}

// Above isn't small.
func Above(n int) int {
	forbid(n < 10, "%d is less than ten", n)
	c := make(chan int, 1)
	if n >= 10 {
		c <- n
	}
	return <-c
}

// Opened goes on without an error.
func Opened(open func() error) {
	done := make(chan bool)
	err := open()
	if err == nil {
		close(done)
	}
	noError(err)
	<-done
}

// Counted is given a number that isn't a boolean.
func Counted(n int) {
	positive(n)
	done := make(chan bool)
	for i := range n {
		if i == 0 {
			close(done)
		}
	}
	<-done
}

// Both has two conditions.
func Both(name string, n int) {
	requireBoth(n == 3, name != "")
	done := make(chan bool)
	if name == "" || n != 3 {
		<-done
	}
}

// Pointed looks at what is there.
func Pointed(p *int) {
	present(p)
	done := make(chan bool)
	if p == nil {
		<-done
	}
}

// In one round of a loop as in all.
func Rounds(list []int) {
	for _, n := range list {
		done := make(chan bool, 1)
		require(n != 0)
		if n != 0 {
			done <- true
		}
		<-done
	}
}

// An Account is locked while something is taken.
type Account struct {
	mu  sync.Mutex
	sum int
}

// Take unlocks whatever it is given.
func (a *Account) Take(k int) {
	require(k > 0)
	a.mu.Lock()
	a.sum -= k
	if k > 0 {
		a.mu.Unlock()
	}
}

func (a *Account) require(holds bool) {
	if !holds {
		panic(a.sum)
	}
}

// Put asserts by a method.
func (a *Account) Put(k int) {
	a.require(k != 0)
	a.mu.Lock()
	a.sum += k
	if k == 0 {
		return
	}
	a.mu.Unlock()
}

// Caught closes in any case.
func Caught(n int) {
	done := make(chan bool)
	func() {
		defer func() { _ = recover() }()
		defer close(done)
		require(n > 0)
	}()
	if n <= 0 {
		<-done
	}
}

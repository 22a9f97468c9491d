// Package calls has programs with calls, some of them recursive.
package calls

import "errors"

func producer(ch chan<- int, n int) {
	for i := 0; i < n; i++ {
		ch <- i
	}
	close(ch)
}

func consumer(ch <-chan int) {
	for range ch {
	}
}

// Through parameters.
func through() {
	ch := make(chan int)
	go producer(ch, 2)
	consumer(ch)
}

// The consumer gives up.
func givesUp() {
	ch := make(chan int)
	go producer(ch, 2) // want "send on ch at calls.go:8 blocks forever and leaks"
	<-ch
}

func make1() chan int { return make(chan int, 1) }

// Through a result.
func result() {
	ch := make1()
	ch <- 1
	<-ch
}

func countdown(ch chan int, n int) {
	if n == 0 {
		close(ch)
		return
	}
	ch <- n
	countdown(ch, n-1)
}

// Recursion that ends.
func recursive() {
	ch := make(chan int)
	go countdown(ch, 2)
	for range ch {
	}
}

type sender interface{ send(ch chan int) }

type one struct{}

func (one) send(ch chan int) { ch <- 1 }

type none struct{}

func (none) send(chan int) {}

// Through an interface of known type.
func dispatched() {
	ch := make(chan int)
	var s sender = one{}
	go s.send(ch)
	<-ch
}

// The other type does not send.
func dispatchedNone() {
	ch := make(chan int)
	var s sender = none{}
	go s.send(ch)
	<-ch // want "receive from ch blocks forever"
}

type fetcher interface{ fetch() (int, error) }

// A stub's method is declared on the value, and called through a pointer.
type stub struct {
	name   string
	answer func() (int, error)
}

func (s stub) fetch() (int, error) { return s.answer() }

func poll(f fetcher, ch chan<- int) {
	if n, err := f.fetch(); err == nil {
		ch <- n
	}
}

// The answer is never an error.
func stubbed() {
	s := &stub{name: "stub", answer: func() (int, error) { return 1, nil }}
	ch := make(chan int, 1)
	poll(s, ch)
	<-ch
}

// The answer is always an error.
func stubbedToFail() {
	s := &stub{name: "stub", answer: func() (int, error) { return 0, errStub }}
	ch := make(chan int, 1)
	poll(s, ch)
	<-ch // want "receive from ch blocks forever"
}

var errStub = errors.New("stub")

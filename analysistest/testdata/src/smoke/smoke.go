// Package smoke has one finding of each default category, and a suppressed
// one.
package smoke

import (
	"sync"

	"helper"
)

func deadlock() int {
	c := make(chan int)
	c <- helper.Twice(1) // want `^send on c blocks forever: no other goroutine receives from it \[`
	return <-c
}

func leak(stop bool) {
	c := make(chan int)
	go func() {
		helper.Send(c, 1) // want `^send on c in helper.Send blocks forever and leaks the goroutine: leak never receives from it after line 22 \(if stop\) \[`
	}()
	if stop {
		return
	}
	<-c
}

func orphan() {
	errs := make(chan error, 1)
	errs <- nil // want `^message sent on errs is never received: nobody receives from it \[`
}

func panics() {
	var mu sync.Mutex
	mu.Unlock() // want `^fatal error: sync: unlock of unlocked mutex \(mu\) \[`
}

func suppressed() {
	c := make(chan int)
	//lint:ignore chancheck it is only a test
	<-c
	<-c //lint:ignore S1000,chancheck so is this
}

func notSuppressed() {
	c := make(chan int)
	//lint:ignore SA1000 another check
	<-c // want `nobody sends on it or closes it`
}

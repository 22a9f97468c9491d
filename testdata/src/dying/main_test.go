package main

import (
	"errors"
	"log"
	"testing"
	"time"
)

var do = func() error { return errors.New("not yet") }

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// Right: a test that panics ends the program as well.
func TestPanics(t *testing.T) {
	results := make(chan int)
	defer close(results)
	go func() { results <- 1 }()
	must(do())
	<-results
}

// Right: so does one that has waited for too long, be it by a logger.
func TestWaits(t *testing.T) {
	results, done := make(chan int), make(chan bool)
	defer close(results)
	go func() {
		results <- 1
		close(done)
	}()
	go func() { <-results }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		log.Panicf("waited for %v", time.Minute)
	}
}

// Right: what a test cleans up it does then, too.
func TestCleansUp(t *testing.T) {
	results := make(chan int)
	t.Cleanup(func() { close(results) })
	go func() { results <- 1 }()
	must(do())
	<-results
}

// Right: and a subtest.
func TestSubtest(t *testing.T) {
	t.Run("sub", func(t *testing.T) {
		results := make(chan int)
		defer close(results)
		go func() { results <- 1 }()
		must(do())
		<-results
	})
}

// Wrong: it hangs instead.
func TestHangs(t *testing.T) {
	results, done := make(chan int), make(chan bool)
	go func() {
		results <- 1
		close(done)
	}()
	defer func() { <-done }() // want `receive from done blocks forever`
	must(do())
	<-results
}

// Wrong: the test goes on.
func TestGoesOn(t *testing.T) {
	results := make(chan int)
	go func() { results <- 1 }() // want `panic: send on closed channel`
	func() {
		defer func() { _ = recover() }()
		defer close(results)
		must(do())
		<-results
	}()
}

// Wrong: it comes to its end.
func TestEnds(t *testing.T) {
	results := make(chan int)
	defer close(results)
	go func() { results <- 1 }() // want `panic: send on closed channel`
	if do() == nil {
		<-results
	}
}

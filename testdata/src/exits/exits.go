// Package exits has programs that end themselves or a goroutine.
package exits

import (
	"log"
	"os"
	"runtime"
	"sync"
	"testing"
)

// The program ends: nobody is left waiting.
func exit() {
	done := make(chan struct{})
	go func() { os.Exit(1) }()
	<-done
}

// So does a fatal log.
func fatal(err error) {
	done := make(chan struct{})
	go func() {
		if err != nil {
			log.Fatal(err)
		}
		close(done)
	}()
	<-done
}

// Goexit runs the deferred calls.
func goexit() {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.Goexit()
	}()
	<-done
}

// Goexit skips what comes after it.
func goexitSkips() {
	done := make(chan struct{})
	go func() {
		runtime.Goexit()
		close(done)
	}()
	<-done // want "receive from done blocks forever"
}

// FailNow ends the test, not the goroutine that it started; but what a test leaves behind that
// has failed is told only on request.
func failNow(t *testing.T, bad bool) {
	ch := make(chan int)
	go func() { ch <- 1 }()
	if bad {
		t.FailNow()
	}
	<-ch
}

// FailNow in a goroutine ends that alone, and the test hangs.
func failsInGoroutine(t *testing.T, bad bool) {
	done := make(chan struct{})
	go func() {
		if bad {
			t.FailNow()
		}
		close(done)
	}()
	<-done // want "receive from done blocks forever: .* \\(if bad\\)"
}

// What is deferred is done even if the test fails, and hangs.
func failsBeforeWait(t *testing.T, bad bool) {
	ch := make(chan int)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		<-ch
	}()
	defer wg.Wait() // want "wg.Wait blocks forever: .* \\(if bad\\)"
	if bad {
		t.Skip("nobody closes ch")
	}
	close(ch)
}

// The goroutine waits for what the test doesn't do when it has failed, in a function that it
// calls.
func failsInHelper(t *testing.T, ask func() error) {
	ch := make(chan int)
	go func() { <-ch }()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(ask())
	close(ch)
}

// The goroutine may panic only when the test has failed.
func failsWithClosed(t *testing.T, timeout <-chan int) {
	ch := make(chan int)
	go func() { ch <- 1 }()
	select {
	case <-ch:
	case <-timeout:
		close(ch)
		t.Fatal("timeout")
	}
}

// Here it may panic where the test goes on.
func goesOnWithClosed(t *testing.T, timeout <-chan int, enough bool) {
	ch := make(chan int)
	go func() { ch <- 1 }() // want "panic: send on closed channel"
	select {
	case <-ch:
	case <-timeout:
		close(ch)
		if !enough {
			t.Fatal("timeout")
		}
	}
}

// The test itself panics, whether it is given up afterwards or not.
func panicsItself(t *testing.T) {
	ch := make(chan int)
	close(ch)
	close(ch) // want "panic: close of closed channel"
	t.Fatal("never")
}

// Goexit is no failure.
func goexitLeaves(bad bool) {
	ch := make(chan int)
	go func() { ch <- 1 }() // want "send on ch blocks forever and leaks"
	if bad {
		runtime.Goexit()
	}
	<-ch
}

// The buffer lets the goroutine end all the same.
func failNowBuffered(t *testing.T, bad bool) {
	ch := make(chan int, 1)
	go func() { ch <- 1 }()
	if bad {
		t.Fatalf("bad")
	}
	<-ch
}

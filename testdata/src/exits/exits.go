// Package exits has programs that end themselves or a goroutine.
package exits

import (
	"log"
	"os"
	"runtime"
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

// FailNow ends the test, not the goroutine that it started.
func failNow(t *testing.T, bad bool) {
	ch := make(chan int)
	go func() { ch <- 1 }() // want "send on ch blocks forever and leaks"
	if bad {
		t.FailNow()
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

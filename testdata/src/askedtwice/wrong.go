// Package askedtwice has functions that ask for the same twice, of what isn't followed.
package askedtwice

import (
	"flag"
	"os"
)

// halfOfThem waits for nobody whatever the answer is.
func halfOfThem() {
	done := make(chan bool)
	if flag.NArg() > 0 {
		go func() { done <- true }() // want `send on done blocks forever and leaks the goroutine: nobody receives from it`
	}
	if flag.NArg() > 0 {
		return
	}
}

// another asks for something else the second time.
func another() {
	done := make(chan bool)
	if os.Getenv("START") != "" {
		go func() { done <- true }() // want `send on done blocks forever and leaks the goroutine: nobody is left to receive from it`
	}
	if os.Getenv("WAIT") != "" {
		<-done // want `receive from done blocks forever: nobody is left to send on it, and nothing closes it`
	}
}

// opened asks whether there is an error, which there may be any time.
func opened(f *os.File) {
	done := make(chan bool)
	if f.Sync() != nil {
		return
	}
	go func() { done <- true }() // want `send on done blocks forever and leaks the goroutine: nobody is left to receive from it`
	if f.Sync() != nil {
		return
	}
	<-done
}

func Wrong(f *os.File) {
	halfOfThem()
	another()
	opened(f)
}

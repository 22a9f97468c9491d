// Package exitcalls has programs that are ended some calls away.
package exitcalls

import (
	"errors"
	"exitdep"
	"net/http"
	"os"
	"sync"
)

func fatal(err error) {
	if err != nil {
		os.Exit(1)
	}
}

func die() { fatal(errors.New("died")) }

// A server always ends with an error, and the program with it.
func serves() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		fatal(http.ListenAndServe(":80", nil))
	}()
	wg.Wait()
}

// Two calls away.
func dies() {
	done := make(chan bool)
	go func() {
		die()
	}()
	<-done
}

// In another package.
func checks() {
	done := make(chan bool)
	go func() {
		exitdep.Check(errors.New("failed"))
	}()
	<-done
}

// There, and one call further.
func runs() {
	done := make(chan bool)
	go func() {
		exitdep.Run(func() error { return errors.New("failed") })
	}()
	<-done
}

var exit = os.Exit

// By a variable, which tests replace.
func exits() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		exit(3)
	}()
	wg.Wait()
}

var leave = func(code int) {
	if code > 0 {
		os.Exit(code)
	}
}

// By one that holds a function which does so.
func leaves() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		leave(3)
	}()
	wg.Wait()
}

var report = func(int) {}

// By one that holds something else nothing ends.
func reports() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		report(3)
	}()
	wg.Wait() // want `wg.Wait blocks forever: the counter is 1`
}

// Nothing ends without an error.
func checksNothing() {
	done := make(chan bool)
	go func() {
		exitdep.Check(nil)
	}()
	<-done // want "receive from done blocks forever"
}

// The program may end or go on.
func mayEnd(err error) {
	done := make(chan bool)
	go func() {
		fatal(err)
	}()
	<-done // want `receive from done blocks forever: nobody sends on it or closes it \[deadlock\]`
}

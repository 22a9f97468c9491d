package handover

import (
	"errors"
	"fmt"
	"os"
	"runtime"
)

type options struct{ on bool }

func (o *options) enable()    { o.on = true }
func (o *options) isOn() bool { return o.on }

// A method sets the flag.
func enabled() {
	done := make(chan struct{})
	o := &options{}
	o.enable()
	if o.isOn() {
		close(done)
	}
	<-done
}

func increment(n *int) { *n++ }

// A helper counts.
func dispatch(jobs []func() error) {
	n := 0
	results := make(chan error)
	for _, job := range jobs {
		if job != nil {
			increment(&n)
			go func() { results <- job() }()
		}
	}
	for ; n > 0; n-- {
		<-results
	}
}

// The library sets the variable; what it may set it to is an assumption.
func asked(err error) {
	c := make(chan int, 1)
	var path *os.PathError
	errors.As(err, &path)
	if path == nil {
		return
	}
	c <- 1
	<-c
}

// Scanned numbers are not zero because the variable was.
func scanned(text string) {
	n := 0
	fmt.Sscan(text, &n)
	c := make(chan int, 1)
	if n == 0 {
		c <- 1
	}
	if n == 0 {
		<-c
	}
}

// The machine has the same number of processors each time.
func processors(work func()) {
	c := make(chan bool)
	for i := 0; i < runtime.NumCPU(); i++ {
		go func() {
			work()
			c <- true
		}()
	}
	for i := 0; i < runtime.NumCPU(); i++ {
		<-c
	}
}

var started bool

func start() bool {
	if started {
		return false
	}
	started = true
	return true
}

// A package-level variable makes one of the two the first.
func startedOnce() {
	c := make(chan int)
	if start() {
		close(c)
	}
	if start() {
		close(c)
	}
}

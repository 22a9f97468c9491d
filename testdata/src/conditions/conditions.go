// Package conditions has programs whose branches must be read together.
package conditions

// The same unknown twice has the same value.
func same(async bool) {
	ch := make(chan int)
	if async {
		go func() { ch <- 1 }()
	}
	if async {
		<-ch
	}
}

// Two unknowns need not agree.
func different(a, b bool) {
	ch := make(chan int)
	if a {
		go func() { ch <- 1 }() // want "send on ch blocks forever and leaks"
	}
	if b {
		<-ch // want "receive from ch blocks forever"
	}
}

type options struct{ async bool }

// A field of an unknown keeps its value.
func field(o *options) {
	ch := make(chan int)
	if o.async {
		go func() { ch <- 1 }()
	}
	if o.async {
		<-ch
	}
}

// Sender and receiver agree about the error that is sent.
func errors(work func() error) {
	errs, done := make(chan error), make(chan struct{})
	go func() {
		err := work()
		errs <- err
		if err == nil {
			close(done)
		}
	}()
	if err := <-errs; err == nil {
		<-done
	}
}

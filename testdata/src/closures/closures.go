// Package closures has programs with closures and variables that they share.
package closures

// The variable is set before the goroutine starts.
func captured() {
	var ch chan int
	ch = make(chan int)
	go func() { ch <- 1 }()
	<-ch
}

// The channel is replaced before anybody uses the first one.
func replaced() {
	ch := make(chan int)
	send := func() { ch <- 1 } // want "send on ch blocks forever and leaks"
	old := ch
	ch = make(chan int)
	go send()
	select {
	case <-old:
	default:
	}
}

// A function that returns a function.
func maker() {
	done := make(chan struct{})
	finish := func() func() { return func() { close(done) } }
	go finish()()
	<-done
}

// A method value as a goroutine.
type worker struct{ done chan struct{} }

func (w *worker) run() { close(w.done) }

func methodValue() {
	w := &worker{done: make(chan struct{})}
	run := w.run
	go run()
	<-w.done
}

// The error that the goroutine sets decides who is waited for.
func flag(work func() error) error {
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		err = work()
	}()
	<-done
	return err
}

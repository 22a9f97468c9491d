// Package buffered has programs over channels with a buffer.
package buffered

// Room for one.
func room() int {
	ch := make(chan int, 1)
	ch <- 1
	return <-ch
}

// Room for one, but two are sent.
func full() {
	ch := make(chan int, 1)
	ch <- 1
	ch <- 2 // want "send on ch blocks forever: its buffer"
	<-ch
}

// The result of a slow goroutine fits into the buffer.
func abandoned(quick bool) int {
	ch := make(chan int, 1)
	go func() { ch <- 1 }()
	if quick {
		return 0
	}
	return <-ch
}

// Without a buffer it would not.
func abandonedUnbuffered(quick bool) int {
	ch := make(chan int)
	go func() { ch <- 1 }() // want "send on ch blocks forever and leaks"
	if quick {
		return 0
	}
	return <-ch
}

// A semaphore that is released by whoever took it.
func semaphore(jobs []func()) {
	slots := make(chan struct{}, 1)
	for _, job := range jobs {
		slots <- struct{}{}
		go func() {
			job()
			<-slots
		}()
	}
}

// A semaphore that is never released.
func semaphoreLost(jobs []func()) {
	slots := make(chan struct{}, 1)
	for range jobs {
		slots <- struct{}{} // want "send on slots blocks forever"
	}
}

// Nobody ever looks at the error.
func lostError(work func() error) {
	errs := make(chan error, 1)
	go func() {
		errs <- work() // want "message sent on errs is never received"
	}()
}

// A signal that is dropped if there is one already. Nobody looks here.
func signal(n int) {
	wake := make(chan struct{}, 1)
	for range n {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
}

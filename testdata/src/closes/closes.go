// Package closes has programs that close channels.
package closes

// A closed channel wakes all who wait.
func broadcast() {
	done := make(chan struct{})
	for range 3 {
		go func() { <-done }()
	}
	close(done)
}

// The channel is closed on one path only.
func forgotten(ok bool) {
	done := make(chan struct{})
	go func() { <-done }() // want "receive from done blocks forever and leaks"
	if ok {
		close(done)
	}
}

// Closed by defer, on all paths.
func deferred(ok bool) {
	done := make(chan struct{})
	defer close(done)
	go func() { <-done }()
	if ok {
		return
	}
}

// Closed twice.
func twice(err error) {
	ch := make(chan int)
	if err != nil {
		close(ch)
	}
	close(ch) // want "close of closed channel"
}

// A goroutine sends while the channel may be closed already.
func early() {
	ch := make(chan int, 1)
	go func() {
		ch <- 1 // want "send on closed channel"
	}()
	close(ch)
}

// The sender closes when it is done.
func bySender() (sum int) {
	ch := make(chan int)
	go func() {
		defer close(ch)
		ch <- 1
		ch <- 2
	}()
	for n := range ch {
		sum += n
	}
	return sum
}

// What comes after the close is the zero value, and not ok.
func drained() bool {
	ch := make(chan int, 1)
	ch <- 1
	close(ch)
	<-ch
	_, ok := <-ch
	if ok {
		<-make(chan int)
	}
	return ok
}

// Package selects has programs with select statements.
package selects

// Whoever is first; the other stays behind.
func firstOfTwo() int {
	a, b := make(chan int), make(chan int)
	go func() { a <- 1 }() // want "send on a blocks forever and leaks"
	go func() { b <- 2 }() // want "send on b blocks forever and leaks"
	select {
	case n := <-a:
		return n
	case n := <-b:
		return n
	}
}

// Both can end because of done.
func firstOfTwoDone() int {
	a, b, done := make(chan int), make(chan int), make(chan struct{})
	defer close(done)
	go func() {
		select {
		case a <- 1:
		case <-done:
		}
	}()
	go func() {
		select {
		case b <- 2:
		case <-done:
		}
	}()
	select {
	case n := <-a:
		return n
	case n := <-b:
		return n
	}
}

// The default is taken if nobody is there.
func try() {
	ch := make(chan int)
	select {
	case ch <- 1:
	default:
	}
}

// No case can ever happen.
func hopeless() {
	a, b := make(chan int), make(chan int)
	select { // want "select"
	case <-a:
	case b <- 1:
	}
}

// Polling until the other one is ready.
func poll() {
	done := make(chan struct{})
	go func() { close(done) }()
	for {
		select {
		case <-done:
			return
		default:
		}
	}
}

// A case is switched off by nil; both inputs end.
func merge(out chan<- int) {
	a, b := make(chan int), make(chan int)
	go func() { a <- 1; close(a) }()
	go func() { b <- 2; close(b) }()
	for a != nil || b != nil {
		select {
		case n, ok := <-a:
			if !ok {
				a = nil
				continue
			}
			out <- n
		case n, ok := <-b:
			if !ok {
				b = nil
				continue
			}
			out <- n
		}
	}
}

// The send can be lost by the default, and then the receiver waits.
func lossy() {
	ch := make(chan int)
	go func() {
		select {
		case ch <- 1:
		default:
		}
	}()
	<-ch // want "receive from ch blocks forever"
}

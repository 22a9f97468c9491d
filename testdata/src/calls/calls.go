// Package calls has programs with calls, some of them recursive.
package calls

func producer(ch chan<- int, n int) {
	for i := 0; i < n; i++ {
		ch <- i // want "send on ch blocks forever and leaks"
	}
	close(ch)
}

func consumer(ch <-chan int) {
	for range ch {
	}
}

// Through parameters.
func through() {
	ch := make(chan int)
	go producer(ch, 2)
	consumer(ch)
}

// The consumer gives up.
func givesUp() {
	ch := make(chan int)
	go producer(ch, 2)
	<-ch
}

func make1() chan int { return make(chan int, 1) }

// Through a result.
func result() {
	ch := make1()
	ch <- 1
	<-ch
}

func countdown(ch chan int, n int) {
	if n == 0 {
		close(ch)
		return
	}
	ch <- n
	countdown(ch, n-1)
}

// Recursion that ends.
func recursive() {
	ch := make(chan int)
	go countdown(ch, 2)
	for range ch {
	}
}

type sender interface{ send(ch chan int) }

type one struct{}

func (one) send(ch chan int) { ch <- 1 }

type none struct{}

func (none) send(chan int) {}

// Through an interface of known type.
func dispatched() {
	ch := make(chan int)
	var s sender = one{}
	go s.send(ch)
	<-ch
}

// The other type does not send.
func dispatchedNone() {
	ch := make(chan int)
	var s sender = none{}
	go s.send(ch)
	<-ch // want "receive from ch blocks forever"
}

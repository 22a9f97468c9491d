// Package unbuffered has programs over channels without a buffer.
package unbuffered

// Nobody else can receive.
func sendToSelf() int {
	ch := make(chan int)
	ch <- 1 // want "send on ch blocks forever"
	return <-ch
}

// Nobody sends.
func receiveFromSelf() {
	ch := make(chan int)
	<-ch // want "receive from ch blocks forever"
}

// A handshake in the right order.
func handshake() {
	ping, pong := make(chan int), make(chan int)
	go func() {
		<-ping
		pong <- 1
	}()
	ping <- 1
	<-pong
}

// Both wait for the other to receive first.
func crossed() {
	a, b := make(chan int), make(chan int)
	go func() {
		b <- 1
		<-a
	}()
	a <- 1 // want "send on a blocks forever"
	<-b
}

// Two sends, one receive.
func oneTooMany() {
	ch := make(chan int)
	go func() {
		ch <- 1
		ch <- 2 // want "send on ch blocks forever and leaks"
	}()
	<-ch
}

// Two sends, two receives.
func two() int {
	ch := make(chan int)
	go func() {
		ch <- 1
		ch <- 2
	}()
	return <-ch + <-ch
}

// A chain of three goroutines, each of which ends.
func chain() {
	a, b, c := make(chan int), make(chan int), make(chan int)
	go func() { b <- <-a }()
	go func() { c <- <-b }()
	a <- 1
	<-c
}

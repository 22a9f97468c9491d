// Package neverreported has programs that wait, and are meant to.
package main

import "net"

// A goroutine that is alive when main returns.
func main() {
	ch := make(chan int)
	go func() { ch <- 1 }()
}

// Waiting for ever on purpose.
func park() {
	done := make(chan struct{})
	go func() { <-done }()
	close(done)
	select {}
}

// A server waits for the outside world.
func serve(l net.Listener) {
	done := make(chan error, 1)
	for {
		conn, err := l.Accept()
		if err != nil {
			done <- err
			<-done
			return
		}
		go conn.Close()
	}
}

// So does who waits for a channel that nobody else can have.
func parkAtChannel() {
	done := make(chan struct{})
	go func() { <-done }()
	close(done)
	<-make(chan int)
}

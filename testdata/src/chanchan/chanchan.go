// Package chanchan has programs that send channels.
package chanchan

type request struct {
	n     int
	reply chan int
}

// A server that answers each request.
func served() int {
	requests := make(chan request)
	go func() {
		for r := range requests {
			r.reply <- r.n + 1
		}
	}()
	r := request{1, make(chan int)}
	requests <- r
	n := <-r.reply
	close(requests)
	return n
}

// A server that answers only once.
func servedOnce() {
	requests := make(chan chan int)
	go func() {
		reply := <-requests
		reply <- 1
	}()
	for range 2 {
		reply := make(chan int)
		requests <- reply // want "send on requests blocks forever"
		<-reply
	}
}

// The answer goes to a channel that is given up.
func givenUp(impatient bool) {
	requests := make(chan chan int)
	go func() {
		reply := <-requests
		reply <- 1 // want "send on reply blocks forever and leaks"
	}()
	reply := make(chan int)
	requests <- reply
	if impatient {
		return
	}
	<-reply
}

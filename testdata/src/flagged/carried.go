package flagged

import "sync"

// What an operator makes is carried by a variable of any type, a map, a choice, and as the order of two numbers.

// wrapped is right: the receiver knows the type of what it gets.
func wrapped(size int) {
	any, big := make(chan any), make(chan int)
	go func() {
		if v := <-any; v.(bool) {
			big <- 1
		}
	}()
	any <- size > 10
	if size > 10 {
		<-big
	}
}

// mapped is right: the map says what its maker asks for again.
func mapped(size int) {
	var mu sync.Mutex
	known := map[string]bool{"big": size > 10}
	ready, big := make(chan struct{}), make(chan int)
	go func() {
		<-ready
		mu.Lock()
		isBig := known["big"]
		known["seen"] = true
		mu.Unlock()
		if isBig {
			big <- 1
		}
	}()
	mu.Lock()
	known["other"] = true
	mu.Unlock()
	close(ready)
	if size > 10 {
		<-big
	}
}

// offered is right: the offer is taken, or it isn't, and then there is none.
func offered(size int, quit chan struct{}) {
	offer, big := make(chan bool), make(chan int)
	go func() {
		if isBig := <-offer; isBig {
			big <- 1
		}
	}()
	isBig := size > 10
	select {
	case offer <- isBig:
	case <-quit:
		offer <- false
		return
	}
	if isBig {
		<-big
	}
}

// ordered is right: it is about two numbers, again and again.
func ordered(left, right []int) {
	less, rest := make(chan bool), make(chan int)
	go func() {
		for isLess := range less {
			if isLess {
				rest <- 1
			}
		}
	}()
	defer close(less)
	for i := range left {
		isLess := left[i] < right[i]
		less <- isLess
		if isLess {
			<-rest
		}
	}
}

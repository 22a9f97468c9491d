package doubts

import (
	"net/http"
	"sync/atomic"
)

type box struct {
	n int64
	s string
}

// What the receiver asks about, the sender's counter decides.
func countedElsewhere() {
	var n atomic.Int64
	n.Store(3)
	ch := make(chan int64, 1)
	done := make(chan int)
	go func() { ch <- n.Load() }()
	if v := <-ch; v != 3 {
		<-done
	}
}

// The same in a struct.
func countedInStruct() {
	var n atomic.Int64
	n.Store(3)
	ch := make(chan box, 1)
	done := make(chan int)
	go func() { ch <- box{n.Load(), "x"} }()
	if v := <-ch; v.n != 3 {
		<-done
	}
}

// The same in a variable.
func countedInVariable() {
	var n atomic.Int64
	var v int64
	n.Store(3)
	ch := make(chan int)
	done := make(chan int)
	go func() { v = n.Load(); ch <- 1 }()
	<-ch
	if v != 3 {
		<-done
	}
}

// A handler of the program decides what is sent.
func handed() {
	ch := make(chan int, 1)
	done := make(chan int)
	http.HandleFunc("/", func(http.ResponseWriter, *http.Request) { ch <- 1 })
	if v := <-ch; v != 1 {
		<-done
	}
}

// An unknown struct isn't a zero one when it has been sent.
func unknownSent(f func() box) {
	ch := make(chan box, 1)
	done := make(chan int)
	go func() { b := f(); ch <- b }()
	if v := <-ch; v.n == 3 {
		<-done // want `receive from done blocks forever: nobody sends on it or closes it \(if v.n == 3\)`
	}
}

func otherUnknownSent(f func() box) {
	ch := make(chan box, 1)
	done := make(chan int)
	go func() { b := f(); ch <- b }()
	if v := <-ch; v.n != 3 {
		<-done // want `receive from done blocks forever: nobody sends on it or closes it \(if v.n != 3\)`
	}
}

// Whether stop is closed by then, a handler of the program decides.
func stopped() {
	stop := make(chan int)
	out := make(chan int)
	http.HandleFunc("/stop", func(http.ResponseWriter, *http.Request) { close(stop) })
	go func() { out <- 1 }()
	select {
	case <-stop:
		return
	default:
	}
	<-out
}

// It doesn't matter.
func stoppedOrNot() {
	stop := make(chan int)
	out := make(chan int)
	http.HandleFunc("/stop", func(http.ResponseWriter, *http.Request) { close(stop) })
	go func() { out <- 1 }() // want "send on out blocks forever and leaks"
	select {
	case <-stop:
		return
	default:
	}
}

// Who asks twice gets the same answer.
func askedTwice(f func() box) {
	ch := make(chan box, 1)
	done := make(chan int)
	go func() { ch <- f() }()
	v := <-ch
	if v.n == 1 && v.n == 2 {
		<-done
	}
}

// And so does the sender.
func askedBySender(f func() (int, bool)) {
	ch := make(chan int)
	go func() {
		n, _ := f()
		ch <- n
		if n == 0 {
			return
		}
		ch <- n
	}()
	if v := <-ch; v != 0 {
		<-ch
	}
}

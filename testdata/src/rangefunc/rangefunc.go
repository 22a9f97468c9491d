// Package rangefunc has programs that range over functions.
package rangefunc

import "iter"

func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// As many receives as the iterator yields.
func same() {
	ch := make(chan int)
	for i := range count(2) {
		go func() { ch <- i }()
	}
	<-ch
	<-ch
}

// One too few.
func tooFew() {
	ch := make(chan int)
	for i := range count(2) {
		go func() { ch <- i }() // want "send on ch blocks forever and leaks"
	}
	<-ch
}

// The loop is left at once.
func left() {
	ch := make(chan int)
	for i := range count(3) {
		go func() { ch <- i }()
		break
	}
	<-ch
}

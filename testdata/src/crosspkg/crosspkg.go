// Package crosspkg has programs that communicate through another package.
package crosspkg

import "crossdep"

// The other package sends.
func sent() {
	ch := make(chan int)
	go crossdep.Send(ch)
	<-ch
}

// It does not.
func notSent() {
	ch := make(chan int)
	go crossdep.Nothing(ch)
	<-ch // want "receive from ch blocks forever"
}

// It sends through a function that is not exported; nobody receives.
func blocked() {
	ch := make(chan int)
	crossdep.Both(ch) // want "send on ch blocks forever"
}

// Used and stopped.
func stopped() {
	q := crossdep.NewQueue()
	q.Put(1)
	q.Stop()
}

// Used after it was stopped.
func afterStop() {
	q := crossdep.NewQueue()
	q.Stop()
	q.Put(1) // want "send on .* blocks forever"
}

// Package crosspkg has programs that communicate through another package.
package crosspkg

import (
	"crossdep"
	"crossmid"
)

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
	crossdep.Both(ch) // want "send on ch in crossdep.Both blocks forever"
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

// The second goroutine comes in when the first has set the flag.
func gated() {
	gate := crossmid.NewGate()
	c := make(chan int, 1)
	done := false
	for range 2 {
		go func() {
			gate.Enter()
			defer gate.Leave()
			if !done {
				done = true
				close(c)
			}
		}()
	}
	<-c
}

// A method of the other package is the goroutine; nobody is inside.
func leaves() {
	gate := crossdep.NewGate()
	go gate.Leave() // want "receive from .* blocks forever and leaks"
}

// Whether anybody is to receive it, is the business of who makes the channel.
func leavesMail() {
	c := crossdep.Mailbox()
	c <- 1
}

func leavesOwnMail() {
	c := make(chan int, 1)
	c <- 1 // want "nobody receives"
}

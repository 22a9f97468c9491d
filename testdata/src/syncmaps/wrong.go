// Package syncmaps keeps what goroutines communicate over in sync.Maps.
package syncmaps

import "sync"

// A desk answers questions by their numbers.
type desk struct {
	waiting sync.Map // of chan string, by number
}

// forgetsToAnswer takes the reply channel out, and answers nobody.
func forgetsToAnswer() {
	var d desk
	reply := make(chan string)
	d.waiting.Store(1, reply)
	go func() {
		if v, ok := d.waiting.Load(2); ok {
			v.(chan string) <- "late"
		}
	}()
	<-reply // want `deadlock`
}

// closesTwice closes what the range has closed before.
func closesTwice() {
	var all sync.Map
	done := make(chan struct{})
	all.Store("only", done)
	all.Range(func(_, v any) bool {
		close(v.(chan struct{}))
		return true
	})
	close(done) // want `closed`
}

// sendsToNobody finds the channel, on which nobody receives any more.
func sendsToNobody() {
	var all sync.Map
	all.Store("a", make(chan int))
	go func() {
		v, _ := all.Load("a")
		v.(chan int) <- 1 // want `leak`
	}()
}

// takesOut has the only one who could answer go without a word.
func takesOut() {
	var waiting sync.Map
	reply := make(chan int)
	waiting.Store("q", reply)
	if _, ok := waiting.LoadAndDelete("q"); !ok {
		return
	}
	if v, ok := waiting.Load("q"); ok {
		go func() { v.(chan int) <- 1 }()
	}
	<-reply // want `deadlock`
}

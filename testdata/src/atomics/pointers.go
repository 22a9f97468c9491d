package atomics

import (
	"sync"
	"sync/atomic"
)

// A setting is replaced as a whole.
type setting struct {
	done chan struct{}
	on   bool
}

// Right: whoever loads the pointer finds what was stored.
func closesStored() {
	var p atomic.Pointer[setting]
	p.Store(&setting{done: make(chan struct{})})
	go func() { close(p.Load().done) }()
	<-p.Load().done
}

// Wrong: nobody closes it.
func nobodyClosesStored() {
	var p atomic.Pointer[setting]
	p.Store(&setting{done: make(chan struct{})})
	go func() { _ = p.Load().on }()
	<-p.Load().done // want `blocks forever`
}

// Wrong: the one that is closed isn't the one that somebody waits for.
func closesTheNewOne() {
	var p atomic.Pointer[chan struct{}]
	old, young := make(chan struct{}), make(chan struct{})
	p.Store(&old)
	go func() { <-old }() // want `receive from old blocks forever`
	p.Store(&young)
	close(*p.Load())
}

// Right: that one is closed.
func closesTheOldOne() {
	var p atomic.Pointer[chan struct{}]
	old, young := make(chan struct{}), make(chan struct{})
	p.Store(&old)
	go func() { <-old }()
	close(*p.Load())
	p.Store(&young)
}

// Right: which of two it is hangs on who comes first, and both are closed.
func eitherIsClosed() {
	var p atomic.Pointer[chan struct{}]
	a, b := make(chan struct{}), make(chan struct{})
	p.Store(&a)
	go func() { p.Store(&b) }()
	close(a)
	close(b)
	<-*p.Load()
}

// Wrong: the pointer may not be there yet.
func notThereYet() {
	var p atomic.Pointer[setting]
	done := make(chan struct{})
	go func() {
		if p.Load() != nil {
			close(done)
		}
	}()
	p.Store(&setting{})
	<-done // want `receive from done blocks forever`
}

// Right: it is there before the other one starts.
func thereBefore() {
	var p atomic.Pointer[setting]
	done := make(chan struct{})
	p.Store(&setting{})
	go func() {
		if p.Load() != nil {
			close(done)
		}
	}()
	<-done
}

// Right: values of any type.
func loadsChannel() {
	var v atomic.Value
	v.Store(make(chan int))
	go func() { v.Load().(chan int) <- 1 }()
	<-v.Load().(chan int)
}

// Wrong: the same channel twice.
func fillsChannel() {
	var v atomic.Value
	v.Store(make(chan int, 1))
	v.Load().(chan int) <- 1
	v.Load().(chan int) <- 2 // want `blocks forever: its buffer of 1 is full`
}

// Right: a variable that is swapped isn't followed, whatever else is done with it.
func swapped() {
	var p atomic.Pointer[chan struct{}]
	a, b := make(chan struct{}), make(chan struct{})
	p.Store(&a)
	p.Swap(&b)
	go func() { close(b) }()
	<-*p.Load()
}

// Right: the one who finds no other one has set it, and closes it.
func firstCloses() {
	var p atomic.Pointer[setting]
	mine := &setting{done: make(chan struct{})}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if p.CompareAndSwap(nil, mine) {
				close(mine.done)
			}
		})
	}
	wg.Wait()
	<-p.Load().done
}

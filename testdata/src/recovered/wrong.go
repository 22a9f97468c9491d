package recovered

import (
	"sync"
	"sync/atomic"
	"time"
)

// A wheel recovers where it is asked, and goes on.
type wheel struct {
	stopped atomic.Bool
	turning sync.WaitGroup
}

func newWheel() *wheel {
	w := &wheel{}
	w.turning.Add(1)
	go w.turn()
	return w
}

func (w *wheel) turn() {
	defer w.turning.Done()
	for {
		w.mayTurn()
		time.Sleep(time.Millisecond)
	}
}

func (w *wheel) mayTurn() {
	defer func() { _ = recover() }()
	w.mustTurn()
}

func (w *wheel) mustTurn() {
	if w.stopped.Load() {
		panic(errEnough)
	}
}

func (w *wheel) stop() {
	w.stopped.Store(true)
	w.turning.Wait() // want `w\.turning\.Wait blocks forever`
}

func wheelStops() { newWheel().stop() }

// Nobody rings here.
func oversleeps() {
	s := newSleeper()
	<-s.awake // want `receive from s\.awake blocks forever`
}

// Nobody recovers here: a panic would be the end of the program, so that it isn't what anybody counts on.
func countsOn() {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for i := 0; ; i++ {
			atMost(i)
		}
	}()
	<-ended // want `receive from ended blocks forever`
}

// What panics is a goroutine of its own.
func elsewhere() {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer func() { _ = recover() }()
		for i := 0; ; i++ {
			go atMost(i)
		}
	}()
	<-ended // want `receive from ended blocks forever`
}

// Package heard has goroutines that say how it went, and return then, and others who wait for what they do later.
package heard

import (
	"sync"
	"time"
)

// A flight says whether it has taken off.
type flight struct {
	off    chan error
	landed chan struct{}
	err    error
}

func depart(takeOff, land func() error) *flight {
	f := &flight{off: make(chan error, 1), landed: make(chan struct{})}
	go func() {
		err := takeOff()
		f.off <- err
		if err != nil {
			return
		}
		f.err = land()
		close(f.landed)
	}()
	return f
}

// Fly waits for the landing only if there was a start.
func Fly(takeOff, land func() error) error {
	f := depart(takeOff, land)
	if err := <-f.off; err != nil {
		return err
	}
	<-f.landed
	return f.err
}

// A Ferry says so in a struct; there is a method to ask, and another one to wait.
type Ferry struct {
	left    chan departure
	arrived chan struct{}
}

type departure struct {
	pier int
	err  error
}

// Board begins a crossing.
func Board(leave func() (int, error), cross func()) *Ferry {
	f := &Ferry{left: make(chan departure, 1), arrived: make(chan struct{})}
	go func() {
		pier, err := leave()
		f.left <- departure{pier, err}
		if err != nil {
			return
		}
		cross()
		close(f.arrived)
	}()
	return f
}

// Left is called first.
func (f *Ferry) Left() (int, error) {
	d := <-f.left
	return d.pier, d.err
}

// Wait is for those to whom Left has told of no error.
func (f *Ferry) Wait() { <-f.arrived }

// A train says so by a function that it calls with the error.
type train struct {
	gone chan error
	over chan struct{}
}

func (t *train) say(err error) { t.gone <- err }

func ride(start func() error) *train {
	t := &train{gone: make(chan error, 1), over: make(chan struct{})}
	go func() {
		err := start()
		t.say(err)
		if err != nil {
			return
		}
		close(t.over)
	}()
	return t
}

// Ride asks first.
func Ride(start func() error) bool {
	t := ride(start)
	if <-t.gone != nil {
		return false
	}
	<-t.over
	return true
}

// A race is begun before anything is said: who has heard that it has begun has heard that there was no error.
type race struct {
	begun chan struct{}
	ended chan struct{}
}

func begin(prepare func() error, run func()) *race {
	r := &race{begun: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		if err := prepare(); err != nil {
			return
		}
		close(r.begun)
		run()
		close(r.ended)
	}()
	return r
}

// Race waits for the end of what has begun soon.
func Race(prepare func() error, run func()) bool {
	r := begin(prepare, run)
	select {
	case <-r.begun:
	case <-time.After(time.Second):
		return false
	}
	<-r.ended
	return true
}

// A Harbour has one trip for each island, which others find.
type Harbour struct {
	mu    sync.Mutex
	trips map[string]*trip
}

type trip struct {
	off  chan error
	back chan struct{}
}

func NewHarbour() *Harbour { return &Harbour{trips: map[string]*trip{}} }

// Sail begins a trip.
func (h *Harbour) Sail(island string, leave func() error) {
	t := &trip{off: make(chan error, 1), back: make(chan struct{})}
	h.mu.Lock()
	h.trips[island] = t
	h.mu.Unlock()
	err := leave()
	t.off <- err
	if err != nil {
		return
	}
	close(t.back)
}

// Meet waits for a trip that has begun.
func (h *Harbour) Meet(island string) error {
	h.mu.Lock()
	t := h.trips[island]
	h.mu.Unlock()
	if t == nil {
		return nil
	}
	if err := <-t.off; err != nil {
		return err
	}
	<-t.back
	return nil
}

// Package endless has structs that wait, when they are closed, for a goroutine that never ends: nobody does what would end it, or it
// has no way out. In others that look like it somebody does, or there is one.
package endless

import (
	"context"
	"sync"
	"time"
)

// A drum turns until its context ends, which nobody has end.
type Drum struct {
	cancel context.CancelFunc
	turned sync.WaitGroup
	turns  int
}

func NewDrum() *Drum {
	ctx, cancel := context.WithCancel(context.Background())
	d := &Drum{cancel: cancel}
	d.turned.Add(1)
	go func() {
		defer d.turned.Done()
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				d.turns++
			}
		}
	}()
	return d
}

func (d *Drum) Stop() {
	d.turned.Wait() // want `d\.turned\.Wait blocks forever: the goroutine started at wrong\.go:22, which could call Done, goes on for ever: nobody cancels ctx \[deadlock\]`
}

// A guard sleeps until somebody closes his channel.
type Guard struct {
	quit chan struct{}
	gone chan struct{}
}

func NewGuard() *Guard {
	g := &Guard{quit: make(chan struct{}), gone: make(chan struct{})}
	go g.sleep()
	return g
}

func (g *Guard) sleep() {
	defer close(g.gone)
	g.dream()
}

func (g *Guard) dream() { <-g.quit }

func (g *Guard) Close() {
	g.leave()
}

func (g *Guard) leave() {
	<-g.gone // want `receive from g\.gone blocks forever: the goroutine started at wrong\.go:50, which could close it, is blocked, too \[deadlock\]`
}

// A sorter goes through letters until there are no more, but nobody says so.
type Sorter struct {
	letters chan string
	sorted  sync.WaitGroup
}

func NewSorter() *Sorter {
	s := &Sorter{letters: make(chan string)}
	s.sorted.Add(1)
	go s.sort()
	return s
}

func (s *Sorter) sort() {
	defer s.sorted.Done()
	for letter := range s.letters {
		println(letter)
	}
}

func (s *Sorter) Post(letter string) { s.letters <- letter }

func (s *Sorter) Close() {
	s.sorted.Wait() // want `s\.sorted\.Wait blocks forever: the goroutine started at wrong\.go:78, which could call Done, is blocked, too \[deadlock\]`
}

// A ferry breaks off just its select.
type Ferry struct {
	trips chan int
	quit  chan struct{}
	home  sync.WaitGroup
}

func NewFerry() *Ferry { return &Ferry{trips: make(chan int), quit: make(chan struct{})} }

func (f *Ferry) Start() {
	f.home.Add(1)
	go func() {
		defer f.home.Done()
		for {
			select {
			case trip := <-f.trips:
				println(trip)
			case <-f.quit:
				break
			}
		}
	}()
}

func (f *Ferry) Send(trip int) { f.trips <- trip }

func (f *Ferry) Close() {
	close(f.quit)
	f.home.Wait() // want `f\.home\.Wait blocks forever: the goroutine started at wrong\.go:106, which could call Done, goes on for ever \[deadlock\]`
}

package clients

import (
	"net/rpc"
	"os"
	"os/signal"
	"sync"
)

// A Told worker is told to end by whoever is given the channel for that.
type Told struct {
	jobs    chan int
	quit    chan int
	running sync.WaitGroup
}

func NewTold() *Told {
	t := &Told{jobs: make(chan int), quit: make(chan int)}
	t.running.Add(1)
	go t.run()
	return t
}

func (t *Told) run() {
	defer t.running.Done()
	for {
		select {
		case <-t.quit:
			return
		case n := <-t.jobs:
			println(n)
		}
	}
}

func (t *Told) Do()              { t.jobs <- 1 }
func (t *Told) Quit() chan<- int { return t.quit }
func (t *Told) Wait()            { t.running.Wait() }

// An Interrupted worker is told by a signal.
type Interrupted struct {
	jobs    chan int
	signals chan os.Signal
	running sync.WaitGroup
}

func NewInterrupted() *Interrupted {
	i := &Interrupted{jobs: make(chan int), signals: make(chan os.Signal, 1)}
	signal.Notify(i.signals, os.Interrupt)
	i.running.Add(1)
	go i.run()
	return i
}

func (i *Interrupted) run() {
	defer i.running.Done()
	for {
		select {
		case <-i.signals:
			return
		case n := <-i.jobs:
			println(n)
		}
	}
}

func (i *Interrupted) Do()   { i.jobs <- 1 }
func (i *Interrupted) Wait() { i.running.Wait() }

// An Answered worker is told by a library that is given the channel, and is about data otherwise.
type Answered struct {
	jobs    chan int
	calls   chan *rpc.Call
	running sync.WaitGroup
}

func NewAnswered(c *rpc.Client) *Answered {
	a := &Answered{jobs: make(chan int), calls: make(chan *rpc.Call, 1)}
	c.Go("Service.Method", 1, nil, a.calls)
	a.running.Add(1)
	go a.run()
	return a
}

func (a *Answered) run() {
	defer a.running.Done()
	for {
		select {
		case <-a.calls:
			return
		case n := <-a.jobs:
			println(n)
		}
	}
}

func (a *Answered) Do()   { a.jobs <- 1 }
func (a *Answered) Wait() { a.running.Wait() }

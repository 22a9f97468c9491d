package clients

import "sync"

// An Unquit worker has a way out that nobody takes: quit is never closed.
type Unquit struct {
	jobs    chan int
	quit    chan struct{}
	running sync.WaitGroup
}

func NewUnquit() *Unquit {
	u := &Unquit{jobs: make(chan int, 2), quit: make(chan struct{})}
	u.running.Add(1)
	go u.run()
	return u
}

func (u *Unquit) run() {
	defer u.running.Done()
	for {
		select {
		case n := <-u.jobs:
			println(n)
		case <-u.quit:
			return
		}
	}
}

func (u *Unquit) Do(n int) { u.jobs <- n }

// Wrong: who waits for the worker waits for ever.
func (u *Unquit) Wait() {
	u.running.Wait() // want `^u\.running\.Wait blocks forever: the goroutine started at served\.go:\d+, which could call Done, is blocked, too \[`
}

// A Draining worker ends with a channel that nobody closes, and two who wait for it do so in
// different ways.
type Draining struct {
	jobs    chan int
	running sync.WaitGroup
}

func NewDraining() *Draining {
	d := &Draining{jobs: make(chan int)}
	d.running.Add(1)
	go d.run()
	return d
}

func (d *Draining) run() {
	defer d.running.Done()
	for range d.jobs {
	}
}

func (d *Draining) Do(n int) {
	select {
	case d.jobs <- n:
	case <-d.jobs:
	}
}

// Wrong.
func (d *Draining) Wait() {
	d.running.Wait() // want `^d\.running\.Wait blocks forever: the goroutine started at served\.go:\d+, which could call Done, is blocked, too \[`
}

// A Quit worker has three ways to go on, and one out, which Stop takes.
type Quit struct {
	jobs, more chan int
	quit, done chan struct{}
}

func NewQuit() *Quit {
	q := &Quit{jobs: make(chan int), more: make(chan int), quit: make(chan struct{}), done: make(chan struct{})}
	go q.run()
	return q
}

func (q *Quit) run() {
	defer close(q.done)
	for {
		select {
		case <-q.jobs:
		case <-q.quit:
			return
		case n := <-q.more:
			println(n)
		}
	}
}

func (q *Quit) Do() {
	select {
	case q.jobs <- 1:
	case <-q.done:
	}
}

func (q *Quit) Stop() {
	close(q.quit)
	<-q.done
}

// An Early method starts a goroutine for each call: one that fails leaves its family behind that of
// who closes once.
type Early struct {
	mu    sync.Mutex
	slots chan int
	quit  chan struct{}
}

func NewEarly() *Early {
	e := &Early{slots: make(chan int, 2), quit: make(chan struct{})}
	go e.run()
	return e
}

func (e *Early) run() {
	for {
		select {
		case <-e.slots:
		case <-e.quit:
			return
		}
	}
}

func (e *Early) Take() { e.slots <- 1 }

// Wrong: who is to add something when nobody takes it any more, waits for ever.
func (e *Early) Close() {
	go e.add()
	e.mu.Lock()
	close(e.quit)
	e.mu.Unlock()
}

func (e *Early) add() { e.slots <- 1 }

// A Swap needs a message before it sends one, so that nobody ever comes to the lock.
type Swap struct {
	messages chan int
	mu       sync.Mutex
}

func NewSwap() *Swap { return &Swap{messages: make(chan int)} }

func (s *Swap) Do() {
	<-s.messages
	s.mu.Lock()
	s.messages <- 1
}

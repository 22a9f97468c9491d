package clients

import "sync"

// An Endless worker has a loop that ends with a channel which nobody closes.
type Endless struct {
	quit    chan struct{}
	jobs    chan func()
	running sync.WaitGroup
}

func NewEndless() *Endless {
	e := &Endless{quit: make(chan struct{}), jobs: make(chan func())}
	e.running.Add(1)
	go e.run()
	return e
}

func (e *Endless) run() {
	defer e.running.Done()
	for job := range e.jobs {
		job()
	}
}

func (e *Endless) Do(job func()) {
	select {
	case e.jobs <- job:
	case <-e.quit:
	}
}

// Wrong: to close quit doesn't end the loop.
func (e *Endless) Close() {
	close(e.quit)
	e.running.Wait() // want `^e\.running\.Wait blocks forever: the goroutine started at endless\.go:\d+, which could call Done, is blocked, too \[`
}

// A Relay does, too, in a function that it calls.
type Relay struct {
	quit    chan struct{}
	jobs    chan int
	running sync.WaitGroup
}

func NewRelay() *Relay {
	r := &Relay{quit: make(chan struct{}), jobs: make(chan int)}
	r.running.Add(1)
	go r.run()
	return r
}

func (r *Relay) run() {
	defer r.running.Done()
	r.drain()
}

func (r *Relay) drain() {
	for n := range r.jobs {
		println(n)
	}
}

func (r *Relay) Put(n int) {
	select {
	case r.jobs <- n:
	case <-r.quit:
	}
}

// Wrong: as above.
func (r *Relay) Close() {
	close(r.quit)
	r.running.Wait() // want `^r\.running\.Wait blocks forever: the goroutine started at endless\.go:\d+, which could call Done, is blocked, too \[`
}

// An Ending worker comes to its end.
type Ending struct {
	jobs    chan func()
	running sync.WaitGroup
}

func NewEnding() *Ending {
	e := &Ending{jobs: make(chan func())}
	e.running.Add(1)
	go e.run()
	return e
}

func (e *Ending) run() {
	defer e.running.Done()
	for job := range e.jobs {
		job()
	}
}

func (e *Ending) Do(job func()) { e.jobs <- job }

// Right: the loop ends.
func (e *Ending) Close() {
	close(e.jobs)
	e.running.Wait()
}

// A Question has an answer that nobody gives.
type Question struct{ asked, answered chan int }

func NewQuestion() *Question { return &Question{make(chan int, 1), make(chan int)} }

// Wrong: whoever calls it.
func (q *Question) Ask() int {
	q.asked <- 1
	<-q.asked
	return <-q.answered // want "^receive from q\\.answered blocks forever: nobody sends on it or closes it \\["
}

// A Mailbox has messages that others put there.
type Mailbox struct{ messages chan int }

func NewMailbox() *Mailbox { return &Mailbox{make(chan int)} }

// Right: somebody may call the other one.
func (m *Mailbox) Put(n int) { m.messages <- n }
func (m *Mailbox) Get() int  { return <-m.messages }

package steered

import (
	"sync"
	"sync/atomic"
	"time"
)

// A Depot tells its clerk to end when it has released the lock.
type Depot struct {
	mu     sync.RWMutex
	closed bool
	missed int
	clerk  *clerk
}

type clerk struct {
	owner *Depot
	stop  chan struct{}
	look  func() bool
}

func NewDepot(look func() bool) *Depot {
	d := &Depot{}
	d.clerk = &clerk{owner: d, stop: make(chan struct{}), look: look}
	go d.clerk.run()
	return d
}

func (c *clerk) run() {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			if !c.look() {
				c.owner.miss()
			}
		case <-c.stop:
			return
		}
	}
}

func (c *clerk) end() { c.stop <- struct{}{} }

func (d *Depot) miss() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.missed++
}

func (d *Depot) close() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	wasClosed := d.closed
	d.closed = true
	return wasClosed
}

func (d *Depot) Close() {
	if !d.close() {
		d.clerk.end()
	}
}

// A Branch has a runner who knows another one, its head.
type Branch struct {
	mu     sync.Mutex
	runs   int
	head   *Branch
	runner *runner
}

type runner struct {
	to   *Branch
	in   chan int
	tick chan struct{}
}

func NewBranch(head *Branch) *Branch {
	b := &Branch{head: head}
	if head != nil {
		b.runner = &runner{to: head, in: make(chan int), tick: make(chan struct{})}
		go b.runner.run()
	}
	return b
}

func (r *runner) run() {
	for {
		select {
		case <-r.in:
		case <-r.tick:
			r.to.mu.Lock()
			r.to.runs++
			r.to.mu.Unlock()
		}
	}
}

func (r *runner) send(n int) { r.in <- n }

func (b *Branch) Send(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.runner != nil {
		b.runner.send(n)
	}
}

func (b *Branch) Tick() {
	if b.runner != nil {
		b.runner.tick <- struct{}{}
	}
}

// A Bell has room for the one message that it sends.
type Bell struct {
	mu   sync.Mutex
	rung bool
	ring chan struct{}
	tick chan struct{}
}

func NewBell() *Bell {
	b := &Bell{ring: make(chan struct{}, 1), tick: make(chan struct{})}
	go b.run()
	return b
}

func (b *Bell) run() {
	for {
		select {
		case <-b.ring:
		case <-b.tick:
			b.mu.Lock()
			b.rung = true
			b.mu.Unlock()
		}
	}
}

func (b *Bell) tell() { b.ring <- struct{}{} }

func (b *Bell) Ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.rung {
		b.rung = true
		b.tell()
	}
}

func (b *Bell) Tick() { b.tick <- struct{}{} }

// A Series has a goroutine that has just one message to receive, and wants the lock then.
type Series struct {
	mu    sync.Mutex
	state int32
	in    chan int
	last  int
}

func NewSeries() *Series {
	s := &Series{in: make(chan int)}
	go s.run()
	return s
}

func (s *Series) run() {
	for n := range s.in {
		s.mu.Lock()
		s.last = n
		s.mu.Unlock()
	}
}

func (s *Series) tell(n int) {
	if atomic.CompareAndSwapInt32(&s.state, 0, 1) {
		s.in <- n
	}
}

func (s *Series) End(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tell(n)
}

// A Free one sends when it has released the lock, in between.
type Free struct {
	mu   sync.Mutex
	n    int
	in   chan int
	tick chan struct{}
}

func NewFree() *Free {
	f := &Free{in: make(chan int), tick: make(chan struct{})}
	go f.run()
	return f
}

func (f *Free) run() {
	for {
		select {
		case <-f.in:
		case <-f.tick:
			f.mu.Lock()
			f.n = 0
			f.mu.Unlock()
		}
	}
}

func (f *Free) tell(n int) {
	f.mu.Unlock()
	f.in <- n
	f.mu.Lock()
}

func (f *Free) Put() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n++
	f.tell(f.n)
}

func (f *Free) Tick() { f.tick <- struct{}{} }

// Package steered has goroutines that set what those ask for who send to them with a lock.
package steered

import (
	"sync"
	"time"
)

// A Collector tells its goroutine that it has sent a full box, with the lock that the goroutine wants when time is up.
type Collector struct {
	mu    sync.Mutex
	box   []string
	room  int
	ship  func([]string)
	early chan struct{}
	quit  chan struct{}
}

func NewCollector(room int, ship func([]string)) *Collector {
	return &Collector{room: room, ship: ship, early: make(chan struct{}), quit: make(chan struct{})}
}

func (c *Collector) Begin(pause time.Duration) {
	go func() {
		t := time.NewTimer(pause)
		for {
			select {
			case <-c.early:
				t.Stop()
			case <-t.C:
				c.mu.Lock()
				c.send()
				c.mu.Unlock()
			case <-c.quit:
				return
			}
			t.Reset(pause)
		}
	}()
}

func (c *Collector) send() {
	c.ship(c.box)
	c.box = nil
}

func (c *Collector) Put(s string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.box = append(c.box, s)
	if len(c.box) >= c.room {
		c.send()
		c.early <- struct{}{} // want `send on c.early blocks forever: the goroutine started at wrong.go:24, which could receive from it, needs c.mu, which this goroutine has locked at wrong.go:48 \(if len\(c.box\) >= c.room\)`
	}
}

func (c *Collector) End() { close(c.quit) }

// A Pool asks by a method, and sends in one that only the package calls.
type Pool struct {
	mu     sync.Mutex
	idle   bool
	jobs   chan func()
	check  chan struct{}
	checks int
}

func NewPool() *Pool {
	p := &Pool{idle: true, jobs: make(chan func()), check: make(chan struct{})}
	go p.run()
	return p
}

func (p *Pool) run() {
	for {
		select {
		case job := <-p.jobs:
			job()
		case <-p.check:
			p.mu.Lock()
			p.idle = true
			p.checks++
			p.mu.Unlock()
		}
	}
}

func (p *Pool) isIdle() bool { return p.idle }

func (p *Pool) hand(job func()) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.isIdle() {
		return false
	}
	p.jobs <- job // want `send on p.jobs blocks forever: the goroutine started at wrong.go:70, which could receive from it, needs p.mu`
	return true
}

func (p *Pool) Do(job func()) {
	if !p.hand(job) {
		job()
	}
}

func (p *Pool) Check() { p.check <- struct{}{} }

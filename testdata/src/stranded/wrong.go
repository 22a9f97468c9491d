// Package stranded has goroutines that are asked by messages with a channel for the answer, and leave some behind when they end.
package stranded

import "context"

type question struct {
	name   string
	answer chan int
}

// A Counter answers until it is stopped. Questions that are in its channel then nobody answers.
type Counter struct {
	questions chan *question
	quit      chan struct{}
	counts    map[string]int
}

// NewCounter starts one.
func NewCounter() *Counter {
	c := &Counter{questions: make(chan *question, 8), quit: make(chan struct{}), counts: map[string]int{}}
	go c.run()
	return c
}

func (c *Counter) run() {
	for {
		select {
		case q := <-c.questions:
			c.counts[q.name]++
			q.answer <- c.counts[q.name]
		case <-c.quit:
			return
		}
	}
}

// Count asks.
func (c *Counter) Count(name string) (n int, ok bool) {
	q := &question{name, make(chan int, 1)}
	select {
	case c.questions <- q:
	case <-c.quit:
		return 0, false
	}
	return <-q.answer, true // want `receive from q.answer blocks forever`
}

// Stop ends it.
func (c *Counter) Stop() { close(c.quit) }

type job struct {
	work func() error
	done chan error
}

// A Runner ends with the context of who has made it.
type Runner struct {
	ctx  context.Context
	jobs chan job
}

// NewRunner starts one.
func NewRunner(ctx context.Context) *Runner {
	r := &Runner{ctx, make(chan job, 1)}
	go r.run()
	return r
}

func (r *Runner) run() {
	for {
		select {
		case <-r.ctx.Done():
			return
		case j := <-r.jobs:
			j.done <- j.work()
		}
	}
}

// Do waits until something is done.
func (r *Runner) Do(work func() error) error {
	j := job{work, make(chan error, 1)}
	r.jobs <- j
	return <-j.done // want `receive from j.done blocks forever`
}

// Package over has contexts that the outside world ends: what is over once stays over.
package over

import (
	"context"
	"sync"
	"time"
)

// Twice asks twice: who isn't over at the second time wasn't at the first.
func Twice(ctx context.Context, compute func() int) int {
	result := make(chan int, 1)
	if ctx.Err() == nil {
		go func() { result <- compute() }()
	}
	if ctx.Err() != nil {
		return 0
	}
	return <-result
}

// Looked looks at its channel instead.
func Looked(ctx context.Context, compute func()) {
	ready := make(chan struct{}, 1)
	select {
	case <-ctx.Done():
	default:
		compute()
		ready <- struct{}{}
	}
	select {
	case <-ctx.Done():
	default:
		<-ready
	}
}

// After has waited for the end.
func After(ctx context.Context) {
	never := make(chan int)
	<-ctx.Done()
	select {
	case <-ctx.Done():
	default:
		<-never
	}
}

// Both asks one way first, and then the other way.
func Both(ctx context.Context) {
	never := make(chan int)
	if ctx.Err() != nil {
		select {
		case <-ctx.Done():
			return
		default:
		}
		<-never
	}
}

// Kept knows an error before it asks whether there is one.
func Kept(ctx context.Context, compute func()) {
	ready := make(chan struct{}, 1)
	before := ctx.Err()
	compute()
	now := ctx.Err()
	if before == nil {
		ready <- struct{}{}
	}
	if now == nil {
		<-ready
	}
}

// Child asks a context that ends with what it is given.
func Child(ctx context.Context) {
	never := make(chan int)
	child, cancel := context.WithCancel(ctx)
	defer cancel()
	if ctx.Err() != nil && child.Err() == nil {
		<-never
	}
	if child.Err() != nil && child.Err() == nil {
		<-never
	}
}

// Timed asks one that time ends.
func Timed(compute func()) {
	ready := make(chan struct{}, 1)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if ctx.Err() == nil {
		compute()
		ready <- struct{}{}
	}
	select {
	case <-ctx.Done():
		return
	default:
	}
	<-ready
}

// Started tells a goroutine what it knows.
func Started(ctx context.Context) {
	never, done := make(chan int), make(chan struct{})
	<-ctx.Done()
	go func() {
		defer close(done)
		if ctx.Err() == nil {
			<-never
		}
	}()
	<-done
}

// A Task has its context in a field.
type Task struct{ ctx context.Context }

// Run asks again after the end of a loop.
func (t *Task) Run(step func()) {
	never := make(chan int)
	for t.ctx.Err() == nil {
		step()
	}
	if t.ctx.Err() == nil {
		<-never
	}
}

// A Job is cancelled by its own function.
type Job struct {
	mu     sync.Mutex
	ctx    context.Context
	cancel context.CancelFunc
	quit   chan struct{}
	ended  chan struct{}
}

// NewJob sets what belongs together.
func NewJob(step func() error) *Job {
	j := &Job{quit: make(chan struct{}), ended: make(chan struct{})}
	j.ctx, j.cancel = context.WithCancel(context.Background())
	go j.run(step)
	return j
}

func (j *Job) run(step func() error) {
	defer close(j.ended)
	for j.ctx.Err() == nil {
		if step() != nil {
			j.Close()
		}
	}
	if j.ctx.Err() == nil {
		<-j.ended
	}
}

// Close is done once: the context is the flag.
func (j *Job) Close() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.ctx.Err() != nil {
		return
	}
	j.cancel()
	close(j.quit)
}

// Cancel knows what it has done.
func (j *Job) Cancel() {
	never := make(chan int)
	j.cancel()
	if j.ctx.Err() == nil {
		<-never
	}
}

// A worker is dead once its channel was closed, and stays so.
type worker struct {
	name string
	dead chan struct{}
}

// NewWorker starts one that dies at some time.
func NewWorker(name string, live func()) *worker {
	w := &worker{name: name, dead: make(chan struct{})}
	go func() {
		live()
		close(w.dead)
	}()
	return w
}

// Dead can be waited for.
func (w *worker) Dead() <-chan struct{} { return w.dead }

func (w *worker) isDead() bool {
	select {
	case <-w.dead:
		return true
	default:
		return false
	}
}

// Ask asks if the worker lives, and waits for an answer if it still does.
func (w *worker) Ask(ask func() int) int {
	answer := make(chan int, 1)
	select {
	case <-w.dead:
	default:
		go func() { answer <- ask() }()
	}
	select {
	case <-w.dead:
		return 0
	default:
		return <-answer
	}
}

// AskTwice does so by a method.
func (w *worker) AskTwice(ask func() int) int {
	answer := make(chan int, 1)
	if !w.isDead() {
		go func() { answer <- ask() }()
	}
	if w.isDead() {
		return 0
	}
	return <-answer
}

// Outlive waits for its end, which nobody doubts then.
func (w *worker) Outlive() {
	never := make(chan int)
	<-w.dead
	select {
	case <-w.dead:
		return
	default:
	}
	<-never
}

// Counted has a channel on which only those send who take it for something else.
type Counted struct{ done chan int }

type view struct{ done chan int }

func NewCounted() *Counted { return &Counted{make(chan int, 4)} }

// Fill sends by way of another type.
func (c *Counted) Fill(n int) { (*view)(c).done <- n }

// Drain receives what there is.
func (c *Counted) Drain() {
	emptied := make(chan struct{})
	go func() {
		<-c.done
		for {
			select {
			case <-c.done:
			default:
				close(emptied)
				return
			}
		}
	}()
	<-emptied
}

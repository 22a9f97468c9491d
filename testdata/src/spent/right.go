package spent

import (
	"context"
	"math"
	"sync"
	"time"
)

// A Reset thing sets its timer again when it has run out.
type Reset struct {
	timer *time.Timer
	reset chan struct{}
	fired int
}

func NewReset() *Reset {
	r := &Reset{timer: time.NewTimer(time.Second), reset: make(chan struct{})}
	go r.run()
	return r
}

func (r *Reset) run() {
	for {
		select {
		case <-r.timer.C:
			r.fired++
		case <-r.reset:
			if !r.timer.Stop() {
				<-r.timer.C
			}
		}
		r.timer.Reset(time.Second)
	}
}

func (r *Reset) Reset() { r.reset <- struct{}{} }

// Remembered remembers that the timer was emptied.
func Remembered(items <-chan int, flush func([]int)) {
	var batch []int
	timer := time.NewTimer(time.Minute)
	emptied := false
	for {
		select {
		case <-timer.C:
			emptied = true
			flush(batch)
		case n := <-items:
			if !timer.Stop() && !emptied {
				<-timer.C
			}
			emptied = false
			timer.Reset(time.Minute)
			batch = append(batch, n)
		}
	}
}

// Armed asks for the items whether the timer runs.
func Armed(ctx context.Context, items <-chan int, flush func([]int)) {
	var batch []int
	timer := time.NewTimer(time.Minute)
	if !timer.Stop() {
		<-timer.C
	}
	for {
		select {
		case <-timer.C:
			flush(batch)
			batch = nil
		case n := <-items:
			if len(batch) > 0 && !timer.Stop() {
				<-timer.C
			}
			timer.Reset(time.Minute)
			batch = append(batch, n)
		case <-ctx.Done():
			return
		}
	}
}

// Careful empties the timer if there is something in it.
func Careful(items <-chan int, flush func(int)) {
	timer := time.NewTimer(time.Minute)
	for {
		select {
		case <-timer.C:
			flush(0)
		case n := <-items:
			if !timer.Stop() {
				select {
				case <-timer.C:
				default:
				}
			}
			timer.Reset(time.Minute)
			flush(n)
		}
	}
}

// Renewed has another timer for each turn.
func Renewed(items <-chan int, flush func(int)) {
	for {
		timer := time.NewTimer(time.Minute)
		select {
		case <-timer.C:
			flush(0)
		case n := <-items:
			if !timer.Stop() {
				<-timer.C
			}
			flush(n)
		}
	}
}

// Once ends when its timer has run out.
func Once(items <-chan int, flush func(int)) {
	timer := time.NewTimer(time.Minute)
	for {
		select {
		case <-timer.C:
			return
		case n := <-items:
			if !timer.Stop() {
				<-timer.C
			}
			timer.Reset(time.Minute)
			flush(n)
		}
	}
}

// A Shared timer is set by who asks for it.
type Shared struct {
	mu    sync.Mutex
	timer *time.Timer
	kick  chan struct{}
}

func NewShared() *Shared {
	s := &Shared{timer: time.NewTimer(time.Second), kick: make(chan struct{})}
	go s.run()
	return s
}

func (s *Shared) run() {
	for {
		select {
		case <-s.timer.C:
			println("time is up")
		case <-s.kick:
			if !s.timer.Stop() {
				<-s.timer.C
			}
		}
	}
}

func (s *Shared) Kick() {
	s.mu.Lock()
	s.timer.Reset(time.Second)
	s.mu.Unlock()
	s.kick <- struct{}{}
}

// Handed gives its timer to what sets it.
func Handed(items <-chan int, again func(*time.Timer)) {
	timer := time.NewTimer(time.Minute)
	for {
		select {
		case <-timer.C:
			again(timer)
		case <-items:
			if !timer.Stop() {
				<-timer.C
			}
			again(timer)
		}
	}
}

// Replaced puts another timer in its place.
type Replaced struct {
	timer *time.Timer
	reset chan struct{}
}

func NewReplaced() *Replaced {
	r := &Replaced{timer: time.NewTimer(time.Second), reset: make(chan struct{})}
	go r.run()
	return r
}

func (r *Replaced) run() {
	for {
		select {
		case <-r.timer.C:
			r.timer = time.NewTimer(time.Second)
		case <-r.reset:
			if !r.timer.Stop() {
				<-r.timer.C
			}
			r.timer.Reset(time.Second)
		}
	}
}

func (r *Replaced) Reset() { r.reset <- struct{}{} }

// Closed takes no more items once its timer has run out, until it is told to.
func Closed(items chan int, again chan struct{}) {
	timer := time.NewTimer(time.Second)
	in := items
	for {
		select {
		case <-timer.C:
			in = nil
		case <-in:
			if !timer.Stop() {
				<-timer.C
			}
			timer.Reset(time.Second)
		case <-again:
			in = items
			timer.Reset(time.Second)
		}
	}
}

// Either has a timer of one kind or of the other one.
type Either struct {
	mu    sync.Mutex
	timer *time.Timer
	f     func()
}

func NewEither(f func()) *Either { return &Either{f: f} }

func (e *Either) Start() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.f != nil {
		e.timer = time.AfterFunc(time.Second, e.f)
	} else {
		e.timer = time.NewTimer(time.Second)
	}
}

func (e *Either) Wait() {
	e.mu.Lock()
	timer := e.timer
	e.mu.Unlock()
	if timer != nil && e.f == nil {
		<-timer.C
	}
}

// NewStopped makes a timer that runs a function, and stops it before it can have run out.
func NewStopped(f func()) *Stopped {
	s := &Stopped{timer: time.AfterFunc(time.Hour, f)}
	if !s.timer.Stop() {
		<-s.timer.C
	}
	return s
}

type Stopped struct{ timer *time.Timer }

func (s *Stopped) Set(wait time.Duration) { s.timer.Reset(wait) }

// Endless has a timer that never runs out.
type Endless struct{ timer *time.Timer }

func NewEndless(f func()) *Endless { return &Endless{timer: time.AfterFunc(math.MaxInt64, f)} }

func (e *Endless) Close() {
	if !e.timer.Stop() {
		<-e.timer.C
	}
}

// A Batch of jobs has a timer for each of them.
type Batch struct {
	jobs chan *Job
	done chan struct{}
}

type Job struct{ timer *time.Timer }

func NewJob() *Job { return &Job{timer: time.NewTimer(time.Second)} }

func (b *Batch) Work() {
	for {
		select {
		case j := <-b.jobs:
			<-j.timer.C
		case <-b.done:
			return
		}
	}
}

func All(jobs []*Job) {
	for i := 0; i < 3; i++ {
		<-jobs[i].timer.C
	}
}

// A Retry waits before the next try, which sets the timer again if it succeeds, and is the last one otherwise.
type Retry struct{ timer *time.Timer }

func NewRetry() *Retry { return &Retry{timer: time.NewTimer(time.Second)} }

func (r *Retry) Run(work func() error) error {
	for {
		<-r.timer.C
		err := work()
		if err == nil {
			r.timer.Reset(time.Second)
		}
		if err != nil {
			return err
		}
	}
}

// A Paused thing takes nothing from what it has put aside, so that it waits for the timer after it was set.
type Paused struct {
	timer *time.Timer
	in    chan int
}

func NewPaused(in chan int) *Paused { return &Paused{timer: time.NewTimer(time.Second), in: in} }

func (p *Paused) pause() { p.in = nil }

func (p *Paused) Run() {
	select {
	case <-p.timer.C:
		p.pause()
	case <-p.in:
		return
	}
	select {
	case <-p.in:
		<-p.timer.C
	default:
	}
}

// A Rebuilt thing is made anew as a whole.
type Rebuilt struct {
	timer *time.Timer
	n     int
}

func NewRebuilt() *Rebuilt { return &Rebuilt{timer: time.NewTimer(time.Second)} }

func (r *Rebuilt) renew() { *r = *NewRebuilt() }

func (r *Rebuilt) Run() {
	<-r.timer.C
	r.renew()
	<-r.timer.C
}

// A Cautious caller asks whether there is a channel.
type Cautious struct{ timer *time.Timer }

func NewCautious(f func()) *Cautious { return &Cautious{timer: time.AfterFunc(time.Second, f)} }

func (c *Cautious) Stop() {
	if t := c.timer; t.C != nil && !t.Stop() {
		<-t.C
	}
}

// Named looks at what a function returns, which is no number of a case.
func Named(look func() (string, error)) {
	timer := time.NewTimer(time.Second)
	if name, err := look(); name == "none" || err != nil {
		return
	}
	<-timer.C
}

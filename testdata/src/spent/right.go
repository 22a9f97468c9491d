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

// SetByFirst sets its timer with the first item of each chunk.
func SetByFirst(items <-chan int, most int, flush func([]int)) {
	var chunk []int
	timer := time.NewTimer(time.Minute)
	timer.Stop()
	for {
		select {
		case n := <-items:
			if len(chunk) == 0 {
				timer.Reset(time.Minute)
			}
			chunk = append(chunk, n)
			if len(chunk) >= most {
				flush(chunk)
				chunk = nil
				if !timer.Stop() {
					<-timer.C
				}
			}
		case <-timer.C:
			flush(chunk)
			chunk = nil
		}
	}
}

// SetAtOnce sets its timer when that has run out, too.
func SetAtOnce(items <-chan int, most int, flush func([]int)) {
	var chunk []int
	timer := time.NewTimer(time.Minute)
	for {
		select {
		case n := <-items:
			chunk = append(chunk, n)
			if len(chunk) >= most {
				flush(chunk)
				chunk = nil
				if !timer.Stop() {
					<-timer.C
				}
				timer.Reset(time.Minute)
			}
		case <-timer.C:
			flush(chunk)
			chunk = nil
			timer.Reset(time.Minute)
		}
	}
}

// OnlyBefore stops its timer only as long as that has not run out: of what it counts there is no more then.
func OnlyBefore(items <-chan int, flush func(int)) {
	late := 0
	timer := time.NewTimer(time.Minute)
	for {
		select {
		case n := <-items:
			flush(n)
			if late < 1 {
				if !timer.Stop() {
					<-timer.C
				}
				timer.Reset(time.Minute)
			}
		case <-timer.C:
			late++
		}
	}
}

// CountedBefore counts only what comes before its timer has run out.
func CountedBefore(items <-chan int, most int, flush func(int)) {
	count, over := 0, false
	timer := time.NewTimer(time.Minute)
	for {
		select {
		case n := <-items:
			if !over {
				count++
			}
			if count >= most {
				if !timer.Stop() {
					<-timer.C
				}
				timer.Reset(time.Minute)
				count = 0
			}
			flush(n)
		case <-timer.C:
			over, count = true, 0
		}
	}
}

// Receding asks for more each time.
func Receding(items <-chan int, flush func(int)) {
	count, most := 0, 1
	timer := time.NewTimer(time.Minute)
	for {
		select {
		case n := <-items:
			flush(n)
			count++
			if count >= most {
				if !timer.Stop() {
					<-timer.C
				}
				timer.Reset(time.Minute)
			}
			most++
		case <-timer.C:
			count, most = 0, 2
		}
	}
}

// Spread appends what is in a list, of which it takes nothing once its timer has run out.
func Spread(lists <-chan []int, flush func([]int)) {
	var all []int
	left := 1
	timer := time.NewTimer(time.Minute)
	for {
		select {
		case list := <-lists:
			all = append(all, list[:min(left, len(list))]...)
			if len(all) > 0 {
				flush(all)
				all = nil
				if !timer.Stop() {
					<-timer.C
				}
				timer.Reset(time.Minute)
			}
		case <-timer.C:
			all, left = nil, 0
		}
	}
}

// Few forgets what it has gathered once its timer has run out.
func Few(items <-chan int, most int, flush func([]int)) {
	var few []int
	isOver := false
	timer := time.NewTimer(time.Minute)
	for {
		select {
		case n := <-items:
			few = append(few, n)
			if len(few) > most {
				if !timer.Stop() {
					<-timer.C
				}
				timer.Reset(time.Minute)
			}
			few = append(few, n)
			if isOver {
				few = nil
			}
		case <-timer.C:
			flush(few)
			few, isOver = nil, true
		}
	}
}

// A Rising thing has a limit that rises with what it counts.
type Rising struct {
	most  int
	ticks chan struct{}
}

func (r *Rising) Run(tell func(int)) {
	n := 0
	timer := time.NewTimer(time.Minute)
	for {
		select {
		case <-timer.C:
			n, r.most = 0, 2
		case <-r.ticks:
			n++
			r.most++
			if n >= r.most {
				if !timer.Stop() {
					<-timer.C
				}
				timer.Reset(time.Minute)
			}
			tell(n)
		}
	}
}

// Down counts down from what its timer sets it to.
func Down(items <-chan int, flush func(int)) {
	left := 1000
	timer := time.NewTimer(time.Minute)
	for {
		select {
		case n := <-items:
			flush(n)
			left--
			if left >= 1 {
				if !timer.Stop() {
					<-timer.C
				}
				timer.Reset(time.Minute)
			}
		case <-timer.C:
			left = 1
		}
	}
}

// Fewer counts down from what its timer sets it to.
func Fewer(items <-chan int, flush func(int)) {
	left := 1000
	timer := time.NewTimer(time.Minute)
	for {
		select {
		case n := <-items:
			flush(n)
			left += -1
			if left >= 1 {
				if !timer.Stop() {
					<-timer.C
				}
				timer.Reset(time.Minute)
			}
		case <-timer.C:
			left = 1
		}
	}
}

// AfterFirst gathers but the first thing, which comes once, after its timer has run out.
func AfterFirst(items, first <-chan int, flush func([]int)) {
	var few []int
	isOver := false
	timer := time.NewTimer(time.Minute)
	for {
		select {
		case n := <-items:
			if len(few) > 1 {
				if !timer.Stop() {
					<-timer.C
				}
				timer.Reset(time.Minute)
			}
			if isOver {
				few = nil
			} else {
				few = append(few, n)
			}
		case n := <-first:
			few = append(few, n)
		case <-timer.C:
			flush(few)
			few, isOver = nil, true
		}
	}
}

// Doubted has two for an item that isn't certain, of which there is one at most.
func Doubted(items <-chan int, check func(int) error, flush func([]int)) {
	var few []int
	isOver := false
	timer := time.NewTimer(time.Minute)
	for {
		select {
		case n := <-items:
			few = append(few, n)
			if err := check(n); err != nil {
				few = append(few, 0)
				continue
			}
			if len(few) > 3 {
				if !timer.Stop() {
					<-timer.C
				}
				timer.Reset(time.Minute)
			}
			if isOver {
				few = nil
			}
		case <-timer.C:
			flush(few)
			few, isOver = nil, true
		}
	}
}

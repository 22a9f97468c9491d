package left

import (
	"context"
	"log"
	"math"
	"os"
	"sync"
	"time"
)

// After says when some time is over, unless it is told before that nobody cares.
func After(d time.Duration) (over <-chan struct{}, stop func()) {
	t := time.NewTimer(d)
	out, quit := make(chan struct{}), make(chan struct{})
	go func() {
		select {
		case <-t.C:
			out <- struct{}{}
		case <-quit:
			t.Stop()
		}
	}()
	return out, func() {
		quit <- struct{}{} // want `send on quit blocks forever`
	}
}

// Over has a place for the message.
func Over(d time.Duration) (over <-chan struct{}, stop func()) {
	t := time.NewTimer(d)
	out, quit := make(chan struct{}, 1), make(chan struct{})
	go func() {
		select {
		case <-t.C:
			out <- struct{}{}
		case <-quit:
		}
	}()
	return out, func() {
		quit <- struct{}{} // want `send on quit blocks forever: the goroutine started at outlived\.go:\d+ never receives from it after line \d+`
	}
}

// An Idler goes away when nobody has wanted anything for a while.
type Idler struct {
	wishes chan string
	idle   time.Duration
	mu     sync.Mutex
	gone   bool
}

func NewIdler(d time.Duration) *Idler {
	i := &Idler{wishes: make(chan string), idle: d}
	i.start()
	return i
}

func (i *Idler) start() { go i.serve() }

func (i *Idler) serve() {
	for {
		select {
		case w := <-i.wishes:
			log.Print(w)
		case <-time.After(i.idle):
			return
		}
	}
}

func (i *Idler) Wish(w string) {
	if w == "" {
		return
	}
	i.wishes <- w // want `send on i\.wishes blocks forever: the goroutine started at outlived\.go:\d+ never receives from it after line \d+`
}

// A Polite one closes its channel instead.
func Polite(d time.Duration) (stop func()) {
	t := time.NewTimer(d)
	quit := make(chan struct{})
	go func() {
		select {
		case <-t.C:
		case <-quit:
		}
	}()
	return sync.OnceFunc(func() { close(quit) })
}

// Roomy has a place for the message that nobody takes.
func Roomy(d time.Duration) (stop func()) {
	t := time.NewTimer(d)
	quit := make(chan struct{}, 1)
	go func() {
		select {
		case <-t.C:
		case <-quit:
		}
	}()
	return func() { quit <- struct{}{} }
}

// Stopped stops the timer first: it is told if that hasn't run out.
func Stopped(d time.Duration) (stop func()) {
	t := time.NewTimer(d)
	quit := make(chan struct{})
	go func() {
		select {
		case <-t.C:
		case <-quit:
		}
	}()
	return func() {
		if t.Stop() {
			quit <- struct{}{}
		}
	}
}

// Elsewhere does so by a struct.
type Elsewhere struct {
	t    *time.Timer
	quit chan struct{}
}

func NewElsewhere(d time.Duration) *Elsewhere {
	e := &Elsewhere{t: time.NewTimer(d), quit: make(chan struct{})}
	go func() {
		select {
		case <-e.t.C:
		case <-e.quit:
		}
	}()
	return e
}

func (e *Elsewhere) Stop() {
	if e.t.Stop() {
		e.quit <- struct{}{}
	}
}

// Kept keeps the one that it has made.
type Kept struct {
	t    *time.Timer
	quit chan struct{}
}

func NewKept(d time.Duration) *Kept {
	k := &Kept{quit: make(chan struct{})}
	t := time.NewTimer(d)
	k.t = t
	go func() {
		select {
		case <-t.C:
		case <-k.quit:
		}
	}()
	return k
}

func (k *Kept) Stop() {
	if k.t.Stop() {
		k.quit <- struct{}{}
	}
}

// Maybe waits for a time if there is one.
type Maybe struct{ quit chan struct{} }

func NewMaybe(d time.Duration) *Maybe {
	m := &Maybe{make(chan struct{})}
	go m.run(d)
	return m
}

func (m *Maybe) run(d time.Duration) {
	var over <-chan time.Time
	if d > 0 {
		over = time.After(d)
	}
	select {
	case <-over:
	case <-m.quit:
	}
}

func (m *Maybe) Stop() { m.quit <- struct{}{} }

// Again looks again when the time is over.
type Again struct{ quit chan struct{} }

func NewAgain() *Again {
	a := &Again{make(chan struct{})}
	go a.run()
	return a
}

func (a *Again) run() {
	for {
		select {
		case <-time.After(time.Second):
			log.Print("still here")
		case <-a.quit:
			return
		}
	}
}

func (a *Again) Stop() { a.quit <- struct{}{} }

// Drained takes what comes late.
type Drained struct{ quit chan struct{} }

func NewDrained() *Drained {
	d := &Drained{make(chan struct{})}
	go d.run()
	return d
}

func (d *Drained) run() {
	select {
	case <-time.After(time.Second):
		log.Print("too late")
		<-d.quit
	case <-d.quit:
	}
}

func (d *Drained) Stop() { d.quit <- struct{}{} }

// Helped has it taken by another function.
type Helped struct{ quit chan struct{} }

func NewHelped() *Helped {
	h := &Helped{make(chan struct{})}
	go h.run()
	return h
}

func (h *Helped) run() {
	select {
	case <-time.After(time.Second):
		h.drain()
	case <-h.quit:
	}
}

func (h *Helped) drain() { <-h.quit }

func (h *Helped) Stop() { h.quit <- struct{}{} }

// Ending ends the program when it takes too long.
type Ending struct{ quit chan struct{} }

func NewEnding() *Ending {
	e := &Ending{make(chan struct{})}
	go e.run()
	return e
}

func (e *Ending) run() {
	select {
	case <-time.After(time.Minute):
		os.Exit(1)
	case <-e.quit:
	}
}

func (e *Ending) Stop() { e.quit <- struct{}{} }

// Panicking panics.
type Panicking struct{ quit chan struct{} }

func NewPanicking() *Panicking {
	p := &Panicking{make(chan struct{})}
	go p.run()
	return p
}

func (p *Panicking) run() {
	select {
	case <-time.After(time.Minute):
		panic("too slow")
	case <-p.quit:
	}
}

func (p *Panicking) Stop() { p.quit <- struct{}{} }

// Looking looks at what the goroutine closes.
type Looking struct{ quit, left chan struct{} }

func NewLooking() *Looking {
	l := &Looking{make(chan struct{}), make(chan struct{})}
	go l.run()
	return l
}

func (l *Looking) run() {
	defer close(l.left)
	select {
	case <-time.After(time.Minute):
	case <-l.quit:
	}
}

func (l *Looking) Stop() {
	select {
	case l.quit <- struct{}{}:
	case <-l.left:
	}
}

// Never waits for a time that is never over.
type Never struct{ quit chan struct{} }

func NewNever() *Never {
	n := &Never{make(chan struct{})}
	go n.run()
	return n
}

func (n *Never) run() {
	select {
	case <-time.After(math.MaxInt64):
	case <-n.quit:
	}
}

func (n *Never) Stop() { n.quit <- struct{}{} }

// Two have two who receive.
type Two struct{ quit chan struct{} }

func NewTwo() *Two {
	t := &Two{make(chan struct{})}
	go t.run()
	go t.other()
	return t
}

func (t *Two) run() {
	select {
	case <-time.After(time.Minute):
	case <-t.quit:
	}
}

func (t *Two) other() { <-t.quit }

func (t *Two) Stop() { t.quit <- struct{}{} }

// Anew has its goroutine started anew by who sends.
type Anew struct {
	work chan int
	mu   sync.Mutex
	runs bool
}

func NewAnew() *Anew { return &Anew{work: make(chan int)} }

func (a *Anew) Do(n int) {
	a.mu.Lock()
	if !a.runs {
		a.runs = true
		go a.run()
	}
	a.mu.Unlock()
	a.work <- n
}

func (a *Anew) run() {
	for {
		select {
		case n := <-a.work:
			log.Print(n)
		case <-time.After(time.Minute):
			a.mu.Lock()
			a.runs = false
			a.mu.Unlock()
			return
		}
	}
}

// Within sends before it is given to anybody.
func Within() *Idle {
	i := &Idle{quit: make(chan struct{})}
	go i.run()
	i.quit <- struct{}{}
	return i
}

type Idle struct{ quit chan struct{} }

func (i *Idle) run() {
	for {
		select {
		case <-time.After(time.Minute):
			return
		case <-i.quit:
		}
	}
}

// Answered waits for the goroutine before it sends.
type Answered struct{ ready, quit chan struct{} }

func NewAnswered() *Answered {
	a := &Answered{make(chan struct{}), make(chan struct{})}
	go a.run()
	return a
}

func (a *Answered) run() {
	a.ready <- struct{}{}
	select {
	case <-time.After(time.Minute):
	case <-a.quit:
	}
}

func (a *Answered) Stop() {
	<-a.ready
	a.quit <- struct{}{}
}

// Free is stopped by a context as well, of which its caller knows.
type Free struct{ quit chan struct{} }

func NewFree(ctx context.Context) *Free {
	f := &Free{make(chan struct{})}
	go f.run(ctx)
	return f
}

func (f *Free) run(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-f.quit:
	}
}

func (f *Free) Stop() { f.quit <- struct{}{} }

// Shown has a channel from which others receive, too.
type Shown struct{ Quit chan struct{} }

func NewShown() *Shown {
	s := &Shown{make(chan struct{})}
	go s.run()
	return s
}

func (s *Shown) run() {
	select {
	case <-time.After(time.Minute):
	case <-s.Quit:
	}
}

func (s *Shown) Stop() { s.Quit <- struct{}{} }

// Resting is told to rest, and then has no time.
type Resting struct{ rest, quit chan struct{} }

func NewResting(d time.Duration) *Resting {
	r := &Resting{make(chan struct{}, 1), make(chan struct{})}
	go r.run(d)
	return r
}

func (r *Resting) run(d time.Duration) {
	t := time.NewTimer(d)
	for {
		select {
		case <-t.C:
			return
		case <-r.rest:
			t.Stop()
		case <-r.quit:
			return
		}
	}
}

func (r *Resting) Rest() { r.rest <- struct{}{} }

func (r *Resting) Stop() { r.quit <- struct{}{} }

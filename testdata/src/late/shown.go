package late

import (
	"context"
	"sync"
)

// A Shown shows its channel to callers, who receive from it; others of them send, and close.
type Shown struct {
	once sync.Once
	done chan struct{}
	out  chan int
}

func NewShown() *Shown { return &Shown{done: make(chan struct{}), out: make(chan int)} }

func (f *Shown) Out() <-chan int { return f.out }

func (f *Shown) Put(n int) {
	select { // want `panic: send on closed channel \(f\.out\), closed at shown\.go:\d+ by a call of \(\*Shown\)\.Close`
	case f.out <- n:
	case <-f.done:
	}
}

func (f *Shown) Close() {
	f.once.Do(func() {
		close(f.done)
		close(f.out)
	})
}

// Right: it waits for those who send.
type Lenient struct {
	wg   sync.WaitGroup
	once sync.Once
	done chan struct{}
	out  chan int
}

func NewLenient() *Lenient { return &Lenient{done: make(chan struct{}), out: make(chan int)} }

func (p *Lenient) Out() <-chan int { return p.out }

func (p *Lenient) Put(n int) {
	p.wg.Add(1)
	defer p.wg.Done()
	select {
	case p.out <- n:
	case <-p.done:
	}
}

func (p *Lenient) Close() {
	p.once.Do(func() {
		close(p.done)
		p.wg.Wait()
		close(p.out)
	})
}

// Right: it waits for the goroutine that sends, as long as the caller lets it, or asks whether that has gone; whoever receives.
type Attended struct {
	mu         sync.Mutex
	told, shut bool
	out        chan int
	quit, gone chan struct{}
	ended      context.Context
	end        func()
}

func NewAttended() *Attended {
	a := &Attended{out: make(chan int), quit: make(chan struct{}), gone: make(chan struct{})}
	a.ended, a.end = context.WithCancel(context.Background())
	go a.run()
	return a
}

func (a *Attended) run() {
	defer close(a.gone)
	defer a.end()
	for {
		select {
		case a.out <- 1:
		case <-a.quit:
			return
		}
	}
}

func (a *Attended) Out() <-chan int { return a.out }

func (a *Attended) tell() {
	if !a.told {
		a.told = true
		close(a.quit)
	}
}

func (a *Attended) Close(ctx context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.tell()
	select {
	case <-a.gone:
	case <-ctx.Done():
		return ctx.Err()
	}
	if !a.shut {
		a.shut = true
		close(a.out)
	}
	return nil
}

// Right: the same, and its own goroutine receives.
type Emptied struct {
	mu         sync.Mutex
	told, shut bool
	out        chan int
	quit, gone chan struct{}
}

func NewEmptied(use func(int)) *Emptied {
	d := &Emptied{out: make(chan int), quit: make(chan struct{}), gone: make(chan struct{})}
	go d.run()
	go func() {
		for n := range d.out {
			use(n)
		}
	}()
	return d
}

func (d *Emptied) run() {
	defer close(d.gone)
	for {
		select {
		case d.out <- 1:
		case <-d.quit:
			return
		}
	}
}

func (d *Emptied) Close() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.told {
		d.told = true
		close(d.quit)
	}
	select {
	case <-d.gone:
	default:
		return false
	}
	if !d.shut {
		d.shut = true
		close(d.out)
	}
	return true
}

// Right: the goroutine says by a context that it has ended.
type Queried struct {
	mu    sync.Mutex
	out   chan int
	stop  context.CancelFunc
	ended context.Context
	shut  bool
}

func NewQueried(use func(int)) *Queried {
	ctx, stop := context.WithCancel(context.Background())
	ended, end := context.WithCancel(context.Background())
	a := &Queried{out: make(chan int), stop: stop, ended: ended}
	go func() {
		defer end()
		for {
			select {
			case a.out <- 1:
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() {
		for n := range a.out {
			use(n)
		}
	}()
	return a
}

func (a *Queried) Close() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.stop()
	if a.ended.Err() == nil || a.shut {
		return false
	}
	a.shut = true
	close(a.out)
	return true
}

// Right: who sends has a lock as reader that who closes takes, by values of methods.
type Fenced struct {
	life         sync.RWMutex
	enter, leave func()
	mu           sync.Mutex
	closed       bool
	out          chan int
}

func NewFenced() *Fenced {
	g := &Fenced{out: make(chan int, 4)}
	g.enter, g.leave = g.life.RLock, g.life.RUnlock
	go func() {
		for n := range g.out {
			println(n)
		}
	}()
	return g
}

func (g *Fenced) isClosed() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.closed
}

func (g *Fenced) Put(n int) bool {
	g.enter()
	defer g.leave()
	if g.isClosed() {
		return false
	}
	select {
	case g.out <- n:
	default:
	}
	return true
}

func (g *Fenced) Close() {
	g.life.Lock()
	defer g.life.Unlock()
	g.mu.Lock()
	closed := g.closed
	g.closed = true
	g.mu.Unlock()
	if !closed {
		close(g.out)
	}
}

// Right: others whose code isn't seen know when nobody sends any more.
type Joint interface {
	Begin()
	End()
	Join()
}

type Unioned struct {
	joint Joint
	quit  chan struct{}
	out   chan int
}

func NewUnioned(joint Joint) *Unioned {
	return &Unioned{joint: joint, quit: make(chan struct{}), out: make(chan int)}
}

func (j *Unioned) Out() <-chan int { return j.out }

func (j *Unioned) Put(n int) {
	j.joint.Begin()
	defer j.joint.End()
	select {
	case j.out <- n:
	case <-j.quit:
	}
}

func (j *Unioned) Close() {
	close(j.quit)
	j.joint.Join()
	close(j.out)
}

package late

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Right: all of these goroutines are gone, or don't send, when their channel is closed.

type Awaited struct {
	out  chan int
	quit chan struct{}
	wg   sync.WaitGroup
}

func NewAwaited() *Awaited {
	a := &Awaited{out: make(chan int), quit: make(chan struct{})}
	a.wg.Add(1)
	go a.run()
	return a
}

func (a *Awaited) run() {
	defer a.wg.Done()
	for {
		select {
		case <-time.After(time.Second):
			select {
			case a.out <- 1:
			case <-a.quit:
				return
			}
		case <-a.quit:
			return
		}
	}
}

func (a *Awaited) C() <-chan int { return a.out }

func (a *Awaited) join() { a.wg.Wait() }

func (a *Awaited) Stop() {
	close(a.quit)
	a.join()
	close(a.out)
}

// A Joined one has its wait group behind a value.
type Joined struct {
	out  chan int
	quit chan struct{}
	wg   sync.WaitGroup
	join func()
}

func NewJoined() *Joined {
	j := &Joined{out: make(chan int, 8), quit: make(chan struct{})}
	j.wg.Add(1)
	j.join = j.wg.Wait
	go j.run()
	return j
}

func (j *Joined) run() {
	defer j.wg.Done()
	for {
		select {
		case <-time.After(time.Second):
			j.out <- 1
		case <-j.quit:
			return
		}
	}
}

func (j *Joined) C() <-chan int { return j.out }

func (j *Joined) Stop() {
	close(j.quit)
	j.join()
	close(j.out)
}

// A Flagged one sends with the lock, as long as it is open.
type Flagged struct {
	mu     sync.RWMutex
	closed bool
	out    chan int
	quit   chan struct{}
}

func NewFlagged() *Flagged {
	f := &Flagged{out: make(chan int, 8), quit: make(chan struct{})}
	go f.run()
	return f
}

func (f *Flagged) run() {
	for {
		select {
		case <-time.After(time.Second):
			f.emit(1)
		case <-f.quit:
			return
		}
	}
}

func (f *Flagged) emit(v int) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if !f.closed {
		f.out <- v
	}
}

func (f *Flagged) C() <-chan int { return f.out }

func (f *Flagged) Stop() {
	close(f.quit)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	close(f.out)
}

// A Living one has a lock as long as it runs, which it is started with.
type Living struct {
	life sync.Mutex
	out  chan int
	quit chan struct{}
}

func NewLiving() *Living {
	l := &Living{out: make(chan int, 8), quit: make(chan struct{})}
	l.life.Lock()
	go l.run()
	return l
}

func (l *Living) run() {
	defer l.life.Unlock()
	for {
		select {
		case <-time.After(time.Second):
			l.out <- 1
		case <-l.quit:
			return
		}
	}
}

func (l *Living) C() <-chan int { return l.out }

func (l *Living) Stop() {
	close(l.quit)
	l.life.Lock()
	defer l.life.Unlock()
	close(l.out)
}

// A Spinning one is waited for by whoever stops it, who looks again and again.
type Spinning struct {
	out     chan int
	quit    chan struct{}
	running atomic.Bool
}

func NewSpinning() *Spinning {
	s := &Spinning{out: make(chan int, 8), quit: make(chan struct{})}
	s.running.Store(true)
	go s.run()
	return s
}

func (s *Spinning) run() {
	defer s.running.Store(false)
	for {
		select {
		case <-time.After(time.Second):
			select {
			case s.out <- 1:
			default:
			}
		case <-s.quit:
			return
		}
	}
}

func (s *Spinning) C() <-chan int { return s.out }

func (s *Spinning) Stop() {
	close(s.quit)
	for s.running.Load() {
		runtime.Gosched()
	}
	close(s.out)
}

// A Forgiving one recovers.
type Forgiving struct {
	out  chan int
	quit chan struct{}
}

func NewForgiving() *Forgiving {
	f := &Forgiving{out: make(chan int, 8), quit: make(chan struct{})}
	go f.run()
	return f
}

func (f *Forgiving) run() {
	defer func() { _ = recover() }()
	for {
		select {
		case <-time.After(time.Second):
			f.out <- 1
		case <-f.quit:
			return
		}
	}
}

func (f *Forgiving) C() <-chan int { return f.out }

func (f *Forgiving) Stop() {
	close(f.quit)
	close(f.out)
}

// A Greeter sends but once, before its loop.
type Greeter struct {
	out  chan int
	quit chan struct{}
}

func NewGreeter(work func()) *Greeter {
	g := &Greeter{out: make(chan int, 1), quit: make(chan struct{})}
	go func() {
		g.out <- 0
		for {
			select {
			case <-time.After(time.Second):
				work()
			case <-g.quit:
				return
			}
		}
	}()
	return g
}

func (g *Greeter) C() <-chan int { return g.out }

func (g *Greeter) Stop() {
	<-g.out
	close(g.quit)
	close(g.out)
}

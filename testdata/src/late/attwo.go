package late

import (
	"sync"
	"sync/atomic"
)

// A Valve may be shut by several at once.
type Valve struct {
	mu   sync.Mutex
	shut bool
	done chan struct{}
}

func NewValve() *Valve { return &Valve{done: make(chan struct{})} }

func (v *Valve) Done() <-chan struct{} { return v.done }

// Shut has asked before it says that it has.
func (v *Valve) Shut() {
	v.mu.Lock()
	shut := v.shut
	v.mu.Unlock()
	if shut {
		return
	}
	close(v.done) // want `panic: close of closed channel \(v\.done\), closed at attwo\.go:\d+ by another call of \(\*Valve\)\.Shut at the same time`
	v.mu.Lock()
	v.shut = true
	v.mu.Unlock()
}

// A Pump is started and stopped, again and again.
type Pump struct {
	mu   sync.RWMutex
	stop chan struct{}
}

func (p *Pump) Start(stroke func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop != nil {
		return
	}
	p.stop = make(chan struct{})
	go func(stop chan struct{}) {
		for {
			select {
			case <-stop:
				return
			default:
				stroke()
			}
		}
	}(p.stop)
}

func (p *Pump) Stop() {
	p.mu.RLock()
	stop := p.stop
	p.mu.RUnlock()
	if stop == nil {
		return
	}
	close(stop) // want `close of closed channel \(p\.stop\), closed at attwo\.go:\d+ by another call of \(\*Pump\)\.Stop at the same time`
	p.mu.Lock()
	p.stop = nil
	p.mu.Unlock()
}

// A Gauge locks to close, but not to ask.
type Gauge struct {
	mu     sync.Mutex
	state  int32
	values []int
	quit   chan struct{}
	ticks  func(quit <-chan struct{})
}

func (g *Gauge) Open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.quit = make(chan struct{})
	go g.ticks(g.quit)
}

func (g *Gauge) isOpen() bool { return atomic.LoadInt32(&g.state) == 0 }

func (g *Gauge) Close() {
	if !g.isOpen() {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	atomic.StoreInt32(&g.state, 1)
	g.values = append(g.values, 0)
	close(g.quit) // want `close of closed channel \(g\.quit\), closed at attwo\.go:\d+ by another call of \(\*Gauge\)\.Close at the same time`
}

// A Backlog says by a method whether it is closed, which lets go of the lock.
type Backlog struct {
	mu     sync.Mutex
	closed bool
	jobs   chan int
}

func NewBacklog() *Backlog { return &Backlog{jobs: make(chan int, 8)} }

func (q *Backlog) isClosed() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.closed
}

func (q *Backlog) Push(job int) bool {
	if q.isClosed() {
		return false
	}
	q.jobs <- job // want `panic: send on closed channel \(q\.jobs\), closed at attwo\.go:\d+ by a call of \(\*Backlog\)\.Close at the same time`
	return true
}

func (q *Backlog) Pop() (int, bool) {
	job, ok := <-q.jobs
	return job, ok
}

func (q *Backlog) Close() {
	q.mu.Lock()
	if q.closed {
		q.mu.Unlock()
		return
	}
	q.closed = true
	q.mu.Unlock()
	close(q.jobs)
}

// A Closer is all that others see of a pull, which they may have end at any time.
type Closer interface{ Stop() }

type pull struct {
	ended atomic.Bool
	done  chan struct{}
}

func NewPull() Closer { return &pull{done: make(chan struct{})} }

func (p *pull) Stop() {
	if p.ended.Load() {
		return
	}
	close(p.done) // want `panic: close of closed channel \(p\.done\)`
	p.ended.Store(true)
}

// A haul ends itself, too, if there is no more to read.
type haul struct {
	ended atomic.Bool
	done  chan struct{}
}

func NewHaul(read func() error) (Closer, error) {
	h := &haul{done: make(chan struct{})}
	if err := read(); err != nil {
		h.Stop()
		return nil, err
	}
	return h, nil
}

func (h *haul) Stop() {
	if h.ended.Load() {
		return
	}
	close(h.done) // want `panic: close of closed channel \(h\.done\)`
	h.ended.Store(true)
}

// Package overlaps has structs whose functions are right one after the other, and those that are also right at once.
package overlaps

import (
	"sync"
	"sync/atomic"
)

// Who closes asks first whether that has been done; two may ask at once.
type asksFirst struct{ done chan struct{} }

func NewAsksFirst() *asksFirst {
	a := &asksFirst{done: make(chan struct{})}
	go func() { <-a.done }()
	return a
}

func (a *asksFirst) Close() {
	select {
	case <-a.done:
	default:
		close(a.done) // want `panic: close of closed channel \(a\.done\), closed at panics\.go:\d+ by another call of \(\*asksFirst\)\.Close at the same time`
	}
}

// The lock is let go of between the question and the send.
type letsGo struct {
	mu     sync.Mutex
	closed bool
	ch     chan int
}

func NewLetsGo() *letsGo {
	l := &letsGo{ch: make(chan int, 8)}
	go func() {
		for range l.ch {
		}
	}()
	return l
}

func (l *letsGo) Send(v int) bool {
	l.mu.Lock()
	closed := l.closed
	l.mu.Unlock()
	if closed {
		return false
	}
	l.ch <- v // want `panic: send on closed channel \(l\.ch\), closed at panics\.go:\d+ by a call of \(\*letsGo\)\.Close at the same time`
	return true
}

func (l *letsGo) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	l.closed = true
	close(l.ch)
}

// The lock is kept meanwhile.
type keeps struct {
	mu     sync.RWMutex
	closed bool
	ch     chan int
}

func NewKeeps() *keeps {
	k := &keeps{ch: make(chan int, 8)}
	go func() {
		for range k.ch {
		}
	}()
	return k
}

func (k *keeps) Send(v int) bool {
	k.mu.RLock()
	defer k.mu.RUnlock()
	if k.closed {
		return false
	}
	k.ch <- v
	return true
}

func (k *keeps) Close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return
	}
	k.closed = true
	close(k.ch)
}

// An atomic flag is loaded and stored in two steps.
type twoSteps struct {
	closed atomic.Bool
	done   chan struct{}
}

func NewTwoSteps() *twoSteps {
	s := &twoSteps{done: make(chan struct{})}
	go func() { <-s.done }()
	return s
}

func (s *twoSteps) Close() {
	if s.closed.Load() {
		return
	}
	s.closed.Store(true)
	close(s.done) // want `panic: close of closed channel \(s\.done\), closed at panics\.go:\d+ by another call of \(\*twoSteps\)\.Close at the same time`
}

// In one.
type oneStep struct {
	closed atomic.Bool
	done   chan struct{}
}

func NewOneStep() *oneStep {
	s := &oneStep{done: make(chan struct{})}
	go func() { <-s.done }()
	return s
}

func (s *oneStep) Close() {
	if s.closed.CompareAndSwap(false, true) {
		close(s.done)
	}
}

// A plain flag: nothing says that this may be called by several at once.
type plain struct {
	closed bool
	done   chan struct{}
}

func NewPlain() *plain {
	p := &plain{done: make(chan struct{})}
	go func() { <-p.done }()
	return p
}

func (p *plain) Close() {
	if p.closed {
		return
	}
	p.closed = true
	close(p.done)
}

// Nobody asks: to send after Close is a mistake, whoever makes it.
type bare struct{ ch chan int }

func NewBare() *bare {
	b := &bare{make(chan int)}
	go func() {
		for range b.ch {
		}
	}()
	return b
}

func (b *bare) Send(v int) { b.ch <- v }

func (b *bare) Close() { close(b.ch) }

// Close waits for those who send.
type waits struct {
	mu      sync.Mutex
	closed  bool
	senders sync.WaitGroup
	ch      chan int
}

func NewWaits() *waits {
	w := &waits{ch: make(chan int)}
	go func() {
		for range w.ch {
		}
	}()
	return w
}

func (w *waits) Send(v int) bool {
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return false
	}
	w.senders.Add(1)
	w.mu.Unlock()
	w.ch <- v
	w.senders.Done()
	return true
}

func (w *waits) Close() {
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return
	}
	w.closed = true
	w.mu.Unlock()
	w.senders.Wait()
	close(w.ch)
}

// The loop of one call runs until another one stops it, by closing what the first one sends on.
type serves struct {
	stop atomic.Bool
	ch   chan int
}

func NewServes() *serves {
	s := &serves{ch: make(chan int, 4)}
	go func() {
		for range s.ch {
		}
	}()
	return s
}

func (s *serves) Serve() {
	for !s.stop.Load() {
		s.ch <- 1 // want `panic: send on closed channel \(s\.ch\), closed at panics\.go:\d+ by a call of \(\*serves\)\.Stop at the same time`
	}
}

func (s *serves) Stop() {
	s.stop.Store(true)
	close(s.ch)
}

// Who serves closes it himself.
type closesItself struct {
	stop atomic.Bool
	ch   chan int
}

func NewClosesItself() *closesItself {
	s := &closesItself{ch: make(chan int, 4)}
	go func() {
		for range s.ch {
		}
	}()
	return s
}

func (s *closesItself) Serve() {
	for !s.stop.Load() {
		s.ch <- 1
	}
	close(s.ch)
}

func (s *closesItself) Stop() { s.stop.Store(true) }

package overlaps

import (
	"sync"
	"sync/atomic"
)

// Others receive what is sent: that is for them to say.
type events struct {
	serving atomic.Bool
	out     chan int
	next    func() (int, error)
}

func NewEvents(next func() (int, error)) *events {
	return &events{out: make(chan int, 10), next: next}
}

func (e *events) Out() <-chan int { return e.out }

func (e *events) Serve() {
	e.serving.Store(true)
	for e.serving.Load() {
		n, err := e.next()
		if err != nil {
			continue
		}
		e.out <- n // want `panic: send on closed channel \(e\.out\), closed at shown\.go:\d+ by a call of \(\*events\)\.Stop at the same time`
	}
}

func (e *events) Stop() {
	e.serving.Store(false)
	close(e.out)
}

// In a field that others can see.
type Feed struct {
	mu     sync.Mutex
	closed bool
	C      chan int
}

func NewFeed() *Feed { return &Feed{C: make(chan int)} }

func (f *Feed) Publish(v int) {
	f.mu.Lock()
	closed := f.closed
	f.mu.Unlock()
	if !closed {
		f.C <- v // want `panic: send on closed channel \(f\.C\), closed at shown\.go:\d+ by a call of \(\*Feed\)\.Close at the same time`
	}
}

func (f *Feed) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.closed {
		f.closed = true
		close(f.C)
	}
}

// Who publishes keeps the lock.
type Steady struct {
	mu     sync.Mutex
	closed bool
	C      chan int
}

func NewSteady() *Steady { return &Steady{C: make(chan int)} }

func (s *Steady) Publish(v int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.C <- v
	}
}

func (s *Steady) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.C)
	}
}

// What another function does, with a channel on which others may do whatever they like, has nothing to do with it.
type Mixed struct {
	Again  chan int
	closed atomic.Bool
	done   chan struct{}
}

func NewMixed() *Mixed {
	m := &Mixed{Again: make(chan int), done: make(chan struct{})}
	go m.wait()
	return m
}

func (m *Mixed) wait() { <-m.done }

func (m *Mixed) Next() int {
	select {
	case v := <-m.Again:
		return v
	case <-m.done:
		return 0
	}
}

func (m *Mixed) End() { close(m.Again) }

func (m *Mixed) Close() {
	if !m.closed.Load() {
		m.closed.Store(true)
		close(m.done) // want `panic: close of closed channel \(m\.done\), closed at shown\.go:\d+ by another call of \(\*Mixed\)\.Close at the same time`
	}
}

// Here the question and the answer are one.
type Careful struct {
	Again  chan int
	closed atomic.Bool
	done   chan struct{}
}

func NewCareful() *Careful {
	c := &Careful{Again: make(chan int), done: make(chan struct{})}
	go c.wait()
	return c
}

func (c *Careful) wait() { <-c.done }

func (c *Careful) Next() int {
	select {
	case v := <-c.Again:
		return v
	case <-c.done:
		return 0
	}
}

func (c *Careful) End() { close(c.Again) }

func (c *Careful) Close() {
	if !c.closed.Swap(true) {
		close(c.done)
	}
}

// A lock under which nobody waits makes the flag as good as atomic; the question and the answer are two.
type Locked struct {
	mu     sync.Mutex
	closed bool
	done   chan struct{}
}

func NewLocked() *Locked {
	l := &Locked{done: make(chan struct{})}
	go l.wait()
	return l
}

func (l *Locked) wait() { <-l.done }

func (l *Locked) isClosed() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.closed
}

func (l *Locked) setClosed() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
}

func (l *Locked) Close() {
	if l.isClosed() {
		return
	}
	l.setClosed()
	close(l.done) // want `panic: close of closed channel \(l\.done\), closed at shown\.go:\d+ by another call of \(\*Locked\)\.Close at the same time`
}

// Both under the lock.
type Together struct {
	mu     sync.Mutex
	closed bool
	done   chan struct{}
}

func NewTogether() *Together {
	t := &Together{done: make(chan struct{})}
	go t.wait()
	return t
}

func (t *Together) wait() { <-t.done }

func (t *Together) isFirst() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return false
	}
	t.closed = true
	return true
}

func (t *Together) Close() {
	if t.isFirst() {
		close(t.done)
	}
}

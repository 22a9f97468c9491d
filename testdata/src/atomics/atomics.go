// Package atomics has goroutines that decide by what others have done to an atomic number or
// boolean.
package atomics

import (
	"context"
	"sync"
	"sync/atomic"
)

// CloseOnce is right: one of the two finds false and says so, in one step.
func CloseOnce() {
	var closed atomic.Bool
	done := make(chan struct{})
	for range 2 {
		go func() {
			if closed.CompareAndSwap(false, true) {
				close(done)
			}
		}()
	}
	<-done
}

// CloseTwice asks first and says so later.
func CloseTwice() {
	var closed atomic.Bool
	done := make(chan struct{})
	for range 2 {
		go func() {
			if !closed.Load() {
				closed.Store(true)
				close(done) // want `panic: close of closed channel`
			}
		}()
	}
	<-done
}

// LastCloses is right: whoever lowers the counter to 0 closes the channel.
func LastCloses() {
	left := int32(3)
	done := make(chan struct{})
	for range 3 {
		go func() {
			if atomic.AddInt32(&left, -1) == 0 {
				close(done)
			}
		}()
	}
	<-done
}

// NobodyIsLast counts one goroutine too many.
func NobodyIsLast() {
	left := int32(4)
	done := make(chan struct{})
	for range 3 {
		go func() {
			if atomic.AddInt32(&left, -1) == 0 {
				close(done)
			}
		}()
	}
	<-done // want `receive from done blocks forever`
}

// LastToLeave is right: the counter is lowered when the function returns.
func LastToLeave() {
	var running atomic.Int64
	running.Store(2)
	left := make(chan struct{}, 2)
	for range 2 {
		go func() {
			defer func() { left <- struct{}{} }()
			defer running.Add(-1)
		}()
	}
	<-left
	<-left
	if running.Load() != 0 {
		<-left
	}
}

// StillRunning waits for a third one where both have left.
func StillRunning() {
	var running atomic.Int64
	running.Store(2)
	left := make(chan struct{}, 2)
	for range 2 {
		go func() {
			defer func() { left <- struct{}{} }()
			defer running.Add(-1)
		}()
	}
	<-left
	<-left
	if running.Load() == 0 {
		<-left // want `receive from left blocks forever`
	}
}

type gate struct {
	open  atomic.Int32
	queue chan int
}

// enter is told that the gate is closed, or sends.
func (g *gate) enter(n int) {
	if g.open.Load() == 1 {
		g.queue <- n // want `send on g\.queue blocks forever`
	}
}

// LeftAtTheGate closes the gate, and receives no more; who was past it sends.
func LeftAtTheGate() {
	g := &gate{queue: make(chan int)}
	g.open.Store(1)
	go g.enter(1)
	g.open.Store(0)
}

// LetIn is right: who was past the gate is waited for.
func LetIn() {
	var open atomic.Bool
	queue := make(chan int)
	open.Store(true)
	var in sync.WaitGroup
	in.Add(1)
	go func() {
		defer in.Done()
		if open.Load() {
			select {
			case queue <- 1:
			default:
			}
		}
	}()
	open.Store(false)
	in.Wait()
}

// SwappedOut is right: of two who stop it, the second one is told that it is stopped.
func SwappedOut() {
	var stopped atomic.Bool
	stop := make(chan struct{})
	stopIt := func() {
		if stopped.Swap(true) {
			return
		}
		close(stop)
	}
	go stopIt()
	stopIt()
	<-stop
}

// SwappedWrongly is told the new value, it thinks.
func SwappedWrongly() {
	var stopped atomic.Bool
	stop := make(chan struct{})
	if stopped.Swap(true) {
		close(stop)
	}
	<-stop // want `receive from stop blocks forever`
}

// CountedDown is right: an unsigned number is lowered like that.
func CountedDown() {
	n := uint32(2)
	done := make(chan struct{})
	for range 2 {
		go func() {
			if atomic.AddUint32(&n, ^uint32(0)) == 0 {
				close(done)
			}
		}()
	}
	<-done
}

const (
	started = 1 << iota
	finished
)

// Marked is right: who sets the second bit finds the first one.
func Marked() {
	var state atomic.Uint32
	both := make(chan struct{})
	mark := func(bit, other uint32) {
		if state.Or(bit) == other {
			close(both)
		}
	}
	go mark(started, finished)
	go mark(finished, started)
	<-both
}

// MarkedOnce sets one of the two bits only.
func MarkedOnce() {
	var state atomic.Uint32
	both := make(chan struct{})
	mark := func(bit, other uint32) {
		if state.Or(bit) == other {
			close(both)
		}
	}
	go mark(started, finished)
	go mark(started, finished)
	<-both // want `receive from both blocks forever`
}

// Spinning is right: it goes on when the other one has come.
func Spinning() {
	var ready atomic.Bool
	c := make(chan int)
	go func() {
		ready.Store(true)
		<-c
	}()
	for !ready.Load() {
	}
	c <- 1
}

// Counter is for others.
type Counter struct {
	n    atomic.Int64
	full chan struct{}
}

// NewCounter makes a counter.
func NewCounter() *Counter { return &Counter{full: make(chan struct{})} }

// Add is right for all that is known: who comes tenth closes the channel.
func (c *Counter) Add() {
	if c.n.Add(1) == 10 {
		close(c.full)
	}
}

// Full waits for ten of them.
func (c *Counter) Full() { <-c.full }

// Outside asks for a number that others may change at any time.
func Outside(n *atomic.Int32) {
	c := make(chan int, 1)
	if n.Load() == 0 {
		c <- 1
	}
	if n.Load() == 0 {
		<-c
	}
}

// An Exporter is flushed by whoever has it, unless it was stopped.
type Exporter struct {
	stopped atomic.Bool
	flush   func() error
}

// NewExporter makes one.
func NewExporter(flush func() error) *Exporter { return &Exporter{flush: flush} }

// Stop stops it.
func (e *Exporter) Stop() { e.stopped.Store(true) }

// Flush is wrong: who has given up doesn't receive.
func (e *Exporter) Flush(ctx context.Context) error {
	if e.stopped.Load() {
		return nil
	}
	flushed := make(chan error)
	go func() { flushed <- e.flush() }() // want `send on flushed blocks forever and leaks the goroutine`
	select {
	case err := <-flushed:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// FlushAll is right: there is room for the answer.
func (e *Exporter) FlushAll(ctx context.Context) error {
	for !e.stopped.Load() {
		flushed := make(chan error, 1)
		go func() { flushed <- e.flush() }()
		select {
		case <-flushed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

type follower struct {
	next    atomic.Uint64
	trigger chan chan error
}

// transfer sends only if it wasn't stopped before.
func transfer(f *follower, last uint64, stop chan struct{}, done chan error) {
	select {
	case <-stop:
		done <- nil
		return
	default:
	}
	for f.next.Load() <= last {
		answer := make(chan error, 1)
		f.trigger <- answer
		if err := <-answer; err != nil {
			done <- err
			return
		}
	}
	done <- nil
}

// StoppedBefore is right: nothing is sent on the nil channel.
func StoppedBefore() {
	stop := make(chan struct{})
	close(stop)
	done := make(chan error, 1)
	transfer(&follower{}, 1, stop, done)
	<-done
}

// A line is one that is open.
type line struct{ words chan string }

// Right: A Switchboard's line is hung up by who takes it out.
type Switchboard struct {
	current atomic.Pointer[line]
	heard   int
}

// NewSwitchboard opens a line, and listens.
func NewSwitchboard() *Switchboard {
	s := &Switchboard{}
	l := &line{make(chan string)}
	s.current.Store(l)
	go func() {
		for word := range l.words {
			s.heard += len(word)
		}
	}()
	return s
}

// HangUp closes the line.
func (s *Switchboard) HangUp() {
	if l := s.current.Swap(nil); l != nil {
		close(l.words)
	}
}

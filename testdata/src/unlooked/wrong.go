// Package unlooked has functions that a context ends, and others that send to them.
package unlooked

import (
	"context"
	"os"
	"os/signal"
	"sync"
)

// A Desk is run by whoever has made it.
type Desk struct {
	ctx    context.Context
	leave  context.CancelFunc
	papers chan string
	bells  sync.WaitGroup
}

// NewDesk makes one.
func NewDesk() *Desk {
	d := &Desk{papers: make(chan string)}
	d.ctx, d.leave = context.WithCancel(context.Background())
	return d
}

// Run ends when it has read enough, or is closed.
func (d *Desk) Run(isEnough func(string) bool) {
	d.bells.Add(1)
	go d.listen()
	d.read(isEnough)
	d.leave()
	d.bells.Wait()
}

func (d *Desk) read(isEnough func(string) bool) {
	for {
		select {
		case <-d.ctx.Done():
			return
		case paper := <-d.papers:
			if isEnough(paper) {
				return
			}
		}
	}
}

func (d *Desk) listen() {
	defer d.bells.Done()
	rings := make(chan os.Signal, 1)
	signal.Notify(rings, os.Interrupt)
	defer signal.Stop(rings)
	for {
		select {
		case <-d.ctx.Done():
			return
		case <-rings:
			d.papers <- "bell" // want `send on d\.papers blocks forever and leaks the goroutine: a call of \(\*Desk\)\.Run never receives from it after line 37`
			return
		}
	}
}

// Put hands a paper in unless it is closed.
func (d *Desk) Put(paper string) {
	select {
	case <-d.ctx.Done():
	case d.papers <- paper:
	}
}

// Close ends Run.
func (d *Desk) Close() { d.leave() }

// A Board has the context that an option has set as a parent.
type Board struct {
	ctx   context.Context
	stop  context.CancelFunc
	notes chan string
	busy  bool
}

// An Option changes a new board.
type Option func(*Board)

// Under sets what ends a board.
func Under(ctx context.Context) Option { return func(b *Board) { b.ctx = ctx } }

// NewBoard starts one.
func NewBoard(options ...Option) *Board {
	b := &Board{notes: make(chan string), ctx: context.Background()}
	for _, option := range options {
		option(b)
	}
	b.ctx, b.stop = context.WithCancel(b.ctx)
	go b.pin()
	return b
}

func (b *Board) pin() {
	for {
		select {
		case note := <-b.notes:
			b.busy = true
			println(note)
			b.busy = false
		case <-b.ctx.Done():
			return
		}
	}
}

// Try pins a note unless the board has gone.
func (b *Board) Try(note string) {
	select {
	case b.notes <- note:
	case <-b.ctx.Done():
	}
}

// Pin asks for what says nothing of the end.
func (b *Board) Pin(note string) {
	if !b.busy {
		b.notes <- note // want `send on b\.notes blocks forever: the goroutine started at wrong\.go:96 never receives from it after line 102 \(if !b\.busy\)`
	}
}

// Stop ends it, and Abort does.
func (b *Board) Stop() { b.stop() }

// Abort says so.
func (b *Board) Abort() {
	println("abort")
	b.stop()
}

// A Meter ends with the context of whoever has made it.
type Meter struct {
	ctx    context.Context
	values chan int
}

// NewMeter starts one.
func NewMeter(ctx context.Context) *Meter {
	m := &Meter{ctx: ctx, values: make(chan int)}
	go m.show()
	return m
}

func (m *Meter) show() {
	for {
		select {
		case n := <-m.values:
			println(n)
		case <-m.ctx.Done():
			return
		}
	}
}

// Add shows a number unless that has ended.
func (m *Meter) Add(n int) {
	select {
	case m.values <- n:
	case <-m.ctx.Done():
	}
}

// Set always does.
func (m *Meter) Set(n int) {
	m.values <- n // want `send on m\.values blocks forever: the goroutine started at wrong\.go:146 never receives from it after line 152`
}

// A Stall has a goroutine that hands on what it is told from outside, and callers.
type Stall struct {
	ctx    context.Context
	leave  context.CancelFunc
	wishes chan string
}

// NewStall makes one.
func NewStall() *Stall {
	s := &Stall{wishes: make(chan string)}
	s.ctx, s.leave = context.WithCancel(context.Background())
	return s
}

// Serve ends when it is closed.
func (s *Stall) Serve(calls <-chan os.Signal) {
	go s.hear(calls)
	for {
		select {
		case <-s.ctx.Done():
			return
		case wish := <-s.wishes:
			println(wish)
		}
	}
}

// hear asks what it has received, which is another matter than that it has.
func (s *Stall) hear(calls <-chan os.Signal) {
	for {
		select {
		case <-s.ctx.Done():
			return
		case call := <-calls:
			switch call {
			case os.Interrupt:
				s.wishes <- "the bill" // want `send on s\.wishes blocks forever and leaks the goroutine: a call of \(\*Stall\)\.Serve never receives from it after line 192`
			default:
				println(call)
			}
		}
	}
}

// Ask gives up when it is closed.
func (s *Stall) Ask(wish string) {
	select {
	case <-s.ctx.Done():
	case s.wishes <- wish:
	}
}

// Demand doesn't: that is told beside what the goroutine does.
func (s *Stall) Demand(wish string) {
	s.wishes <- wish // want `send on s\.wishes blocks forever: a call of \(\*Stall\)\.Serve never receives from it after line 192`
}

// Close ends Serve.
func (s *Stall) Close() { s.leave() }

// Package streams has goroutines that send to those who have their packages' channels.
package streams

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Temperatures are read until the context ends, but who has ended it is still sent one.
func Temperatures(ctx context.Context, read func() float64) <-chan float64 {
	out := make(chan float64)
	go func() {
		defer close(out)
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				out <- read() // want `send on out blocks forever .*\(if whoever ends ctx receives no more\)`
			}
		}
	}()
	return out
}

// A Tail follows a file.
type Tail struct {
	lines chan string
	quit  chan struct{}
}

// NewTail starts to.
func NewTail(read func() (string, error)) *Tail {
	t := &Tail{lines: make(chan string, 2), quit: make(chan struct{})}
	go t.follow(read)
	return t
}

func (t *Tail) follow(read func() (string, error)) {
	for {
		select {
		case <-t.quit:
			return
		default:
		}
		if line, err := read(); err == nil {
			t.emit(line)
		}
	}
}

func (t *Tail) emit(line string) {
	t.lines <- line // want `send on t.lines blocks forever .*whoever calls \(\*Tail\).Stop receives no more`
}

// Lines are its lines.
func (t *Tail) Lines() <-chan string { return t.lines }

// Stop ends it.
func (t *Tail) Stop() { close(t.quit) }

// A Feed is known by an interface.
type Feed interface {
	Updates() <-chan int
	Close()
}

type feed struct {
	mu      sync.Mutex
	closed  bool
	updates chan int
	source  interface {
		Next() (int, error)
		Close()
	}
}

// Subscribe makes one.
func Subscribe(source interface {
	Next() (int, error)
	Close()
}) Feed {
	f := &feed{updates: make(chan int), source: source}
	go f.loop()
	return f
}

func (f *feed) Updates() <-chan int { return f.updates }

func (f *feed) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.closed {
		f.closed = true
		f.source.Close()
	}
}

func (f *feed) isClosed() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.closed
}

func (f *feed) loop() {
	defer close(f.updates)
	for {
		n, err := f.source.Next()
		if err != nil {
			if !f.isClosed() {
				time.Sleep(time.Second)
				continue
			}
			return
		}
		f.updates <- n // want `send on f.updates blocks forever .*whoever calls \(\*feed\).Close receives no more`
	}
}

// A Beat has room for one, which the constructor takes.
type Beat struct {
	ctx   context.Context
	beats chan int
}

// NewBeat starts one.
func NewBeat(ctx context.Context, every time.Duration) *Beat {
	b := &Beat{ctx, make(chan int, 1)}
	b.beats <- 0
	go b.run(every)
	return b
}

func (b *Beat) run(every time.Duration) {
	t := time.NewTimer(every)
	for n := 1; ; n++ {
		select {
		case <-b.ctx.Done():
			return
		case <-t.C:
			b.beats <- n // want `send on b.beats blocks forever .*whoever ends b.ctx receives no more`
			t.Reset(every)
		}
	}
}

// Beats are its beats.
func (b *Beat) Beats() <-chan int { return b.beats }

// A Poller has an atomic flag.
type Poller struct {
	found   chan int
	stopped atomic.Bool
}

// NewPoller starts one.
func NewPoller(ask func() int) *Poller {
	p := &Poller{found: make(chan int)}
	go func() {
		for !p.stopped.Load() {
			p.found <- ask() // want `send on p.found blocks forever .*whoever calls \(\*Poller\).Stop receives no more`
		}
	}()
	return p
}

// Found is what it finds.
func (p *Poller) Found() <-chan int { return p.found }

// Stop ends it.
func (p *Poller) Stop() { p.stopped.Store(true) }

// Readings asks the context what is to be.
func Readings(ctx context.Context, read func() int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for ctx.Err() == nil {
			out <- read() // want `send on out blocks forever .*\(if whoever ends ctx receives no more\)`
		}
	}()
	return out
}

// A Store is asked for records.
type Store interface {
	Find(ctx context.Context, key string) (Cursor, error)
	Page(ctx context.Context, after string) ([]string, error)
}

// A Cursor has one after the other.
type Cursor interface {
	Next() bool
	Value() string
	Close()
}

// Records sends what a cursor has, until the context ends with which that was made.
func Records(ctx context.Context, s Store, key string) (<-chan string, error) {
	c, err := s.Find(ctx, key)
	if err != nil {
		return nil, err
	}
	out := make(chan string)
	go send(c, out)
	return out, nil
}

func send(c Cursor, out chan<- string) {
	defer c.Close()
	for c.Next() {
		out <- c.Value() // want `send on out blocks forever .*whoever ends ctx receives no more`
	}
}

// All sends page after page.
func All(ctx context.Context, s Store) <-chan string {
	out := make(chan string)
	go func() {
		after := ""
		for {
			page, err := s.Page(ctx, after)
			if err != nil {
				return
			}
			for _, name := range page {
				out <- name // want `send on out blocks forever .*whoever ends ctx receives no more`
				after = name
			}
		}
	}()
	return out
}

// A Clock has a child of its callers' context.
type Clock struct {
	ctx    context.Context
	cancel context.CancelFunc
	ticks  chan int
}

// NewClock starts one.
func NewClock(ctx context.Context, read func() int) *Clock {
	c := &Clock{ticks: make(chan int)}
	c.ctx, c.cancel = context.WithCancel(ctx)
	go c.run(read)
	return c
}

func (c *Clock) run(read func() int) {
	defer c.cancel()
	for c.ctx.Err() == nil {
		c.ticks <- read() // want `send on c.ticks blocks forever .*whoever ends c.ctx receives no more`
	}
}

// Ticks are its ticks.
func (c *Clock) Ticks() <-chan int { return c.ticks }

// A Meter runs until its flag says that it doesn't.
type Meter struct {
	mu      sync.Mutex
	running bool
	out     chan int
}

// NewMeter starts one.
func NewMeter(read func() int) *Meter {
	m := &Meter{running: true, out: make(chan int)}
	go func() {
		for m.isRunning() {
			m.out <- read() // want `send on m.out blocks forever .*whoever calls \(\*Meter\).Stop receives no more`
		}
	}()
	return m
}

func (m *Meter) isRunning() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.running
}

// Out is what it reads.
func (m *Meter) Out() <-chan int { return m.out }

// Stop ends it.
func (m *Meter) Stop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.running = false
}

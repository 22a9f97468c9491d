// Package heedless has goroutines that are to end, and send.
package heedless

import (
	"context"
	"io"
	"time"
)

// A Poller asks again and again.
type Poller struct {
	found chan int
	quit  chan struct{}
}

// NewPoller starts one.
func NewPoller(ask func() int) *Poller {
	p := &Poller{found: make(chan int), quit: make(chan struct{})}
	go func() {
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-p.quit:
				return
			case <-t.C:
				p.found <- ask() // want `send on p\.found blocks forever and leaks the goroutine: a call of \(\*Poller\)\.Next never receives from it after line 36`
			}
		}
	}()
	return p
}

// Next waits for what is found next, until it is stopped.
func (p *Poller) Next() (n int, ok bool) {
	select {
	case n = <-p.found:
		return n, true
	case <-p.quit:
		return 0, false
	}
}

// Stop ends it.
func (p *Poller) Stop() { close(p.quit) }

// A Tail has a reader and a writer.
type Tail struct {
	lines chan []byte
	fails chan error
	quit  chan struct{}
}

// NewTail starts both.
func NewTail(r io.Reader, w io.Writer) *Tail {
	t := &Tail{lines: make(chan []byte, 4), fails: make(chan error), quit: make(chan struct{})}
	go t.read(r)
	go t.write(w)
	return t
}

func (t *Tail) read(r io.Reader) {
	for {
		select {
		case <-t.quit:
			return
		default:
		}
		line := make([]byte, 80)
		if _, err := r.Read(line); err != nil {
			return
		}
		select {
		case t.lines <- line:
		case <-t.quit:
			return
		}
	}
}

func (t *Tail) write(w io.Writer) {
	for {
		select {
		case <-t.quit:
			return
		case line := <-t.lines:
			if _, err := w.Write(line); err != nil {
				t.fails <- err // want `send on t\.fails blocks forever and leaks the goroutine: a call of \(\*Tail\)\.Fail never receives from it after line 96 \(if err != nil from w\.Write\)`
			}
		}
	}
}

// Fail is the next error, nil if it is stopped.
func (t *Tail) Fail() error {
	select {
	case err := <-t.fails:
		return err
	case <-t.quit:
		return nil
	}
}

// Stop ends both.
func (t *Tail) Stop() { close(t.quit) }

// An Agent ends with the context of who has made it, and sends in a method of its own.
type Agent struct {
	ctx   context.Context
	found chan int
}

// NewAgent starts one.
func NewAgent(ctx context.Context, ask func() int) *Agent {
	a := &Agent{ctx: ctx, found: make(chan int)}
	go a.run(ask)
	return a
}

func (a *Agent) run(ask func() int) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-a.ctx.Done():
			return
		case <-t.C:
			a.tell(ask())
		}
	}
}

func (a *Agent) tell(n int) {
	a.found <- n // want `send on a\.found blocks forever and leaks the goroutine: a call of \(\*Agent\)\.Next never receives from it after line 139`
}

// Next waits for what is found next, until the context has ended.
func (a *Agent) Next() (n int, ok bool) {
	select {
	case n = <-a.found:
		return n, true
	case <-a.ctx.Done():
		return 0, false
	}
}

// A Cancelled one has a context of its own.
type Cancelled struct {
	ctx    context.Context
	cancel context.CancelFunc
	found  chan int
}

// NewCancelled starts one.
func NewCancelled(ask func() int) *Cancelled {
	c := &Cancelled{found: make(chan int)}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	go func() {
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-c.ctx.Done():
				return
			case <-t.C:
				c.found <- ask() // want `send on c\.found blocks forever and leaks the goroutine: a call of \(\*Cancelled\)\.Next never receives from it after line 175`
			}
		}
	}()
	return c
}

// Next waits for what is found next, until it is stopped.
func (c *Cancelled) Next() (n int, ok bool) {
	select {
	case n = <-c.found:
		return n, true
	case <-c.ctx.Done():
		return 0, false
	}
}

// Stop ends it.
func (c *Cancelled) Stop() { c.cancel() }

// Package heedless has goroutines that are to end, and send.
package heedless

import (
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
				p.found <- ask() // want `send on p\.found blocks forever and leaks the goroutine: nobody is left to receive from it`
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
				t.fails <- err // want `send on t\.fails blocks forever and leaks the goroutine: nobody is left to receive from it \(if err != nil from w\.Write\)`
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

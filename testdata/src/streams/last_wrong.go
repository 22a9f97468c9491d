package streams

import (
	"io"
	"sync"
)

// A Wire reads lines; all who receive leave when it is closed, but it doesn't look for that where it sends why it has ended.
type Wire struct {
	in    io.Reader
	once  sync.Once
	shut  chan struct{}
	lines chan []byte
	fails chan error
}

func NewWire(in io.Reader) *Wire {
	w := &Wire{in: in, shut: make(chan struct{}), lines: make(chan []byte), fails: make(chan error)}
	go w.pump()
	return w
}

func (w *Wire) pump() {
	for w.turn() {
	}
}

func (w *Wire) turn() bool {
	buf := make([]byte, 80)
	n, err := w.in.Read(buf)
	if err != nil {
		w.fails <- err // want `send on w\.fails blocks forever and leaks the goroutine: a call of \(\*Wire\)\.Line never receives from it`
		return false
	}
	select {
	case w.lines <- buf[:n]:
		return true
	case <-w.shut:
		return false
	}
}

func (w *Wire) Line() ([]byte, error) {
	select {
	case l := <-w.lines:
		return l, nil
	case err := <-w.fails:
		return nil, err
	case <-w.shut:
		return nil, io.ErrClosedPipe
	}
}

func (w *Wire) Close() { w.once.Do(func() { close(w.shut) }) }

// A Scale has the loop itself, and sends at its end.
type Scale struct {
	shut   chan struct{}
	values chan int
	fails  chan error
}

func NewScale(measure func() (int, error)) *Scale {
	g := &Scale{shut: make(chan struct{}), values: make(chan int), fails: make(chan error)}
	go g.pump(measure)
	return g
}

func (g *Scale) pump(measure func() (int, error)) {
	for {
		n, err := measure()
		if err != nil {
			g.fails <- err // want `send on g\.fails blocks forever and leaks the goroutine: a call of \(\*Scale\)\.Value never receives from it`
			return
		}
		select {
		case g.values <- n:
		case <-g.shut:
			return
		}
	}
}

func (g *Scale) Value() (int, error) {
	select {
	case n := <-g.values:
		return n, nil
	case err := <-g.fails:
		return 0, err
	case <-g.shut:
		return 0, io.EOF
	}
}

func (g *Scale) Close() { close(g.shut) }

// Package late has sends that look first whether somebody has closed the channel.
package late

import (
	"errors"
	"sync"
	"sync/atomic"
)

var errClosed = errors.New("closed")

// A Writer looks, lets go of the lock, and sends.
type Writer struct {
	mu     sync.RWMutex
	closed bool
	in     chan string
	done   sync.WaitGroup
}

func NewWriter() *Writer {
	w := &Writer{in: make(chan string, 8)}
	w.done.Add(1)
	go w.run()
	return w
}

func (w *Writer) run() {
	defer w.done.Done()
	for s := range w.in {
		println(s)
	}
}

func (w *Writer) Write(s string) error {
	w.mu.RLock()
	closed := w.closed
	w.mu.RUnlock()
	if closed {
		return errClosed
	}
	w.in <- s // want `panic: send on closed channel \(w\.in\), closed at wrong\.go:\d+ by a call of \(\*Writer\)\.Close at the same time`
	return nil
}

func (w *Writer) Close() {
	w.mu.Lock()
	if !w.closed {
		w.closed = true
		close(w.in)
	}
	w.mu.Unlock()
	w.done.Wait()
}

// A Server asks atomically, by a method.
type Server struct {
	serving atomic.Bool
	packets chan []byte
	read    func([]byte) (int, error)
}

func NewServer(read func([]byte) (int, error)) *Server {
	return &Server{packets: make(chan []byte, 16), read: read}
}

func (s *Server) IsServing() bool { return s.serving.Load() }

func (s *Server) Serve() {
	s.serving.Store(true)
	for s.IsServing() {
		packet := make([]byte, 512)
		if _, err := s.read(packet); err != nil {
			continue
		}
		select { // want `panic: send on closed channel`
		case s.packets <- packet:
		default:
		}
	}
}

func (s *Server) Stop() {
	s.serving.Store(false)
	close(s.packets)
}

func (s *Server) Next() ([]byte, bool) {
	p, ok := <-s.packets
	return p, ok
}

// A Queue looks at a channel before it sends.
type Queue struct {
	in   chan string
	done chan struct{}
}

func NewQueue() *Queue {
	q := &Queue{make(chan string, 8), make(chan struct{})}
	go func() {
		for s := range q.in {
			println(s)
		}
	}()
	return q
}

func (q *Queue) Put(s string) error {
	select {
	case <-q.done:
		return errClosed
	default:
	}
	q.in <- s // want `panic: send on closed channel \(q.in\)`
	return nil
}

func (q *Queue) Close() {
	close(q.done)
	close(q.in)
}

// A Ticker looks at one beside.
type Ticker struct {
	out  chan int
	quit chan struct{}
}

func NewTicker(next func() int) *Ticker {
	t := &Ticker{out: make(chan int), quit: make(chan struct{})}
	go t.run(next)
	return t
}

func (t *Ticker) run(next func() int) {
	for {
		select { // want `panic: send on closed channel \(t.out\)`
		case t.out <- next():
		case <-t.quit:
			return
		}
	}
}

func (t *Ticker) Next() int { return <-t.out }

func (t *Ticker) Stop() {
	close(t.quit)
	close(t.out)
}

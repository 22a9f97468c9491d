// Package owners has types that own goroutines, and panic by themselves or only by what clients do.
package owners

import (
	"context"
	"io"
	"sync"
)

// A Conn is closed by its reader if that fails, and by Close.
type Conn struct {
	done chan struct{}
	in   chan []byte
}

func Dial(r io.Reader) *Conn {
	c := &Conn{done: make(chan struct{}), in: make(chan []byte)}
	go c.read(r)
	return c
}

func (c *Conn) read(r io.Reader) {
	for {
		b := make([]byte, 64)
		if _, err := r.Read(b); err != nil {
			close(c.done) // want `panic: close of closed channel \(c\.done\), closed at closes\.go:\d+ by a call of \(\*Conn\)\.Close \(if err != nil from r\.Read\)`
			return
		}
		select {
		case c.in <- b:
		case <-c.done:
			return
		}
	}
}

// Wrong: the reader may have failed.
func (c *Conn) Close() { close(c.done) }

// A Once does the same by way of a sync.Once.
type Once struct {
	once sync.Once
	done chan struct{}
	in   chan []byte
}

func DialOnce(r io.Reader) *Once {
	c := &Once{done: make(chan struct{}), in: make(chan []byte)}
	go c.read(r)
	return c
}

func (c *Once) read(r io.Reader) {
	for {
		b := make([]byte, 64)
		if _, err := r.Read(b); err != nil {
			c.Close()
			return
		}
		select {
		case c.in <- b:
		case <-c.done:
			return
		}
	}
}

// Right: whoever comes first.
func (c *Once) Close() { c.once.Do(func() { close(c.done) }) }

// A Server shuts itself down after a job that says so.
type Server struct {
	mu   sync.Mutex
	done chan struct{}
	jobs chan int
}

func NewServer() *Server {
	s := &Server{done: make(chan struct{}), jobs: make(chan int, 8)}
	go s.run()
	return s
}

func (s *Server) run() {
	defer s.shutdown()
	for j := range s.jobs {
		if j < 0 {
			return
		}
	}
}

// Wrong: the lock alone doesn't keep it from being closed twice.
func (s *Server) shutdown() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.done) // want `panic: close of closed channel \(s\.done\), closed at closes\.go:\d+ by the goroutine started at closes\.go:\d+ \(if j < 0\)`
}

func (s *Server) Submit(j int) {
	select {
	case s.jobs <- j:
	case <-s.done:
	}
}

func (s *Server) Stop() { s.shutdown() }

// A Flagged server says so under the lock.
type Flagged struct {
	mu     sync.Mutex
	closed bool
	done   chan struct{}
	jobs   chan int
}

func NewFlagged() *Flagged {
	s := &Flagged{done: make(chan struct{}), jobs: make(chan int, 8)}
	go s.run()
	return s
}

func (s *Flagged) run() {
	defer s.shutdown()
	for j := range s.jobs {
		if j < 0 {
			return
		}
	}
}

// Right: who comes second sees that.
func (s *Flagged) shutdown() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.done)
	}
}

func (s *Flagged) Submit(j int) {
	select {
	case s.jobs <- j:
	case <-s.done:
	}
}

func (s *Flagged) Stop() { s.shutdown() }

// A Pipe has two goroutines, each of which ends it if it fails.
type Pipe struct {
	done chan struct{}
	data chan byte
}

func NewPipe(r io.ByteReader, w io.ByteWriter) *Pipe {
	p := &Pipe{done: make(chan struct{}), data: make(chan byte)}
	go p.read(r)
	go p.write(w)
	return p
}

func (p *Pipe) read(r io.ByteReader) {
	for {
		b, err := r.ReadByte()
		if err != nil {
			close(p.done) // want "panic: close of closed channel \\(p\\.done\\)"
			return
		}
		select {
		case p.data <- b:
		case <-p.done:
			return
		}
	}
}

func (p *Pipe) write(w io.ByteWriter) {
	for {
		select {
		case b := <-p.data:
			if err := w.WriteByte(b); err != nil {
				close(p.done)
				return
			}
		case <-p.done:
			return
		}
	}
}

// Wait waits for the end.
func (p *Pipe) Wait() { <-p.done }

// A Halves has a channel for each.
type Halves struct {
	readDone, writeDone chan struct{}
	data                chan byte
}

func NewHalves(r io.ByteReader, w io.ByteWriter) *Halves {
	p := &Halves{readDone: make(chan struct{}), writeDone: make(chan struct{}), data: make(chan byte)}
	go p.read(r)
	go p.write(w)
	return p
}

// Right: each closes its own.
func (p *Halves) read(r io.ByteReader) {
	defer close(p.readDone)
	for {
		b, err := r.ReadByte()
		if err != nil {
			return
		}
		select {
		case p.data <- b:
		case <-p.writeDone:
			return
		}
	}
}

func (p *Halves) write(w io.ByteWriter) {
	defer close(p.writeDone)
	for {
		select {
		case b := <-p.data:
			if err := w.WriteByte(b); err != nil {
				return
			}
		case <-p.readDone:
			return
		}
	}
}

func (p *Halves) Wait() {
	<-p.readDone
	<-p.writeDone
}

// A Session ends with its context, or when it is closed.
type Session struct{ done chan struct{} }

func NewSession(ctx context.Context) *Session {
	s := &Session{done: make(chan struct{})}
	go func() {
		select {
		case <-ctx.Done():
			close(s.done) // want "panic: close of closed channel \\(s\\.done\\)"
		case <-s.done:
		}
	}()
	return s
}

// Wrong: the context may have ended.
func (s *Session) Close() { close(s.done) }

// A Caught one does the same, and doesn't mind.
type Caught struct{ done chan struct{} }

func NewCaught(ctx context.Context) *Caught {
	s := &Caught{done: make(chan struct{})}
	go func() {
		select {
		case <-ctx.Done():
			s.Close()
		case <-s.done:
		}
	}()
	return s
}

// Right: ugly as it is.
func (s *Caught) Close() {
	defer func() { _ = recover() }()
	close(s.done)
}

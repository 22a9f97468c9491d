// Package circles has functions that wait with a lock for a goroutine which wants that lock before it can do what
// they wait for.
package circles

import (
	"io"
	"sync"
)

// A Hub counts what is published.
type Hub struct {
	mu    sync.Mutex
	queue chan string
	seen  map[string]int
}

func NewHub() *Hub {
	h := &Hub{queue: make(chan string, 16), seen: map[string]int{}}
	go h.loop()
	return h
}

func (h *Hub) loop() {
	for kind := range h.queue {
		h.mu.Lock()
		h.seen[kind]++
		h.mu.Unlock()
	}
}

func (h *Hub) Publish(kind string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.queue <- kind // want `send on \S+ blocks forever: its buffer of 16 is full and the goroutine started at wrong\.go:\d+, which could receive from it, is blocked, too: it needs h\.mu`
}

// Close is for when nothing is published any more.
func (h *Hub) Close() { close(h.queue) }

// A Stream writes what it has when it is told to.
type Stream struct {
	mu     sync.Mutex
	buf    []byte
	closed bool
	kick   chan struct{}
	done   chan struct{}
	out    io.Writer
}

func NewStream(out io.Writer) *Stream {
	s := &Stream{out: out, kick: make(chan struct{}, 1), done: make(chan struct{})}
	go s.flush()
	return s
}

func (s *Stream) flush() {
	defer close(s.done)
	for range s.kick {
		s.mu.Lock()
		b := s.buf
		s.buf = nil
		s.mu.Unlock()
		if len(b) == 0 {
			continue
		}
		s.out.Write(b)
	}
}

func (s *Stream) Write(b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.buf = append(s.buf, b...)
	select {
	case s.kick <- struct{}{}:
	default:
	}
}

func (s *Stream) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.closed = true
	close(s.kick)
	<-s.done // want `receive from \S+ blocks forever: .* it needs s\.mu, which this goroutine has locked`
}

// A Group runs what it is given.
type Group struct {
	mu      sync.Mutex
	running sync.WaitGroup
	results []error
}

func (g *Group) Run(f func() error) {
	g.running.Add(1)
	go func() {
		defer g.running.Done()
		err := f()
		g.mu.Lock()
		g.results = append(g.results, err)
		g.mu.Unlock()
	}()
}

func (g *Group) Results() []error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running.Wait() // want `g\.running\.Wait blocks forever: the counter is 1 and the goroutine started at wrong\.go:\d+, which could call Done, is blocked, too: it needs g\.mu`
	return g.results
}

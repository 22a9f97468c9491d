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
	h.queue <- kind // want `send on h\.queue blocks forever: its buffer of 16 is full and the goroutine started at wrong\.go:\d+, which could receive from it, needs h\.mu, which this goroutine has locked at wrong\.go:\d+`
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
	<-s.done // want `receive from s\.done blocks forever: the goroutine started at wrong\.go:\d+, which could close it, needs s\.mu, which this goroutine has locked at wrong\.go:\d+`
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
	g.running.Wait() // want `g\.running\.Wait blocks forever: the goroutine started at wrong\.go:\d+, which could call Done, needs g\.mu, which this goroutine has locked at wrong\.go:\d+`
	return g.results
}

// A Tracker is told of what begins and ends.
type Tracker struct {
	mu     sync.Mutex
	active int
	drains bool
	idle   chan struct{}
}

func NewTracker() *Tracker { return &Tracker{idle: make(chan struct{})} }

func (t *Tracker) Begin() {
	t.mu.Lock()
	t.active++
	t.mu.Unlock()
}

func (t *Tracker) End() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.active--
	if t.drains && t.active == 0 {
		close(t.idle)
	}
}

func (t *Tracker) Drain() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drains = true
	if t.active > 0 {
		<-t.idle // want `receive from t\.idle blocks forever: a call of \(\*Tracker\)\.End, which could close it, needs t\.mu, which this goroutine has locked at wrong\.go:\d+ \(if t\.active > 0\)`
	}
}

// A Batch is counted by who calls.
type Batch struct {
	mu      sync.Mutex
	running sync.WaitGroup
	failed  []error
}

func (b *Batch) Begin() { b.running.Add(1) }

func (b *Batch) End(err error) {
	b.mu.Lock()
	if err != nil {
		b.failed = append(b.failed, err)
	}
	b.mu.Unlock()
	b.running.Done()
}

func (b *Batch) Failed() []error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.running.Wait() // want `b\.running\.Wait blocks forever: a call of \(\*Batch\)\.End, which could call Done, needs b\.mu, which this goroutine has locked at wrong\.go:\d+`
	return b.failed
}

// A Feed is read until it is told to end.
type Feed struct {
	mu    sync.Mutex
	items chan string
	quit  chan struct{}
	count map[string]int
}

func NewFeed() *Feed {
	f := &Feed{items: make(chan string), quit: make(chan struct{}), count: map[string]int{}}
	go f.read()
	return f
}

func (f *Feed) read() {
	for {
		select {
		case item := <-f.items:
			f.mu.Lock()
			f.count[item]++
			f.mu.Unlock()
		case <-f.quit:
			return
		}
	}
}

func (f *Feed) Add(item string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.items <- item // want `send on f\.items blocks forever: the goroutine started at wrong\.go:\d+, which could receive from it, needs f\.mu, which this goroutine has locked at wrong\.go:\d+`
}

func (f *Feed) Stop() { close(f.quit) }

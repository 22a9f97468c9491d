// Package leftover has functions that start a goroutine for a struct, and fail afterwards.
package leftover

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"
)

// A Feed is read by a goroutine that ends with it.
type Feed struct {
	conn  net.Conn
	lines chan string
	done  chan struct{}
	once  sync.Once
}

// NewFeed starts the goroutine before it knows that somebody is there.
func NewFeed(address string) (*Feed, error) {
	f := &Feed{lines: make(chan string), done: make(chan struct{})}
	go f.print()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	f.conn = conn
	return f, nil
}

func (f *Feed) print() {
	for {
		select { // want `receive from f\.done blocks forever and leaks the goroutine: NewFeed never closes it after line 25 \(if err != nil from net\.Dial\)`
		case line := <-f.lines:
			println(line)
		case <-f.done:
			return
		}
	}
}

// Add hands on a line.
func (f *Feed) Add(line string) {
	select {
	case f.lines <- line:
	case <-f.done:
	}
}

// Close ends it.
func (f *Feed) Close() error {
	f.once.Do(func() { close(f.done) })
	return f.conn.Close()
}

// A pulse ticks until it is stopped.
type pulse struct {
	tick    *time.Ticker
	stopped chan struct{}
	beat    func()
}

func newPulse(beat func()) *pulse {
	p := &pulse{tick: time.NewTicker(time.Second), stopped: make(chan struct{}), beat: beat}
	go p.run()
	return p
}

func (p *pulse) run() {
	for {
		select { // want `receive from p\.stopped blocks forever and leaks the goroutine: NewPatient never closes it after line 97 \(if err != nil from name\)`
		case <-p.tick.C:
			p.beat()
		case <-p.stopped:
			return
		}
	}
}

func (p *pulse) stop() {
	p.tick.Stop()
	close(p.stopped)
}

// A Patient has a pulse.
type Patient struct {
	name  string
	pulse *pulse
}

// NewPatient has its pulse go on if there is no name.
func NewPatient(name func() (string, error)) (*Patient, error) {
	p := &Patient{}
	p.pulse = newPulse(func() { println("beat") })
	var err error
	if p.name, err = name(); err != nil {
		return nil, err
	}
	return p, nil
}

// Leave stops the pulse.
func (p *Patient) Leave() { p.pulse.stop() }

// A Guard watches under a context of its own.
type Guard struct {
	ctx    context.Context
	cancel context.CancelFunc
	events chan int
}

var errNobody = errors.New("nobody")

// NewGuard forgets the context if nobody is there.
func NewGuard(find func() error) (*Guard, error) {
	g := &Guard{events: make(chan int)}
	g.ctx, g.cancel = context.WithCancel(context.Background())
	go g.watch()
	if err := find(); err != nil {
		return nil, errNobody
	}
	return g, nil
}

func (g *Guard) watch() {
	for {
		select { // want `receive from g\.ctx\.Done\(\) blocks forever and leaks the goroutine: nobody cancels it \(if err != nil from find\)`
		case n := <-g.events:
			println(n)
		case <-g.ctx.Done():
			return
		}
	}
}

// See hands on an event.
func (g *Guard) See(n int) {
	select {
	case g.events <- n:
	case <-g.ctx.Done():
	}
}

// Stop ends it.
func (g *Guard) Stop() { g.cancel() }

// A Stream is written by one goroutine, which another one ends.
type Stream struct {
	conn net.Conn
	out  chan []byte
	end  chan struct{}
}

// OpenStream starts the second one only if it is connected.
func OpenStream(address string) (*Stream, error) {
	s := &Stream{out: make(chan []byte), end: make(chan struct{})}
	go s.write()
	var err error
	if s.conn, err = net.Dial("tcp", address); err != nil {
		return nil, err
	}
	go s.read()
	return s, nil
}

func (s *Stream) write() {
	for {
		select { // want `receive from s\.end blocks forever and leaks the goroutine: OpenStream never closes it after line \d+ \(if err != nil from net\.Dial\)`
		case b := <-s.out:
			println(len(b))
		case <-s.end:
			return
		}
	}
}

func (s *Stream) read() {
	defer close(s.end)
	for b := make([]byte, 512); ; {
		if _, err := s.conn.Read(b); err != nil {
			return
		}
	}
}

// Write has something written.
func (s *Stream) Write(b []byte) error {
	select {
	case s.out <- b:
		return nil
	case <-s.end:
		return net.ErrClosed
	}
}

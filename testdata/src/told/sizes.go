package told

import (
	"sync"
	"sync/atomic"
)

// A server hands packets to a channel of some size, which Stop closes at any time.
type server struct {
	packets chan int
	serving uint32
	source  func() (int, error)
}

func NewServer(size int, source func() (int, error)) *server {
	packets := make(chan int, size)
	return &server{packets: packets, source: source}
}

// Serve panics whatever the size is. It is told with one that was tried: room may decide whether somebody comes to a close.
func (s *server) Serve() {
	atomic.StoreUint32(&s.serving, 1)
	for s.isServing() {
		packet, err := s.source()
		if err == nil {
			select { // want `panic: send on closed channel \(packets\), closed at sizes\.go:\d+ by a call of \(\*server\)\.Stop at the same time \(if size == 0\) \[panic\]`
			case s.packets <- packet:
			default:
			}
		}
	}
}

func (s *server) isServing() bool { return atomic.LoadUint32(&s.serving) == 1 }

func (s *server) Stop() {
	atomic.StoreUint32(&s.serving, 0)
	close(s.packets)
}

func (s *server) Packets() chan int { return s.packets }

// A pile has room for some things at first.
type pile struct {
	mu     sync.Mutex
	things []int
}

func newPile(hint int64) *pile { return &pile{things: make([]int, 0, hint)} }

func (p *pile) each(do func(int)) {
	p.mu.Lock()
	todo := len(p.things)
	if todo == 0 {
		return // want `returns without unlocking p\.mu, locked at sizes\.go:\d+ \(if todo == 0\)`
	}
	for _, t := range p.things {
		do(t)
	}
	p.mu.Unlock()
}

func Each(p *pile, do func(int)) { p.each(do) }
func NewPile(hint int64) *pile   { return newPile(hint) }

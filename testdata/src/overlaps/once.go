package overlaps

import "sync"

// A Spool isn't made to be closed twice at once, which is told at one of the places where it shows.
type Spool struct {
	mu    sync.Mutex
	open  bool
	lines chan string
	done  chan struct{}
}

func NewSpool() *Spool {
	return &Spool{open: true, lines: make(chan string, 4), done: make(chan struct{})}
}

func (s *Spool) isOpen() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open
}

func (s *Spool) Close() {
	if !s.isOpen() {
		return
	}
	s.flush()
	close(s.done) // want `panic: close of closed channel \(s\.done\), closed at once\.go:28 by another call of \(\*Spool\)\.Close at the same time`
	close(s.lines)
	s.mu.Lock()
	s.open = false
	s.mu.Unlock()
}

func (s *Spool) flush() {
	select {
	case s.lines <- "end":
	default:
	}
}

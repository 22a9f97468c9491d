package abandoned

import "sync"

// Close looks whether it is closed, and two calls may look at once.
func (s *session) Close() error {
	_, err := s.negotiate()
	select {
	case <-s.done:
	default:
		close(s.done) // want `panic: close of closed channel \(s.done\) \(if it is called twice at the same time\)`
	}
	return err
}

// Stop may be called by anybody.
func (s *session) Stop() error {
	_, err := s.negotiate()
	s.once.Do(func() { close(s.stopped) })
	return err
}

// A gate is closed with a lock.
type gate struct {
	mu     sync.Mutex
	closed chan struct{}
}

// NewGate makes an open one.
func NewGate() *gate { return &gate{closed: make(chan struct{})} }

// Wait waits until it is closed.
func (g *gate) Wait() { <-g.closed }

// Close closes it.
func (g *gate) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.closed:
	default:
		close(g.closed)
	}
}

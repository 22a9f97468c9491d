package copying

import "sync"

// A flag may be set by way of a copy of a struct that is beside a lock, as long as the lock isn't copied.
type flags struct{ closed bool }

type handle struct{ flags *flags }

func (h handle) end() { h.flags.closed = true }

// A Door's handle has its flags.
type Door struct {
	mu     sync.Mutex
	flags  *flags
	handle handle
	quit   chan struct{}
}

// NewDoor closes itself at last.
func NewDoor(step func() error) *Door {
	own := &flags{}
	d := &Door{flags: own, handle: handle{own}, quit: make(chan struct{})}
	go func() {
		for step() == nil {
		}
		d.Close()
	}()
	return d
}

// Close may be called once more.
func (d *Door) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.flags.closed {
		return
	}
	d.handle.end()
	close(d.quit)
}

// A Gate's handle has those of another one.
type Gate struct {
	mu     sync.Mutex
	flags  *flags
	handle handle
	quit   chan struct{}
}

// NewGate closes itself at last.
func NewGate(step func() error) *Gate {
	g := &Gate{flags: &flags{}, handle: handle{&flags{}}, quit: make(chan struct{})}
	go func() {
		for step() == nil {
		}
		g.Close()
	}()
	return g
}

// Close may not be called.
func (g *Gate) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.flags.closed {
		return
	}
	g.handle.end()
	close(g.quit) // want `panic: close of closed channel \(g.quit\)`
}

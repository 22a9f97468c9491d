// Package workshop has types with goroutines and locks for package clients to
// use. By themselves they are all right.
package workshop

import "sync"

// A Lathe turns what it is given until it is closed.
type Lathe struct {
	in   chan int
	quit chan struct{}
}

// NewLathe starts the goroutine.
func NewLathe() *Lathe {
	l := &Lathe{in: make(chan int), quit: make(chan struct{})}
	go l.turn()
	return l
}

func (l *Lathe) turn() {
	for {
		select {
		case <-l.in:
		case <-l.quit:
			return
		}
	}
}

// Turn hands over a piece.
func (l *Lathe) Turn(n int) { l.in <- n }

// Close ends the goroutine.
func (l *Lathe) Close() { close(l.quit) }

// A Press presses one thing at a time, and waits in Close.
type Press struct {
	jobs chan int
	done chan struct{}
}

// NewPress starts the goroutine.
func NewPress() *Press {
	p := &Press{jobs: make(chan int), done: make(chan struct{})}
	go p.press()
	return p
}

func (p *Press) press() {
	defer close(p.done)
	for range p.jobs {
	}
}

// Press hands over a job.
func (p *Press) Press(n int) { p.jobs <- n }

// Done is closed when the last job is done.
func (p *Press) Done() <-chan struct{} { return p.done }

// Finish says that there are no more jobs.
func (p *Press) Finish() { close(p.jobs) }

// A Drawer is locked by whoever looks into it.
type Drawer struct {
	mu    sync.Mutex
	tools map[string]int
}

// Each calls f for each tool, under the lock.
func (d *Drawer) Each(f func(string)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for name := range d.tools {
		f(name)
	}
}

// Put adds a tool.
func (d *Drawer) Put(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tools = map[string]int{name: 1}
}

// With calls f under the lock.
func (d *Drawer) With(f func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f()
}

// A Key opens one thing at a time.
type Key struct{ sync.Mutex }

// Turn locks and unlocks.
func (k *Key) Turn() {
	k.Lock()
	defer k.Unlock()
}

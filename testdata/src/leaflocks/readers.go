package leaflocks

import "sync"

type gauge struct {
	mu sync.RWMutex
	n  int
}

func (g *gauge) set(n int) {
	g.mu.Lock()
	defer g.mu.RUnlock() // want "unlock"
	g.n = n
}

// Wrong: locked to write, and released as by a reader.
func gaugeSet() {
	g := &gauge{}
	g.set(1)
}

type dial struct {
	mu sync.RWMutex
	n  int
}

func (d *dial) get() int {
	d.mu.RLock()
	n := d.n
	d.mu.Unlock() // want "unlock"
	return n
}

// Wrong: locked to read, and released as by a writer.
func dialGet() int {
	d := &dial{}
	return d.get()
}

type meter struct {
	mu sync.RWMutex
	n  int
}

func (m *meter) step() int {
	m.mu.RLock()
	n := m.n
	m.mu.RUnlock()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.n = n + 1
	return n
}

// Right: each is released as it was locked.
func meterSteps() {
	m := &meter{}
	m.step()
	m.step()
}

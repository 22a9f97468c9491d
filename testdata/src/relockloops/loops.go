// Package relockloops takes locks again in loops: the first turn never ends, so that nobody comes to the second one without the lock.
package relockloops

import "sync"

// A desk takes papers off, one by one.
type Desk struct {
	mu     sync.RWMutex
	papers map[string]func() error
}

func NewDesk() *Desk { return &Desk{papers: map[string]func() error{}} }

func (d *Desk) Put(name string, sign func() error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.papers[name] = sign
}

func (d *Desk) Take(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.papers, name)
}

// Wrong: Take wants the lock, in the first turn.
func (d *Desk) Clear() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for name := range d.papers {
		d.Take(name) // want `d\.mu\.Lock at loops\.go:\d+ blocks forever: this goroutine itself has locked it at loops\.go:\d+`
	}
}

// Right: the lock is let go of in each turn.
func (d *Desk) Sift(keep func(string) bool) {
	d.mu.RLock()
	for name := range d.papers {
		d.mu.RUnlock()
		if !keep(name) {
			d.Take(name)
		}
		d.mu.RLock()
	}
	d.mu.RUnlock()
}

// Right: what is to be taken is collected first.
func (d *Desk) Sweep(keep func(string) bool) {
	var names []string
	d.mu.RLock()
	for name := range d.papers {
		if !keep(name) {
			names = append(names, name)
		}
	}
	d.mu.RUnlock()
	for _, name := range names {
		d.Take(name)
	}
}

// Right: who finds one stops looking, and lets go.
func (d *Desk) TakeAny() {
	d.mu.RLock()
	for name := range d.papers {
		d.mu.RUnlock()
		d.Take(name)
		return
	}
	d.mu.RUnlock()
}

// A Drawer is like it.
type Drawer struct {
	mu     *sync.RWMutex
	papers map[string]func() error
}

func NewDrawer() *Drawer { return &Drawer{mu: &sync.RWMutex{}, papers: map[string]func() error{}} }

func (d *Drawer) Put(name string, sign func() error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.papers[name] = sign
}

func (d *Drawer) Take(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.papers, name)
}

// Wrong: so it does of a reader, if something fails.
func (d *Drawer) Sign() {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for name, sign := range d.papers {
		if err := sign(); err != nil {
			d.Take(name) // want `d\.mu\.Lock at loops\.go:\d+ blocks forever: this goroutine itself has read-locked it at loops\.go:\d+`
		}
	}
}

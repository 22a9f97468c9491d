package echoes

import "sync"

// A Swapped replaces its listener before it calls it with the lock.
type Swapped struct {
	mu sync.Mutex
	n  int
	on func()
}

func NewSwapped() *Swapped {
	c := &Swapped{}
	c.on = func() { c.Size() }
	return c
}
func (c *Swapped) Size() int { c.mu.Lock(); defer c.mu.Unlock(); return c.n }
func (c *Swapped) Start() {
	c.on()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.on = func() { c.n++ }
	c.on()
}

package waitrwlocker

import "sync"

// A cellar waits with its lock, but then asks somebody who wants that.
type cellar struct {
	mu      *sync.RWMutex
	changed *sync.Cond
	bottles int
}

// NewCellar is a cellar without bottles.
func NewCellar() *cellar {
	mu := new(sync.RWMutex)
	return &cellar{mu: mu, changed: sync.NewCond(mu)}
}

// Store stores a bottle.
func (c *cellar) Store() {
	c.changed.L.Lock()
	c.bottles++
	c.changed.Broadcast()
	c.changed.L.Unlock()
}

// Count counts them.
func (c *cellar) Count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bottles
}

// Fetch waits for a bottle, and has it counted with the lock, which is held again after the wait.
func (c *cellar) Fetch() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.bottles == 0 {
		c.changed.Wait()
	}
	c.bottles--
	return c.Count() // want `mu.Lock at wrong.go:28 blocks forever: this goroutine itself has locked it at wrong.go:35 \(if c.bottles != 0\)`
}

package relock

import "sync"

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) size() int {
	c.mu.Lock() // want "c.mu.Lock blocks forever"
	defer c.mu.Unlock()
	return c.n
}

// Wrong: size locks what its caller has locked; whose receiver it is, doesn't
// matter.
func (c *counter) Half() int {
	c.mu.Lock()
	n := c.size() / 2
	c.mu.Unlock()
	return n
}

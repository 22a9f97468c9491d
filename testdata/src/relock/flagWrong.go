package relock

import "sync"

type chest struct {
	mu sync.Mutex
	n  int
}

func (c *chest) get(locked bool) int {
	if !locked {
		c.mu.Lock()
		defer c.mu.Unlock()
	}
	return c.n
}

// Wrong: the callee is told that the lock isn't held.
func (c *chest) Double() int {
	a := c.get(false)
	c.mu.Lock()
	defer c.mu.Unlock()
	return a + c.get(false) // want `c\.mu\.Lock at flagWrong\.go:\d+ blocks forever: this goroutine itself has locked it at flagWrong\.go:\d+`
}

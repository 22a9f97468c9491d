package relock

import "sync"

type core struct {
	mu sync.Mutex
	n  int
}

func (c *core) bump() {
	c.mu.Lock() // want "mu.Lock blocks forever"
	defer c.mu.Unlock()
	c.n++
}

type outer struct{ c core }

// Wrong: the lock of a part, held by the whole.
func (o *outer) Do() {
	o.c.mu.Lock()
	defer o.c.mu.Unlock()
	o.c.bump()
}

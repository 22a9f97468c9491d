package echoes

import "sync"

// A Started starts its listeners as goroutines.
type Started struct {
	mu sync.Mutex
	n  int
	hs []func(string)
}

func NewStarted() *Started {
	c := &Started{}
	c.Watch(func(string) { c.Size() })
	return c
}
func (c *Started) Watch(h func(string)) { c.mu.Lock(); c.hs = append(c.hs, h); c.mu.Unlock() }
func (c *Started) Size() int            { c.mu.Lock(); defer c.mu.Unlock(); return c.n }
func (c *Started) Do(s string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	for _, h := range c.hs {
		go h(s)
	}
}

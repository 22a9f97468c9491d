package echoes

import "sync"

// A Telling tells its own listeners that it has the lock.
type Telling struct {
	mu      sync.Mutex
	n       int
	telling bool
	hs      []func(string)
}

func NewTelling() *Telling {
	c := &Telling{}
	c.Watch(func(string) {
		if !c.telling {
			c.Size()
		}
	})
	return c
}
func (c *Telling) Watch(h func(string)) { c.hs = append(c.hs, h) }
func (c *Telling) Size() int            { c.mu.Lock(); defer c.mu.Unlock(); return c.n }
func (c *Telling) Tell(s string) {
	for _, h := range c.hs {
		h(s)
	}
}
func (c *Telling) Do(s string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	c.telling = true
	for _, h := range c.hs {
		h(s)
	}
	c.telling = false
}

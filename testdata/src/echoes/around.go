package echoes

import "sync"

type AroundHandler interface{ On(string) }

// A Around releases the lock around each call.
type Around struct {
	mu sync.Mutex
	n  int
	hs []AroundHandler
}
type ownAround struct{ c *Around }

func (o *ownAround) On(string) { o.c.Size() }
func NewAround() *Around {
	c := &Around{}
	c.hs = append(c.hs, &ownAround{c})
	return c
}
func (c *Around) Size() int { c.mu.Lock(); defer c.mu.Unlock(); return c.n }
func (c *Around) Do(s string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, h := range c.hs {
		c.call(h, s)
	}
}
func (c *Around) call(h AroundHandler, s string) {
	c.mu.Unlock()
	defer c.mu.Lock()
	h.On(s)
}
func (c *Around) Other(s string) {
	c.mu.Lock()
	for _, h := range c.hs {
		c.mu.Unlock()
		h.On(s)
		c.mu.Lock()
	}
	c.mu.Unlock()
}

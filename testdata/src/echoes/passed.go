package echoes

import "sync"

type PassedHandler interface{ On(s string, locked bool) }

// A Passed passes whether the lock is taken.
type Passed struct {
	mu sync.Mutex
	n  int
	hs []PassedHandler
}
type ownPassed struct{ c *Passed }

func (o *ownPassed) On(s string, locked bool) {
	if locked {
		o.c.n++
		return
	}
	o.c.Inc()
}
func NewPassed() *Passed {
	c := &Passed{}
	c.hs = append(c.hs, &ownPassed{c})
	return c
}
func (c *Passed) Inc() { c.mu.Lock(); defer c.mu.Unlock(); c.n++ }
func (c *Passed) Do(s string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, h := range c.hs {
		h.On(s, true)
	}
}
func (c *Passed) Undo(s string) {
	for _, h := range c.hs {
		h.On(s, false)
	}
}

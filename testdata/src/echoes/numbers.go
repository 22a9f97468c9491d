package echoes

import "sync"

const (
	joinedNumbered = iota
	leftNumbered
)

// A Numbered says by a number what has happened.
type Numbered struct {
	mu sync.Mutex
	n  int
	hs []func(int)
}

func NewNumbered() *Numbered {
	c := &Numbered{}
	c.Watch(func(kind int) {
		switch kind {
		case joinedNumbered:
			c.Size()
		case leftNumbered:
		}
	})
	return c
}
func (c *Numbered) Watch(h func(int)) { c.hs = append(c.hs, h) }
func (c *Numbered) Size() int         { c.mu.Lock(); defer c.mu.Unlock(); return c.n }
func (c *Numbered) tell(kind int) {
	for _, h := range c.hs {
		h(kind)
	}
}
func (c *Numbered) Leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tell(leftNumbered)
}
func (c *Numbered) LeaveAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, h := range c.hs {
		h(leftNumbered)
	}
}
func (c *Numbered) Join() { c.tell(joinedNumbered) }

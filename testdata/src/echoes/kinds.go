package echoes

import "sync"

type eventKinds struct{ kind int }

// A Kinds calls those with the lock that ask for another kind of event.
type Kinds struct {
	mu sync.Mutex
	n  int
	hs []func(eventKinds)
}

func NewKinds() *Kinds {
	c := &Kinds{}
	c.Watch(func(e eventKinds) {
		if e.kind == 1 {
			c.Size()
		}
	})
	return c
}
func (c *Kinds) Watch(h func(eventKinds)) { c.hs = append(c.hs, h) }
func (c *Kinds) Size() int                { c.mu.Lock(); defer c.mu.Unlock(); return c.n }
func (c *Kinds) Do() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, h := range c.hs {
		h(eventKinds{kind: 2})
	}
}
func (c *Kinds) Done() {
	for _, h := range c.hs {
		h(eventKinds{kind: 1})
	}
}

package echoes

import "sync"

type OthersHandler interface{ On(string) }

// A Others has listeners that know its parent.
type Others struct {
	mu     sync.Mutex
	n      int
	hs     []OthersHandler
	parent *Others
}
type ownOthers struct{ c *Others }

func (o *ownOthers) On(string) { o.c.Size() }
func (c *Others) Child() *Others {
	d := &Others{parent: c}
	d.hs = append(d.hs, &ownOthers{c})
	return d
}
func (c *Others) Size() int { c.mu.Lock(); defer c.mu.Unlock(); return c.n }
func (c *Others) Do(s string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	for _, h := range c.hs {
		h.On(s)
	}
}

package echoes

import "sync"

type CopiedHandler interface{ On(string) }

// A Copied takes its listeners out of the lock before it calls them.
type Copied struct {
	mu sync.Mutex
	n  int
	hs []CopiedHandler
}
type ownCopied struct{ c *Copied }

func (o *ownCopied) On(string) { o.c.Size() }
func NewCopied() *Copied {
	c := &Copied{}
	c.hs = append(c.hs, &ownCopied{c})
	return c
}
func (c *Copied) Size() int { c.mu.Lock(); defer c.mu.Unlock(); return c.n }
func (c *Copied) Do(s string) {
	c.mu.Lock()
	c.n++
	hs := append([]CopiedHandler(nil), c.hs...)
	c.mu.Unlock()
	for _, h := range hs {
		h.On(s)
	}
}

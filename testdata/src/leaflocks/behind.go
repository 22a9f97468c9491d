package leaflocks

import (
	"fmt"
	"sync"
)

type counting struct {
	mu sync.Mutex
	n  int
}

func (c *counting) count() int {
	c.mu.Lock() // want "c.mu.Lock blocks forever"
	defer c.mu.Unlock()
	return c.n
}

func (c *counting) asks() int { return ask(c) }

func ask(c interface{ count() int }) int { return c.count() }

// Wrong: asks comes back two calls further down, by way of an interface.
func countBehind() {
	c := &counting{}
	c.mu.Lock()
	c.n = c.asks()
	c.mu.Unlock()
}

type noted struct {
	mu sync.Mutex
	n  int
}

func (n *noted) note() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.describe(title{n.n})
}

func (n *noted) describe(t fmt.Stringer) string { return t.String() }

type title struct{ n int }

func (t title) String() string { return fmt.Sprint(t.n) }

// Right: what is behind the interface doesn't lock.
func noteBehind() {
	n := &noted{}
	done := make(chan struct{})
	go func() {
		n.note()
		close(done)
	}()
	n.note()
	<-done
}

package relock

import (
	"slices"
	"sync"
)

// A Catalog answers at once where all is asked for.
type Catalog struct {
	mu     sync.RWMutex
	titles []string
}

// Add adds a title.
func (c *Catalog) Add(title string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.titles = append(c.titles, title)
}

// All lists them.
func (c *Catalog) All() []string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return slices.Clone(c.titles)
}

// hasAll sorts what it is given before it looks at it.
func (c *Catalog) hasAll(titles []string) bool {
	if len(titles) != len(c.titles) {
		return false
	}
	slices.Sort(titles)
	for i, t := range titles {
		if t != c.titles[i] {
			return false
		}
	}
	return true
}

// Some lists those that are there.
func (c *Catalog) Some(titles []string) (list []string) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.hasAll(titles) {
		return c.All() // want `c\.mu\.RLock at sorted\.go:\d+ blocks forever: it waits for a call of \(\*Catalog\)\.Add, whose Lock at sorted\.go:\d+ waits for the read lock taken by this goroutine at sorted\.go:\d+ \(if c\.hasAll\(titles\)\)`
	}
	for _, t := range titles {
		if slices.Contains(c.titles, t) {
			list = append(list, t)
		}
	}
	return list
}

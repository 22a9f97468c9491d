// Package mismatched takes locks to read, and releases them for writers.
package mismatched

import "sync"

type Cache struct {
	mu sync.RWMutex
	n  int
	m  map[string]int
}

func (c *Cache) Get() int {
	c.mu.RLock()
	defer c.mu.Unlock() // want `fatal error: sync: Unlock of unlocked RWMutex \(c\.mu is only read-locked, at wrong\.go:\d+\)`
	return c.n
}

func (c *Cache) Set(n int) {
	c.mu.Lock()
	c.n = n
	c.mu.RUnlock() // want `fatal error: sync: RUnlock of unlocked RWMutex \(c\.mu is locked to write, at wrong\.go:\d+\)`
}

func (c *Cache) Find(name string) (int, bool) {
	c.mu.RLock()
	n, ok := c.m[name]
	if !ok {
		c.mu.Unlock() // want `fatal error: sync: Unlock of unlocked RWMutex \(c\.mu is only read-locked, at wrong\.go:\d+\) \(if !ok from c\.m\[name\]\) \[`
		return 0, false
	}
	c.mu.RUnlock()
	return n, true
}

package parents

import "sync"

// Cache has a lock that others can take by its name, and one that is its own.
type Cache struct {
	sync.RWMutex
	stats sync.Mutex
	m     map[string]int
	hits  int
}

// Wrong: the two functions take them in different orders.
func (c *Cache) Get(key string) int {
	c.RLock()
	defer c.RUnlock()
	c.stats.Lock() // want `c\.stats\.Lock blocks forever: a call of \(\*Cache\)\.Clear takes it and c in the other order, at fields\.go:\d+ and at fields\.go:\d+`
	c.hits++
	c.stats.Unlock()
	return c.m[key]
}

func (c *Cache) Clear() {
	c.stats.Lock()
	defer c.stats.Unlock()
	c.hits = 0
	c.Lock()
	c.m = map[string]int{}
	c.Unlock()
}

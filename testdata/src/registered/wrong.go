// Package registered has two locks in both orders, one of them by way of a function that was registered.
package registered

import "sync"

// A cache tells somebody what it drops.
type cache struct {
	mu      sync.Mutex
	entries map[string]int
	dropped func(string)
}

func newCache() *cache { return &cache{entries: map[string]int{}, dropped: func(string) {}} }

func (c *cache) onDrop(f func(string)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dropped = f
}

func (c *cache) names() (list []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name := range c.entries {
		list = append(list, name)
	}
	return list
}

func (c *cache) put(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries[name]++
}

// Wrong: it calls the function with its lock.
func (c *cache) clean() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, n := range c.entries {
		if n > 3 {
			delete(c.entries, name)
			c.dropped(name)
		}
	}
}

// An Index has a cache.
type Index struct {
	mu    sync.Mutex
	cache *cache
	known map[string][]string
}

func NewIndex() *Index {
	x := &Index{cache: newCache(), known: map[string][]string{}}
	x.cache.onDrop(func(name string) {
		x.mu.Lock() // want "x.mu.Lock blocks forever: a caller of ..Index..Look has locked it at wrong.go:66 and waits for c.mu at wrong.go:22, which this goroutine has locked at wrong.go:38"
		defer x.mu.Unlock()
		delete(x.known, name)
	})
	return x
}

func (x *Index) Look(name string) []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.known[name] = x.cache.names()
	return x.known[name]
}

func (x *Index) Put(name string) { x.cache.put(name) }
func (x *Index) Clean()          { x.cache.clean() }

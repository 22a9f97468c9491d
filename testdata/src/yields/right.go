package yields

import "sync"

// A copied one hands out what it has copied with its lock.
type copied struct {
	mu    sync.Mutex
	items []string
}

func (c *copied) All(yield func(string) bool) {
	c.mu.Lock()
	items := append([]string(nil), c.items...)
	c.mu.Unlock()
	for _, s := range items {
		if !yield(s) {
			return
		}
	}
}

func (c *copied) Add(s string) {
	c.mu.Lock()
	c.items = append(c.items, s)
	c.mu.Unlock()
}

func (c *copied) Double() {
	for s := range c.All {
		c.Add(s)
	}
}

// A looked one looks without the lock at what it is given with it, and adds later.
type looked struct {
	mu    sync.Mutex
	items []string
}

func (l *looked) each(f func(string)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.items {
		f(s)
	}
}

func (l *looked) Add(s string) {
	l.mu.Lock()
	l.items = append(l.items, s)
	l.mu.Unlock()
}

func (l *looked) Double() {
	var all []string
	l.each(func(s string) { all = append(all, s) })
	for _, s := range all {
		l.Add(s)
	}
}

// Two lists have two locks.
func Move(from, to *looked) {
	if from == to {
		return
	}
	var all []string
	from.each(func(s string) { all = append(all, s) })
	for _, s := range all {
		to.Add(s)
	}
}

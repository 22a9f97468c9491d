package releases

import "sync"

type drawerSet struct {
	mu sync.Mutex
	n  int
}

func (d *drawerSet) bump() {
	d.mu.Lock()
	d.n++
	d.mu.Unlock()
}

var closers = map[string]func(*drawerSet){
	"quick": func(d *drawerSet) { d.mu.Unlock() },
	"slow":  func(d *drawerSet) { d.n++; d.mu.Unlock() },
}

// Right: each of the functions in the table unlocks.
func (d *drawerSet) Shut(how string) {
	d.mu.Lock()
	closers[how](d)
	d.bump()
}

type coffer struct {
	mu sync.Mutex
	n  int
}

func (c *coffer) bump() {
	c.mu.Lock() // want "c.mu.Lock blocks forever: this goroutine itself has locked it"
	c.n++
	c.mu.Unlock()
}

var counters = map[string]func(*coffer){
	"one": func(c *coffer) { c.n++ },
	"two": func(c *coffer) { c.n += 2 },
}

// Wrong: none of the functions in the table unlocks.
func (c *coffer) Count(how string) {
	c.mu.Lock()
	counters[how](c)
	c.bump()
	c.mu.Unlock()
}

package relock

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

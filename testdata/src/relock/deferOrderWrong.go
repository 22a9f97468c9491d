package relock

import "sync"

type dial struct {
	mu sync.Mutex
	n  int
}

func (d *dial) show() int {
	d.mu.Lock() // want "d.mu.Lock blocks forever"
	defer d.mu.Unlock()
	return d.n
}

// Wrong: what is deferred last runs first, under the lock.
func (d *dial) Bump() {
	d.mu.Lock()
	defer d.mu.Unlock()
	defer d.show()
	d.n++
}

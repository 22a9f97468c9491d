package relock

import "sync"

type ticket struct {
	mu    sync.Mutex
	valid bool
}

func (t *ticket) check() bool {
	t.mu.Lock()
	if t.valid {
		return true
	}
	t.mu.Unlock()
	return false
}

// Wrong: check keeps the lock if the ticket is valid.
func (t *ticket) Renew(force bool) {
	if t.check() && !force {
		return
	}
	t.mu.Lock() // want "t.mu.Lock blocks forever"
	t.valid = true
	t.mu.Unlock()
}

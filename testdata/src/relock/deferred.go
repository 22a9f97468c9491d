package relock

import "sync"

type tally struct {
	mu sync.Mutex
	n  int
}

func (t *tally) size() int {
	t.mu.Lock() // want "t.mu.Lock blocks forever"
	defer t.mu.Unlock()
	return t.n
}

// Wrong: the deferred Unlock comes after the call.
func (t *tally) Half() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.size() / 2
}

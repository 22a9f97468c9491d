package relock

import "sync"

type till struct {
	mu    sync.Mutex
	coins int
}

func (t *till) fill() {
	t.mu.Lock() // want "t.mu.Lock blocks forever"
	t.coins = 10
	t.mu.Unlock()
}

// Wrong: the lock is given back on one of two ways to the call.
func (t *till) Pay(n int, open bool) {
	t.mu.Lock()
	if open {
		t.mu.Unlock()
	}
	t.fill()
	if !open {
		t.mu.Unlock()
	}
}

package relock

import "sync"

type flusher interface{ flush() }

type file struct {
	mu   sync.Mutex
	open bool
}

func (f *file) flush() {
	f.mu.Lock() // want "f.mu.Lock blocks forever"
	defer f.mu.Unlock()
	f.open = false
}

func flush(x flusher) { x.flush() }

// Wrong: the function is given the receiver as an interface.
func (f *file) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	flush(f)
}

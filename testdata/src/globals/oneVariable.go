package globals

import "sync"

type register struct {
	mu sync.Mutex
	n  int
}

var sales register

func (r *register) add(n int) {
	r.mu.Lock() // want "mu.Lock blocks forever"
	defer r.mu.Unlock()
	r.n += n
}

// Wrong: the one that is locked is added to.
func Balance() {
	sales.mu.Lock()
	defer sales.mu.Unlock()
	sales.add(1)
}

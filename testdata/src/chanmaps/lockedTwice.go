package chanmaps

import "sync"

// A Router has a channel for each name.
type Router struct {
	mu     sync.Mutex
	routes map[string]chan int
}

func (r *Router) route(name string) chan int {
	r.mu.Lock() // want "r.mu.Lock blocks forever"
	defer r.mu.Unlock()
	return r.routes[name]
}

// Wrong: which channel it is, isn't known, but the lock is.
func (r *Router) Drop(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.route(name))
}

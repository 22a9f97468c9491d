package relock

import "sync"

type group struct {
	mu sync.Mutex
	n  int
}

func (g *group) flush(done chan struct{}) {
	g.mu.Lock()
	g.n = 0
	g.mu.Unlock()
	close(done)
}

// Wrong: Add waits under the lock for a goroutine that needs it.
func (g *group) Add(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	done := make(chan struct{})
	go g.flush(done)
	<-done // want "receive from done blocks forever"
}

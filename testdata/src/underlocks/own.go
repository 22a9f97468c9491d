package underlocks

import "sync"

// A Gate counts whoever comes in with its lock, and he needs it no more then.
type Gate struct {
	mu     sync.Mutex
	inside sync.WaitGroup
	open   func(string) string
}

// Enter is right: who has been counted is past the lock.
func (g *Gate) Enter(name string) string {
	g.mu.Lock()
	g.inside.Add(1)
	g.mu.Unlock()
	defer g.inside.Done()
	return g.open(name)
}

// Twice is right, too, and no business of Enter.
func (g *Gate) Twice(name string) string {
	g.mu.Lock()
	g.inside.Add(1)
	g.mu.Unlock()
	defer g.inside.Done()
	return g.open(name) + g.open(name)
}

// Shut waits with the lock, so that nobody comes in meanwhile.
func (g *Gate) Shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inside.Wait()
}

// A Hall has its lock asked for once more by those inside.
type Hall struct {
	mu     sync.Mutex
	inside sync.WaitGroup
	seen   int
}

// Visit counts itself before it takes the lock.
func (h *Hall) Visit() {
	h.inside.Add(1)
	defer h.inside.Done()
	h.mu.Lock()
	h.seen++
	h.mu.Unlock()
}

// Shut waits with the lock.
func (h *Hall) Shut() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.inside.Wait() // want `h\.inside\.Wait blocks forever: a call of \(\*Hall\)\.Visit, which could call Done, needs h\.mu, which this goroutine has locked at own\.go:\d+`
}

// A Yard has those who come counted by one function, and taken off by another one.
type Yard struct {
	mu     sync.Mutex
	inside sync.WaitGroup
	names  []string
}

// Enter counts somebody.
func (y *Yard) Enter() { y.inside.Add(1) }

// Leave takes the lock before it takes him off.
func (y *Yard) Leave(name string) {
	y.mu.Lock()
	y.names = append(y.names, name)
	y.mu.Unlock()
	y.inside.Done()
}

// Shut waits with the lock.
func (y *Yard) Shut() {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.inside.Wait() // want `y\.inside\.Wait blocks forever: a call of \(\*Yard\)\.Leave, which could call Done, needs y\.mu, which this goroutine has locked at own\.go:\d+`
}

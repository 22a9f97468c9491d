package relock

import "sync"

type plot struct {
	mu sync.Mutex
	n  int
}

// Wrong: the function literal locks what surrounds it.
func (p *plot) Draw() {
	point := func() {
		p.mu.Lock() // want "p.mu.Lock blocks forever"
		defer p.mu.Unlock()
		p.n++
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	point()
}

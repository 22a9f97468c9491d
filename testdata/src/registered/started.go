package registered

import (
	"sync"
	"time"
)

// A ticking calls what it was made with, with its lock, in a goroutine of its own.
type ticking struct {
	mu   sync.Mutex
	n    int
	tick func(int)
}

func newTicking(tick func(int)) *ticking { return &ticking{tick: tick} }

func (t *ticking) run(done chan struct{}) {
	every := time.NewTicker(time.Second)
	defer every.Stop()
	for {
		select {
		case <-every.C:
			t.once()
		case <-done:
			return
		}
	}
}

func (t *ticking) once() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
	t.tick(t.n)
}

func (t *ticking) reset() {
	t.mu.Lock() // want "t.mu.Lock blocks forever: the goroutine started at started.go:[0-9]+ has locked it at started.go:31 and waits for c.mu at started.go:[0-9]+, which this goroutine has locked at started.go:[0-9]+"
	defer t.mu.Unlock()
	t.n = 0
}

// A Clock shows what the ticking says.
type Clock struct {
	mu    sync.Mutex
	shown int
	done  chan struct{}
	t     *ticking
}

func NewClock() *Clock {
	c := &Clock{done: make(chan struct{})}
	c.t = newTicking(c.show)
	go c.t.run(c.done)
	return c
}

func (c *Clock) show(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shown = n
}

// Wrong: show waits for its lock, with that of the ticking.
func (c *Clock) Reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shown = 0
	c.t.reset()
}

func (c *Clock) Stop() { close(c.done) }

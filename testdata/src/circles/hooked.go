package circles

import (
	"sync"
	"time"
)

// A Clock asks what there is to do, until it is stopped.
type Clock struct {
	todo func() []string
	stop chan struct{}
	wg   sync.WaitGroup
}

func startClock(todo func() []string) *Clock {
	c := &Clock{todo: todo, stop: make(chan struct{})}
	c.wg.Add(1)
	go func() {
		defer c.wg.Done()
		c.run()
	}()
	return c
}

func (c *Clock) run() {
	for {
		c.todo()
		select {
		case <-c.stop:
			return
		case <-time.After(time.Second):
		}
	}
}

// Stop waits for the end, which the one who asks for it may be in the way of.
func (c *Clock) Stop() {
	close(c.stop)
	c.wg.Wait() // want `c\.wg\.Wait blocks forever: the goroutine started at hooked\.go:\d+, which could call Done, needs h\.mu, which this goroutine has locked at hooked\.go:\d+`
}

// A House has one clock, which asks the house.
type House struct {
	mu    sync.Mutex
	clock *Clock
	chore string
}

func (h *House) chores() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return []string{h.chore}
}

// Two houses know each other.
func Twins() (a, b *House) { return &House{chore: "sweep"}, &House{chore: "dust"} }

// Wrong: the clock may be about to ask the house.
func (h *House) Wind(chore string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.chore == chore {
		return
	}
	if h.clock != nil {
		h.clock.Stop()
	}
	h.chore = chore
	h.clock = startClock(h.chores)
}

// A Bell rings for a tower, which isn't the one that has it.
type Bell struct {
	ring func() int
	stop chan struct{}
	wg   sync.WaitGroup
}

func startBell(ring func() int) *Bell {
	b := &Bell{ring: ring, stop: make(chan struct{})}
	b.wg.Add(1)
	go func() {
		defer b.wg.Done()
		for {
			b.ring()
			select {
			case <-b.stop:
				return
			case <-time.After(time.Second):
			}
		}
	}()
	return b
}

func (b *Bell) Stop() {
	close(b.stop)
	b.wg.Wait()
}

type Tower struct {
	mu   sync.Mutex
	bell *Bell
	hour int
}

func Towers() (a, b *Tower) { return &Tower{hour: 1}, &Tower{hour: 2} }

func (t *Tower) strike() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.hour
}

// Right: it is the other tower that the bell asks.
func (t *Tower) Hang(other *Tower) {
	bell := startBell(other.strike)
	t.mu.Lock()
	t.bell = bell
	t.mu.Unlock()
}

func (t *Tower) Take() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.bell != nil {
		t.bell.Stop()
		t.bell = nil
	}
}

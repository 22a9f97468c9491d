package alone

import "sync"

// A Counter hands over what it has counted to another one.
type Counter struct {
	mu sync.Mutex
	n  map[string]int
}

func NewCounter() *Counter { return &Counter{n: map[string]int{}} }

func (c *Counter) Add(k string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n[k] += n
}

type transfer struct{ movers sync.WaitGroup }

func newTransfer(n map[string]int, to *Counter) *transfer {
	t := &transfer{}
	for k, v := range n {
		t.movers.Add(1)
		go func() {
			defer t.movers.Done()
			to.Add(k, v)
		}()
	}
	return t
}

func (t *transfer) wait() { t.movers.Wait() }

// Drain moves all to the total.
func (c *Counter) drain(total *Counter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	newTransfer(c.n, total).wait()
	clear(c.n)
}

// Total sums up.
func Total(parts ...*Counter) *Counter {
	total := NewCounter()
	for _, p := range parts {
		p.drain(total)
	}
	return total
}

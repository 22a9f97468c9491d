// Package entries has wait groups and channels in the entries of a map, for which somebody waits with the lock of the map.
package entries

import "sync"

// A Consumer waits for the handlers of each partition with the lock that these take first.
type Consumer struct {
	mu     sync.Mutex
	states map[int]*state
	handle func(int)
}

type state struct{ handlers sync.WaitGroup }

func NewConsumer(handle func(int)) *Consumer {
	return &Consumer{states: map[int]*state{}, handle: handle}
}

func (c *Consumer) Assign(partition int) {
	c.mu.Lock()
	c.states[partition] = &state{}
	c.states[partition].handlers.Add(1)
	c.mu.Unlock()
	go c.run(partition)
}

func (c *Consumer) run(partition int) {
	c.mu.Lock()
	handlers := &c.states[partition].handlers
	c.mu.Unlock()
	defer handlers.Done()
	c.handle(partition)
}

func (c *Consumer) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.states {
		s.handlers.Wait() // want `c\.states\[partition\]\.handlers\.Wait blocks forever: the goroutine started at wrong\.go:\d+, which could call Done, needs c\.mu, which this goroutine has locked at wrong\.go:\d+`
	}
}

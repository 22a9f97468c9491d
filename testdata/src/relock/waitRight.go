package relock

import "sync"

type crew struct {
	mu   sync.Mutex
	wg   sync.WaitGroup
	n    int
	quit chan struct{}
	done chan struct{}
}

func newCrew() *crew { return &crew{quit: make(chan struct{}), done: make(chan struct{})} }

func (c *crew) bump(done chan struct{}) {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
	close(done)
}

// Right: the lock is free when the goroutine is waited for.
func (c *crew) BumpFree() {
	c.mu.Lock()
	done := make(chan struct{})
	go c.bump(done)
	c.mu.Unlock()
	<-done
}

// Right: the goroutine that is waited for needs no lock.
func (c *crew) Signal() {
	c.mu.Lock()
	defer c.mu.Unlock()
	done := make(chan struct{})
	go func() { close(done) }()
	<-done
}

// Right: what is waited for has room.
func (c *crew) Count() int {
	counts := make(chan int, 1)
	go func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		counts <- c.n
	}()
	return <-counts
}

// Right: the workers have their lock, and are waited for without one.
func (c *crew) Work() {
	c.wg.Add(1)
	go func() {
		defer c.wg.Done()
		c.mu.Lock()
		c.n++
		c.mu.Unlock()
	}()
	c.wg.Wait()
}

// Start starts what Stop waits for.
func (c *crew) Start() {
	c.mu.Lock()
	defer c.mu.Unlock()
	go func() {
		<-c.quit
		close(c.done)
	}()
}

// Right: who stops has started.
func (c *crew) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.quit)
	<-c.done
}

type depot struct {
	mu sync.Mutex
	n  int
}

func (d *depot) weigh(weights chan int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	weights <- d.n
}

// Wrong: the scales are behind the lock.
func (d *depot) Weigh() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	weights := make(chan int, 1)
	go d.weigh(weights)
	return <-weights // want `^receive from weights blocks forever: the goroutine started at waitRight\.go:\d+, which could send on it, needs d\.mu, which this goroutine has locked at waitRight\.go:\d+ \[`
}

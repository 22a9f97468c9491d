package underlocks

import "sync"

// A crew hears of its workers' ends, until there are none.
type crew struct {
	mu      sync.Mutex
	hired   int
	working map[int]bool
	ended   chan int
}

func (c *crew) watch() {
	for {
		worker := <-c.ended
		c.mu.Lock()
		delete(c.working, worker)
		left := len(c.working)
		c.mu.Unlock()
		if left == 0 {
			return
		}
	}
}

func (c *crew) hire() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hired++
	c.working[c.hired] = true
	go c.work(c.hired)
}

func (c *crew) work(worker int) {
	c.ended <- worker // want "send on c.ended blocks forever and leaks"
}

// Who is hired once the first one has ended, and nobody watches any more, is never heard.
func hireTwo() {
	c := &crew{working: map[int]bool{}, ended: make(chan int)}
	go c.watch()
	c.hire()
	c.hire()
}

// A team is complete before anybody watches it.
type team struct {
	mu      sync.Mutex
	hired   int
	working map[int]bool
	ended   chan int
}

func (t *team) watch() {
	for {
		worker := <-t.ended
		t.mu.Lock()
		delete(t.working, worker)
		left := len(t.working)
		t.mu.Unlock()
		if left == 0 {
			return
		}
	}
}

func (t *team) hire() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hired++
	t.working[t.hired] = true
	go t.work(t.hired)
}

func (t *team) work(worker int) { t.ended <- worker }

func hireFirst() {
	t := &team{working: map[int]bool{}, ended: make(chan int)}
	t.hire()
	t.hire()
	t.watch()
}

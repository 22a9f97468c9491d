// Package gates has functions that read-lock twice while others write, and a second lock that keeps them apart, or doesn't.
package gates

import "sync"

// A Count is written without the second lock.
type Count struct {
	all sync.Mutex
	mu  sync.RWMutex
	n   int
}

func (c *Count) Set() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

func (c *Count) get() int {
	c.mu.RLock() // want `c.mu.RLock blocks forever: it waits for .*, whose Lock at .* waits for the read lock taken by this goroutine at .*`
	defer c.mu.RUnlock()
	return c.n
}

func (c *Count) Sum() int {
	c.all.Lock()
	defer c.all.Unlock()
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.get() + 1
}

// A Tally takes the second lock just for reading.
type Tally struct {
	all, mu sync.RWMutex
	n       int
}

func (t *Tally) Set() {
	t.all.RLock()
	defer t.all.RUnlock()
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
}

func (t *Tally) get() int {
	t.mu.RLock() // want `t.mu.RLock blocks forever: it waits for .*, whose Lock at .* waits for the read lock taken by this goroutine at .*`
	defer t.mu.RUnlock()
	return t.n
}

func (t *Tally) Sum() int {
	t.all.RLock()
	defer t.all.RUnlock()
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.get() + 1
}

// A Book is read by one who has the second lock and by one who hasn't.
type Book struct {
	all sync.Mutex
	mu  sync.RWMutex
	n   int
}

func (b *Book) Set() {
	b.all.Lock()
	defer b.all.Unlock()
	b.mu.Lock()
	b.n++
	b.mu.Unlock()
}

func (b *Book) get() int {
	b.mu.RLock() // want `b.mu.RLock blocks forever: it waits for .*, whose Lock at .* waits for the read lock taken by this goroutine at .*`
	defer b.mu.RUnlock()
	return b.n
}

func (b *Book) sum() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.get() + 1
}

func (b *Book) Sum() int {
	b.all.Lock()
	defer b.all.Unlock()
	return b.sum()
}

func (b *Book) Peek() int { return b.sum() }

// A Page gives the second lock back too early.
type Page struct {
	all sync.Mutex
	mu  sync.RWMutex
	n   int
}

func (p *Page) Set() {
	p.all.Lock()
	p.all.Unlock()
	p.mu.Lock()
	p.n++
	p.mu.Unlock()
}

func (p *Page) get() int {
	p.mu.RLock() // want `p.mu.RLock blocks forever: it waits for .*, whose Lock at .* waits for the read lock taken by this goroutine at .*`
	defer p.mu.RUnlock()
	return p.n
}

func (p *Page) Sum() int {
	p.all.Lock()
	defer p.all.Unlock()
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.get() + 1
}

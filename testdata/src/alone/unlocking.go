package alone

import "sync"

type Pool struct {
	mu     sync.Mutex
	errs   []error
	closed bool
	cur    *crew
	work   func() error
}

func New(work func() error) *Pool { return &Pool{work: work} }

type crew struct {
	pool    *Pool
	workers sync.WaitGroup
}

func (p *Pool) Start() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || p.cur != nil {
		return
	}
	c := &crew{pool: p}
	p.cur = c
	c.workers.Add(1)
	go func() {
		defer c.workers.Done()
		if err := p.work(); err != nil {
			p.failed(err)
		}
	}()
}

func (p *Pool) failed(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.errs = append(p.errs, err)
}

// join is called with the lock, and lets go of that while it waits.
func (c *crew) join() {
	c.pool.mu.Unlock()
	defer c.pool.mu.Lock()
	c.workers.Wait()
}

func (p *Pool) Close() []error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	if p.cur != nil {
		p.cur.join()
	}
	return p.errs
}

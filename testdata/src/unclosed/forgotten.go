package unclosed

import (
	"context"
	"sync"
)

// A Session is renewed by one at a time; the others ask him how it went.
type Session struct {
	mu      sync.Mutex
	renewal chan chan<- error
	renew   func() error
}

// Renew leaves a goroutine for those who have found the channel, and nobody ends that.
func (s *Session) Renew() error {
	asked := make(chan chan<- error)
	s.mu.Lock()
	other := s.renewal
	if other == nil {
		s.renewal = asked
	}
	s.mu.Unlock()
	if other != nil {
		answer := make(chan error)
		other <- answer
		return <-answer
	}
	err := s.renew()
	s.mu.Lock()
	s.renewal = nil
	s.mu.Unlock()
	go func() {
		for answer := range asked { // want `receive from asked blocks forever and leaks the goroutine`
			answer <- err
		}
	}()
	return err
}

// A Departing session closes the channel when nobody can find it any more, and nobody has it.
type Departing struct {
	mu      sync.Mutex
	callers sync.WaitGroup
	renewal chan chan<- error
	renew   func() error
}

func (c *Departing) Renew() error {
	asked := make(chan chan<- error)
	c.mu.Lock()
	other := c.renewal
	if other == nil {
		c.renewal = asked
	} else {
		c.callers.Add(1)
	}
	c.mu.Unlock()
	if other != nil {
		defer c.callers.Done()
		answer := make(chan error, 1)
		other <- answer
		return <-answer
	}
	err := c.renew()
	c.mu.Lock()
	c.renewal = nil
	c.mu.Unlock()
	go func() {
		for answer := range asked {
			answer <- err
		}
	}()
	c.callers.Wait()
	close(asked)
	return err
}

// A Bounded one ends with a context.
type Bounded struct {
	mu      sync.Mutex
	renewal chan chan<- error
	renew   func() error
}

func (b *Bounded) Renew(ctx context.Context) error {
	asked := make(chan chan<- error)
	b.mu.Lock()
	b.renewal = asked
	b.mu.Unlock()
	err := b.renew()
	b.mu.Lock()
	b.renewal = nil
	b.mu.Unlock()
	go func() {
		for {
			select {
			case answer := <-asked:
				answer <- err
			case <-ctx.Done():
				return
			}
		}
	}()
	return err
}

// A Employed keeps its channel, for as long as it lives.
type Employed struct {
	mu   sync.Mutex
	jobs chan func()
}

func (w *Employed) Start() {
	jobs := make(chan func())
	w.mu.Lock()
	w.jobs = nil
	w.jobs = jobs
	w.mu.Unlock()
	go func() {
		for job := range jobs {
			job()
		}
	}()
}

func (w *Employed) Do(job func()) { w.jobs <- job }

// A Passed channel is the caller's, too.
type Passed struct {
	mu   sync.Mutex
	jobs chan func()
}

func (g *Passed) Start(tell func(chan<- func())) {
	jobs := make(chan func())
	g.mu.Lock()
	g.jobs = jobs
	g.mu.Unlock()
	tell(g.jobs)
	g.mu.Lock()
	g.jobs = nil
	g.mu.Unlock()
	go func() {
		for job := range jobs {
			job()
		}
	}()
}

// A Listed one stays where others find it.
type Listed struct {
	mu   sync.Mutex
	jobs chan func()
	all  []chan func()
}

func (l *Listed) Start() {
	jobs := make(chan func())
	l.mu.Lock()
	l.jobs = jobs
	l.all = append(l.all, jobs)
	l.mu.Unlock()
	l.mu.Lock()
	l.jobs = nil
	l.mu.Unlock()
	go func() {
		for job := range jobs {
			job()
		}
	}()
}

func (l *Listed) Do(n int, job func()) { l.all[n] <- job }

// A Changed one is taken away where there is another one already.
type Changed struct {
	mu   sync.Mutex
	jobs chan func()
}

func (c *Changed) Start() {
	jobs := make(chan func())
	c.mu.Lock()
	if c.jobs != nil {
		c.jobs = nil
	}
	c.jobs = jobs
	c.mu.Unlock()
	go func() {
		for job := range jobs {
			job()
		}
	}()
}

func (c *Changed) Do(job func()) { c.jobs <- job }

// A Baker has an apprentice who has no orders yet; his own he keeps.
type Baker struct {
	mu         sync.Mutex
	orders     chan int
	baked      int
	apprentice *Baker
}

func (b *Baker) Open() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.orders != nil {
		return
	}
	orders := make(chan int)
	b.orders = orders
	b.apprentice = &Baker{orders: nil}
	go func() {
		for n := range orders {
			b.baked += n
		}
	}()
}

func (b *Baker) Order(n int) {
	b.mu.Lock()
	orders := b.orders
	b.mu.Unlock()
	if orders != nil {
		orders <- n
	}
}

// A Printer forgets its pages, but who brings them doesn't.
type Printer struct {
	mu     sync.Mutex
	pages  chan string
	bring  func(string)
	copies int
}

func (p *Printer) Start() {
	pages := make(chan string)
	p.mu.Lock()
	p.pages = pages
	p.bring = func(page string) { pages <- page }
	p.pages = nil
	p.mu.Unlock()
	go func() {
		for range pages {
			p.copies++
		}
	}()
}

func (p *Printer) Print(page string) {
	p.mu.Lock()
	bring := p.bring
	p.mu.Unlock()
	if bring != nil {
		bring(page)
	}
}

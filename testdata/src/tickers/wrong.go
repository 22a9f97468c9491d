// Package tickers ranges over tickers that are stopped: their channels aren't closed then.
package tickers

import (
	"sync"
	"sync/atomic"
	"time"
)

// Progress shows how far it is while f runs.
func Progress(f, show func()) {
	t := time.NewTicker(time.Second)
	go func() {
		for range t.C { // want `receive from t\.C blocks forever and leaks the goroutine: nothing comes from it after t\.Stop at line \d+, which doesn't close it`
			show()
		}
	}()
	f()
	t.Stop()
}

// Deferred stops it at last.
func Deferred(f, show func()) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	go func() {
		for {
			<-t.C // want `receive from t\.C blocks forever and leaks the goroutine`
			show()
		}
	}()
	f()
}

// A Cache is swept until it is closed, its author thinks.
type Cache struct {
	tick *time.Ticker
	once sync.Once
	quit chan struct{}
	n    atomic.Int64
}

func New() *Cache {
	c := &Cache{tick: time.NewTicker(time.Second), quit: make(chan struct{})}
	go c.sweep()
	return c
}

func (c *Cache) sweep() {
	for now := range c.tick.C { // want `receive from c\.tick\.C blocks forever and leaks the goroutine`
		if now.Minute() == 0 {
			continue
		}
		c.n.Store(0)
	}
}

func (c *Cache) Close() {
	c.once.Do(func() {
		c.halt()
		close(c.quit)
	})
}

func (c *Cache) halt() { c.tick.Stop() }

func (c *Cache) Done() <-chan struct{} { return c.quit }

// A Poller polls in a function that its goroutine calls.
type Poller struct{ tick *time.Ticker }

func NewPoller(poll func()) *Poller {
	p := &Poller{time.NewTicker(time.Second)}
	go func() {
		p.run(poll)
	}()
	return p
}

func (p *Poller) run(poll func()) {
	for range p.tick.C { // want `receive from p\.tick\.C blocks forever and leaks the goroutine`
		poll()
	}
}

func (p *Poller) Stop() { p.tick.Stop() }

// A Scout looks for something in a literal that has captured it.
type Scout struct {
	tick  *time.Ticker
	found int
	once  sync.Once
}

// NewScout sets the ticker last.
func NewScout(look func() (int, error)) (*Scout, error) {
	s := &Scout{}
	if err := s.look(look); err != nil {
		return nil, err
	}
	s.tick = time.NewTicker(time.Minute)
	go func() {
		for range s.tick.C { // want `receive from s\.tick\.C blocks forever and leaks the goroutine: nothing comes from it after s\.tick\.Stop at line \d+, which doesn't close it`
			s.look(look)
		}
	}()
	return s, nil
}

func (s *Scout) look(look func() (int, error)) error {
	n, err := look()
	s.found = n
	return err
}

func (s *Scout) Close() {
	s.once.Do(func() { s.tick.Stop() })
}

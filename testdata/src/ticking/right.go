package ticking

import (
	"context"
	"sync"
	"time"
)

// Close cancels first.

type pulse struct {
	cancel context.CancelFunc
	done   chan struct{}
}

func newPulse(parent context.Context) *pulse {
	ctx, cancel := context.WithCancel(parent)
	p := &pulse{cancel, make(chan struct{})}
	go p.beat(ctx)
	return p
}

func (p *pulse) beat(ctx context.Context) {
	defer close(p.done)
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
	}
}

func (p *pulse) close() {
	p.cancel()
	<-p.done
}

func beatOnce() {
	p := newPulse(context.Background())
	p.close()
}

// The context ends by itself, or by who has passed it.

func beatForASecond() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	p := newPulse(ctx)
	<-p.done
}

func BeatFor(ctx context.Context) {
	p := newPulse(ctx)
	<-p.done
}

// A tick may end the loop.

type countdown struct {
	left int
	quit chan struct{}
	wg   sync.WaitGroup
}

func (c *countdown) run() {
	defer c.wg.Done()
	t := time.NewTicker(time.Second)
	for {
		select {
		case <-t.C:
			if c.left--; c.left == 0 {
				return
			}
		case <-c.quit:
			return
		}
	}
}

func count(left int) {
	c := &countdown{left: left, quit: make(chan struct{})}
	c.wg.Add(1)
	go c.run()
	c.wg.Wait()
}

// The function that ends the context is handed on.

type lease struct{ done chan struct{} }

func newLease(onEnd func(func())) *lease {
	ctx, cancel := context.WithCancel(context.Background())
	l := &lease{make(chan struct{})}
	onEnd(cancel)
	go func() {
		defer close(l.done)
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second):
			}
		}
	}()
	return l
}

func Hold(onEnd func(func())) {
	l := newLease(onEnd)
	<-l.done
}

// Somebody else ends it meanwhile.

func endedMeanwhile() {
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		time.Sleep(time.Second)
		close(quit)
	}()
	go func() {
		defer close(done)
		t := time.NewTicker(time.Second)
		for {
			select {
			case <-quit:
				return
			case <-t.C:
			}
		}
	}()
	<-done
}

// Whoever has it may end it, be it by another method, or by the context that he has passed.

type Buoy struct {
	quit, done chan struct{}
	once       sync.Once
}

func NewBuoy() *Buoy {
	b := &Buoy{quit: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(b.done)
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-b.quit:
				return
			case <-t.C:
			}
		}
	}()
	return b
}

func (b *Buoy) Sink() { b.once.Do(func() { close(b.quit) }) }

func (b *Buoy) Wait() { <-b.done }

type Lamp struct {
	cancel context.CancelFunc
	done   chan struct{}
}

func NewLamp(parent context.Context) *Lamp {
	ctx, cancel := context.WithCancel(parent)
	l := &Lamp{cancel, make(chan struct{})}
	go func() {
		defer close(l.done)
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
			}
		}
	}()
	return l
}

func (l *Lamp) Wait() { <-l.done }

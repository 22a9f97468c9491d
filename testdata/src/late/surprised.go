package late

import (
	"context"
	"time"
)

// A Clock tells its goroutine to end, and closes what that sends on without waiting for it.
type Clock struct {
	out  chan time.Time
	quit chan struct{}
}

func NewClock() *Clock {
	c := &Clock{out: make(chan time.Time), quit: make(chan struct{})}
	go c.run()
	return c
}

func (c *Clock) run() {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case now := <-tick.C:
			c.out <- now // want `panic: send on closed channel \(c\.out\), closed at surprised\.go:\d+ by a call of \(\*Clock\)\.Stop at the same time`
		case <-c.quit:
			return
		}
	}
}

func (c *Clock) C() <-chan time.Time { return c.out }

func (c *Clock) Stop() {
	close(c.quit)
	close(c.out)
}

// A Sampler sends in a select that looks at its context, too: either may be ready.
type Sampler struct {
	out    chan int
	ctx    context.Context
	cancel context.CancelFunc
}

func NewSampler(sample func() int) *Sampler {
	s := &Sampler{out: make(chan int, 4)}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	go func() {
		for s.ctx.Err() == nil {
			v := sample()
			select { // want `panic: send on closed channel \(s\.out\), closed at surprised\.go:\d+ by a call of \(\*Sampler\)\.Close at the same time`
			case s.out <- v:
			case <-s.ctx.Done():
				return
			}
		}
	}()
	return s
}

func (s *Sampler) Samples() <-chan int { return s.out }

func (s *Sampler) Close() error {
	s.cancel()
	close(s.out)
	return nil
}

// A Squarer ends when there is nothing more to square.
type Squarer struct {
	in, out chan int
}

func NewSquarer() *Squarer {
	s := &Squarer{in: make(chan int), out: make(chan int)}
	go s.run()
	return s
}

func (s *Squarer) run() {
	for v := range s.in {
		s.put(v * v)
	}
}

func (s *Squarer) put(v int) {
	s.out <- v // want `panic: send on closed channel \(s\.out\), closed at surprised\.go:\d+ by a call of \(\*Squarer\)\.Close`
}

func (s *Squarer) Square(v int) { s.in <- v }

func (s *Squarer) Squares() <-chan int { return s.out }

func (s *Squarer) Close() {
	close(s.in)
	close(s.out)
}

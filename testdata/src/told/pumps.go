package told

import (
	"context"
	"sync"
	"time"
)

type well interface{ IsWet() bool }

// A pump is woken before its goroutine waits, and whoever waits for that goroutine is part of the same story.
type pump struct {
	wells  map[int]well
	out    func(context.Context) bool
	mu     sync.Mutex
	wet    *sync.Cond
	ctx    context.Context
	cancel context.CancelFunc
	runs   sync.WaitGroup
	slot   chan struct{}
	// Each is started and stopped once.
	started, stopped sync.Once
}

func newPump(wells map[int]well) *pump {
	ctx, cancel := context.WithCancel(context.Background())
	p := &pump{wells: wells, ctx: ctx, cancel: cancel, slot: make(chan struct{}, 1), out: func(context.Context) bool { return true }}
	p.wet = sync.NewCond(&p.mu)
	return p
}

func (p *pump) start() {
	p.started.Do(func() {
		p.runs.Add(1)
		go p.run()
	})
}

func (p *pump) stop(timeout time.Duration) {
	p.stopped.Do(func() {
		p.drain(timeout)
		p.cancel()
		p.wet.Broadcast()
		done := make(chan struct{})
		go func() {
			defer close(done)
			p.runs.Wait()
		}()
		select {
		case <-done:
		case <-time.After(timeout):
		}
	})
}

func (p *pump) run() {
	defer p.runs.Done()
	go p.tick()
	for {
		p.mu.Lock()
		for !p.isWet() && p.ctx.Err() == nil {
			p.wet.Wait() // want `p\.wet\.Wait blocks forever and leaks the goroutine: the Broadcast at line 43 comes before that, and nobody is left to call another one`
		}
		if p.ctx.Err() != nil {
			p.mu.Unlock()
			return
		}
		p.mu.Unlock()
		p.turn()
	}
}

func (p *pump) tick() {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			p.wet.Broadcast()
		case <-p.ctx.Done():
			return
		}
	}
}

func (p *pump) turn() {
	select {
	case p.slot <- struct{}{}:
	case <-p.ctx.Done():
		return
	}
	defer func() { <-p.slot }()
	println("turn")
}

func (p *pump) drain(timeout time.Duration) bool {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return p.drained(ctx) && p.out(ctx)
}

func (p *pump) drained(ctx context.Context) bool {
	select {
	case p.slot <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	defer func() { <-p.slot }()
	return ctx.Err() == nil
}

func (p *pump) isWet() bool {
	for _, well := range p.wells {
		if well.IsWet() {
			return true
		}
	}
	return false
}

func pumpOnce() {
	p := newPump(nil)
	p.start()
	p.stop(time.Second)
}

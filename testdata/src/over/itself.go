package over

import (
	"context"
	"sync"
)

// A Pump calls its own Stop once its context is over: then that waits for nobody.
type Pump struct {
	wg     sync.WaitGroup
	ctx    context.Context
	cancel context.CancelFunc
}

func NewPump(step func(context.Context) error) *Pump {
	ctx, cancel := context.WithCancel(context.Background())
	p := &Pump{ctx: ctx, cancel: cancel}
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		for p.ctx.Err() == nil {
			if step(p.ctx) != nil {
				p.cancel()
			}
		}
		p.Stop()
	}()
	return p
}

func (p *Pump) Stop() {
	if p.ctx.Err() != nil {
		return
	}
	p.cancel()
	p.wg.Wait()
}

// A Drain waits in any case.
type Drain struct {
	wg     sync.WaitGroup
	ctx    context.Context
	cancel context.CancelFunc
}

func NewDrain(step func(context.Context) error) *Drain {
	ctx, cancel := context.WithCancel(context.Background())
	d := &Drain{ctx: ctx, cancel: cancel}
	d.wg.Add(1)
	go func() {
		defer d.wg.Done()
		for d.ctx.Err() == nil {
			if step(d.ctx) != nil {
				d.cancel()
			}
		}
		d.Stop()
	}()
	return d
}

func (d *Drain) Stop() {
	d.cancel()
	d.wg.Wait() // want `d\.wg\.Wait blocks forever`
}

package askedanew

import (
	"context"
	"sync"
)

// A Pool hands its lock to a goroutine that gives it back, in Wait, and forgets it in Add.
type Pool struct {
	cond   *sync.Cond
	closed bool
	free   []int
	dial   func() int
}

func New(dial func() int) *Pool {
	return &Pool{cond: sync.NewCond(new(sync.Mutex)), dial: dial}
}

func (p *Pool) Add() bool {
	p.cond.L.Lock()
	if p.closed {
		p.cond.L.Unlock()
		return false
	}
	p.cond.L.Unlock()
	n := p.dial()
	p.cond.L.Lock()
	if p.closed {
		return false // want `returns without unlocking p\.cond\.L, locked at pool\.go:\d+ \(if p\.closed\): whoever locks it next blocks forever`
	}
	p.free = append(p.free, n)
	p.cond.L.Unlock()
	p.cond.Signal()
	return true
}

func (p *Pool) Close() {
	p.cond.L.Lock()
	p.closed = true
	p.cond.L.Unlock()
	p.cond.Broadcast()
}

func (p *Pool) Wait(ctx context.Context) error {
	p.cond.L.Lock()
	for len(p.free) == 0 && !p.closed {
		woken := make(chan struct{}, 1)
		go func() {
			p.cond.Wait()
			woken <- struct{}{}
		}()
		select {
		case <-ctx.Done():
			go func() {
				<-woken
				p.cond.Signal()
				p.cond.L.Unlock()
			}()
			return ctx.Err()
		case <-woken:
		}
	}
	p.cond.L.Unlock()
	return nil
}

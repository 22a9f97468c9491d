package clients

import (
	"context"
	"errors"
)

// A Pool lets two work at a time.
type Pool struct{ slots chan struct{} }

func NewPool() *Pool { return &Pool{slots: make(chan struct{}, 2)} }

var errBroken = errors.New("broken")

// Wrong: the slot is kept if something fails.
func (p *Pool) With(f func() error) error {
	p.slots <- struct{}{} // want `^send on p\.slots blocks forever: its buffer of 2 is full and nobody is left to receive from it \(if err != nil from f\) \[`
	if err := f(); err != nil {
		return err
	}
	<-p.slots
	return nil
}

// A Gate gives back what it has taken, however that ends.
type Gate struct{ slots chan struct{} }

func NewGate() *Gate { return &Gate{slots: make(chan struct{}, 2)} }

func (g *Gate) With(f func() error) error {
	g.slots <- struct{}{}
	defer func() { <-g.slots }()
	if err := f(); err != nil {
		return errBroken
	}
	return nil
}

// Permits are taken by one function and given back by another.
type Permits struct{ slots chan struct{} }

func NewPermits() *Permits { return &Permits{slots: make(chan struct{}, 2)} }

func (p *Permits) Acquire() { p.slots <- struct{}{} }
func (p *Permits) Release() { <-p.slots }

// Limited callers may give up; who has got a slot is started with it, and gives it back.
type Limited struct{ slots chan struct{} }

func NewLimited() *Limited { return &Limited{slots: make(chan struct{}, 1)} }

func (l *Limited) Go(ctx context.Context, f func()) error {
	select {
	case l.slots <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	go func() {
		defer func() { <-l.slots }()
		f()
	}()
	return nil
}

// A Drained semaphore is closed by taking all slots.
type Drained struct{ slots chan struct{} }

func NewDrained() *Drained { return &Drained{slots: make(chan struct{}, 2)} }

func (d *Drained) Do(f func()) {
	d.slots <- struct{}{}
	defer func() { <-d.slots }()
	f()
}

func (d *Drained) Close() {
	for range cap(d.slots) {
		d.slots <- struct{}{}
	}
}

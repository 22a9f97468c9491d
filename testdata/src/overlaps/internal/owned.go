// Package internal has what just one module uses: who ends something may be its only owner.
package internal

import "sync/atomic"

// A Lamp is put out by whoever has lit it, once more or not.
type Lamp struct{ out chan struct{} }

func NewLamp() *Lamp {
	l := &Lamp{out: make(chan struct{})}
	go func() { <-l.out }()
	return l
}

func (l *Lamp) Close() {
	select {
	case <-l.out:
	default:
		close(l.out)
	}
}

// A Fire asks a flag.
type Fire struct {
	isOut atomic.Bool
	out   chan struct{}
}

func NewFire() *Fire { return &Fire{out: make(chan struct{})} }

func (f *Fire) Stop() {
	if f.isOut.Load() {
		return
	}
	close(f.out)
	f.isOut.Store(true)
}

// Who burns something may do so while the owner ends it.
type Oven struct {
	isOut atomic.Bool
	wood  chan string
}

func NewOven() *Oven {
	o := &Oven{wood: make(chan string, 8)}
	go func() {
		for range o.wood {
		}
	}()
	return o
}

func (o *Oven) Burn(log string) {
	if !o.isOut.Load() {
		o.wood <- log // want `panic: send on closed channel \(o\.wood\), closed at owned\.go:\d+ by a call of \(\*Oven\)\.Close at the same time`
	}
}

func (o *Oven) Close() {
	if o.isOut.CompareAndSwap(false, true) {
		close(o.wood)
	}
}

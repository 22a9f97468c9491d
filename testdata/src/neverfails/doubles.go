package neverfails

import (
	"errors"
	"sync"
	"time"
)

type source interface {
	fetch(index *int) (string, *int, error)
}

var errStopped = errors.New("stopped")

// A stale source is one for tests.
type stale struct{ name string }

func (s *stale) fetch(index *int) (string, *int, error) {
	time.Sleep(time.Millisecond)
	if index == nil {
		index = new(int)
	}
	return "data", index, nil
}

// A stopped source is another one.
type stopped struct{ name string }

func (s *stopped) fetch(index *int) (string, *int, error) { return "", nil, errStopped }

type viewer struct{ from source }

func (v *viewer) fetch(done chan<- struct{}, errs chan<- error) {
	_, _, err := v.from.fetch(nil)
	if err != nil {
		if err != errStopped {
			errs <- err
		}
		return
	}
	close(done)
}

// Right: this source has no errors.
func fetchStale() {
	v := &viewer{&stale{}}
	done, errs := make(chan struct{}), make(chan error)
	go v.fetch(done, errs)
	select {
	case <-done:
	case <-errs:
	}
}

// Wrong: this one has nothing else.
func fetchStopped() {
	v := &viewer{&stopped{}}
	done, errs := make(chan struct{}), make(chan error)
	go v.fetch(done, errs)
	select { // want "select on done, errs blocks forever"
	case <-done:
	case <-errs:
	}
}

type mode interface{ tells() bool }

type loud struct{}
type silent struct{}

func (loud) tells() bool   { return true }
func (silent) tells() bool { return false }

// A Bell asks its mode on both ways.
type Bell struct {
	a, b sync.Mutex
	m    mode
}

// NewBell makes one with a mode that never changes.
func NewBell(isLoud bool) *Bell {
	if isLoud {
		return &Bell{m: loud{}}
	}
	return &Bell{m: silent{}}
}

// Look is right: of a silent one nobody else has both locks.
func (b *Bell) Look() {
	if b.m.tells() {
		return
	}
	b.a.Lock()
	b.b.Lock()
	b.b.Unlock()
	b.a.Unlock()
}

// Clean is right, too.
func (b *Bell) Clean() {
	b.b.Lock()
	if b.m.tells() {
		b.a.Lock()
		b.a.Unlock()
	}
	b.b.Unlock()
}

// A Drum has the same mode on both ways.
type Drum struct {
	a, b sync.Mutex
	m    mode
}

// NewDrum makes one.
func NewDrum() *Drum { return &Drum{m: loud{}} }

// Look has both locks in one order.
func (d *Drum) Look() {
	if !d.m.tells() {
		return
	}
	d.a.Lock()
	d.b.Lock() // want `d\.b\.Lock blocks forever: a call of \(\*Drum\)\.Clean takes it and d\.a in the other order, at doubles\.go:\d+ and at doubles\.go:\d+`
	d.b.Unlock()
	d.a.Unlock()
}

// Clean has them in the other one.
func (d *Drum) Clean() {
	d.b.Lock()
	if d.m.tells() {
		d.a.Lock()
		d.a.Unlock()
	}
	d.b.Unlock()
}

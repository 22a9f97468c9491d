package steered

import (
	"sync"
	"sync/atomic"
	"time"
)

// A Station is asked by its beacon whether it is closed, while it tells that to end.
type Station struct {
	mu     sync.RWMutex
	closed bool
	beacon *beacon
}

type beacon struct {
	owner *Station
	state int32
	stop  chan struct{}
	blink func() bool
}

func NewStation(blink func() bool) *Station {
	s := &Station{}
	s.beacon = &beacon{owner: s, stop: make(chan struct{}), blink: blink}
	go s.beacon.run()
	return s
}

func (b *beacon) run() {
	if !atomic.CompareAndSwapInt32(&b.state, 0, 1) {
		return
	}
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			if !b.blink() && b.owner.isClosed() {
				return
			}
		case <-b.stop:
			return
		}
	}
}

func (b *beacon) end() {
	if atomic.CompareAndSwapInt32(&b.state, 1, 2) {
		b.stop <- struct{}{} // want `send on s.beacon.stop blocks forever: the goroutine started at within.go:26, which could receive from it, needs s.mu`
	}
}

func (s *Station) isClosed() bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.closed
}

func (s *Station) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.closed = true
	s.beacon.end()
}

// A Lamp sends in a method of its own.
type Lamp struct {
	mu   sync.Mutex
	on   bool
	wake chan bool
	tick chan struct{}
}

func NewLamp() *Lamp {
	l := &Lamp{wake: make(chan bool), tick: make(chan struct{})}
	go l.run()
	return l
}

func (l *Lamp) run() {
	for {
		select {
		case <-l.tick:
			l.mu.Lock()
			l.on = false
			l.mu.Unlock()
		case <-l.wake:
		}
	}
}

func (l *Lamp) tell(on bool) { l.wake <- on } // want `send on l.wake blocks forever: the goroutine started at within.go:80, which could receive from it, needs l.mu`

func (l *Lamp) Switch() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.on = !l.on
	l.tell(l.on)
}

func (l *Lamp) Tick() { l.tick <- struct{}{} }

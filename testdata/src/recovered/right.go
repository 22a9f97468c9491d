// Package recovered has goroutines that end by a panic of what they call, from which they recover.
package recovered

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

var errEnough = errors.New("enough")

// A mill turns until somebody has stopped it, which it learns by a panic.
type mill struct {
	stopped atomic.Bool
	turning sync.WaitGroup
}

func newMill() *mill {
	m := &mill{}
	m.turning.Add(1)
	go m.turn()
	return m
}

func (m *mill) turn() {
	defer m.turning.Done()
	defer func() { _ = recover() }()
	for {
		m.mustTurn()
		time.Sleep(time.Millisecond)
	}
}

func (m *mill) mustTurn() {
	if m.stopped.Load() {
		panic(errEnough)
	}
}

func (m *mill) stop() {
	m.stopped.Store(true)
	m.turning.Wait()
}

func millStops() { newMill().stop() }

// A flag is given to a function that knows nothing of the goroutine.
func flagged() {
	stopped := new(atomic.Bool)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer func() { _ = recover() }()
		for {
			mustGoOn(stopped)
		}
	}()
	stopped.Store(true)
	<-ended
}

func mustGoOn(stopped *atomic.Bool) {
	if stopped.Load() {
		panic(errEnough)
	}
}

// A number alone says when it is over.
func counts() {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer func() {
			if r := recover(); r != nil && r != errEnough {
				panic(r)
			}
		}()
		for i := 0; ; i++ {
			atMost(i)
		}
	}()
	<-ended
}

func atMost(i int) { below(i, 10) }

func below(i, limit int) {
	if i >= limit {
		panic(errEnough)
	}
}

// It is several calls away that somebody recovers.
func farAway(numbers chan int) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer func() { _ = recover() }()
		for i := 0; ; i++ {
			pass(numbers, i)
		}
	}()
	<-ended
}

func pass(numbers chan int, i int) {
	atMost(i)
	select {
	case numbers <- i:
	default:
	}
}

// A watch is asked by way of an interface.
type watch interface{ look() }

type alarm struct{ rings *atomic.Bool }

func (a alarm) look() {
	if a.rings.Load() {
		panic(errEnough)
	}
}

type sleeper struct {
	rings atomic.Bool
	watch watch
	awake chan struct{}
}

func newSleeper() *sleeper {
	s := &sleeper{awake: make(chan struct{})}
	s.watch = alarm{&s.rings}
	go s.sleep()
	return s
}

func (s *sleeper) sleep() {
	defer close(s.awake)
	defer func() { _ = recover() }()
	for {
		s.watch.look()
	}
}

func wakes() {
	s := newSleeper()
	s.rings.Store(true)
	<-s.awake
}

// A parser is long, and changes only what it has itself.
type parser struct {
	text   string
	at     int
	counts [5]int
}

func parses(text string) [5]int {
	p := &parser{text: text}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer func() { _ = recover() }()
		for {
			p.step()
		}
	}()
	<-ended
	return p.counts
}

func (p *parser) step() {
	if p.at == len(p.text) {
		panic(errEnough)
	}
	switch c := p.text[p.at]; {
	case c == ' ':
		p.counts[0]++
	case c >= '0' && c <= '9':
		p.counts[1]++
	case c >= 'a' && c <= 'z':
		p.counts[2]++
	case c >= 'A' && c <= 'Z':
		p.counts[3]++
	default:
		p.counts[4]++
	}
	p.at++
}

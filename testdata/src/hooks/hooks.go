// Package hooks has package-level variables with functions and interfaces that nobody but their declaration sets. No other
// variable of the package leads to anything that goroutines communicate over.
package hooks

import "sync"

// A Meter counts what it is given, until it is stopped.
type Meter struct {
	values chan int
	quit   chan struct{}
	sum    int
}

var endMeter = func(values chan int) { close(values) }

func NewMeter() *Meter {
	m := &Meter{values: make(chan int), quit: make(chan struct{})}
	go m.count()
	go m.tick()
	return m
}

// Right: what tick calls at its end closes the channel.
func (m *Meter) count() {
	for v := range m.values {
		m.sum += v
	}
}

func (m *Meter) tick() {
	for v := 0; ; v++ {
		select {
		case m.values <- v:
		case <-m.quit:
			endMeter(m.values)
			return
		}
	}
}

func (m *Meter) Stop() { close(m.quit) }

// A Gauge is the same with an interface.
type Gauge struct {
	values chan int
	quit   chan struct{}
	last   int
}

type ender interface{ end(values chan int) }

type closer struct{}

func (closer) end(values chan int) { close(values) }

var (
	atEnd    ender = closer{}
	notAtEnd       = func(values chan int) {}
)

func NewGauge() *Gauge {
	g := &Gauge{values: make(chan int), quit: make(chan struct{})}
	go g.show()
	go g.tick()
	return g
}

// Right: likewise.
func (g *Gauge) show() {
	for v := range g.values {
		g.last = v
	}
}

func (g *Gauge) tick() {
	for v := 0; ; v++ {
		select {
		case g.values <- v:
		case <-g.quit:
			atEnd.end(g.values)
			return
		}
	}
}

func (g *Gauge) Stop() { close(g.quit) }

// A Dial is the same with a function that doesn't close it.
type Dial struct {
	values chan int
	quit   chan struct{}
	last   int
}

func NewDial() *Dial {
	d := &Dial{values: make(chan int), quit: make(chan struct{})}
	go d.show()
	go d.tick()
	return d
}

// Wrong: what is called at the end leaves the channel open.
func (d *Dial) show() {
	for v := range d.values { // want "receive from d.values blocks forever and leaks the goroutine"
		d.last = v
	}
}

func (d *Dial) tick() {
	for v := 0; ; v++ {
		select {
		case d.values <- v:
		case <-d.quit:
			notAtEnd(d.values)
			return
		}
	}
}

func (d *Dial) Stop() { close(d.quit) }

// A Stock has two locks, taken in both orders.
type Stock struct {
	gate, goods, orders sync.Mutex
	n, due              int
}

var enter = func(s *Stock) func() { s.gate.Lock(); return s.gate.Unlock }

// Right: enter keeps the two apart.
func (s *Stock) Deliver() {
	defer enter(s)()
	s.goods.Lock()
	defer s.goods.Unlock()
	s.orders.Lock()
	defer s.orders.Unlock()
	s.n, s.due = s.n+1, s.due-1
}

func (s *Stock) Order() {
	defer enter(s)()
	s.orders.Lock()
	defer s.orders.Unlock()
	s.goods.Lock()
	defer s.goods.Unlock()
	s.n, s.due = s.n-1, s.due+1
}

// A Till is counted by a function in a variable.
type Till struct {
	mu  sync.Mutex
	sum int
}

var countTill = (*Till).count

func (t *Till) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.sum
}

// Wrong: countTill wants the lock.
func (t *Till) Close() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return countTill(t) // want "t.mu.Lock at hooks.go:.* blocks forever"
}

// Right: it has been given back.
func (t *Till) Clear() int {
	t.mu.Lock()
	t.sum = 0
	t.mu.Unlock()
	return countTill(t)
}

// Right: the function in the variable closes the channel.
func Sum(list []int) (sum int) {
	values, done := make(chan int), make(chan struct{})
	go func() {
		defer close(done)
		for v := range values {
			sum += v
		}
	}()
	for _, v := range list {
		values <- v
	}
	atEnd.end(values)
	<-done
	return sum
}

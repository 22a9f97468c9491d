// Package missed has condition variables whose waiters are woken before they wait, and others where that can't be.
package missed

import (
	"context"
	"sync"
	"sync/atomic"
)

// A shelf gives out what is put on it, until it is cleared away.
type Shelf struct {
	mu      sync.Mutex
	changed sync.Cond
	things  []string
	cleared atomic.Bool
}

func NewShelf() *Shelf {
	s := &Shelf{}
	s.changed.L = &s.mu
	return s
}

func (s *Shelf) Put(thing string) {
	s.mu.Lock()
	s.things = append(s.things, thing)
	s.mu.Unlock()
	s.changed.Signal()
}

func (s *Shelf) Take() (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.things) == 0 {
		if s.cleared.Load() {
			return "", false
		}
		s.changed.Wait() // want `s\.changed\.Wait blocks forever: the Broadcast at line 45 comes before that, and nobody is left to call another one \(if \(\*Shelf\)\.ClearAway is called at the same time\) \[deadlock\]`
	}
	thing := s.things[0]
	s.things = s.things[1:]
	return thing, true
}

func (s *Shelf) ClearAway() { s.cleared.Store(true); s.changed.Broadcast() }

// TakeOr gives up when the context ends.
func (s *Shelf) TakeOr(ctx context.Context) (string, error) {
	stop := context.AfterFunc(ctx, func() { s.changed.Broadcast() })
	defer stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.things) == 0 {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		s.changed.Wait() // want `s\.changed\.Wait blocks forever: the Broadcast at line 49 comes before that, and nobody is left to call another one \[deadlock\]`
	}
	thing := s.things[0]
	s.things = s.things[1:]
	return thing, nil
}

// A belt carries boxes, until it stops.
type Belt struct {
	mu    sync.RWMutex
	moved *sync.Cond
	boxes int
	stop  chan struct{}
	once  sync.Once
}

func NewBelt() *Belt {
	b := &Belt{stop: make(chan struct{})}
	b.moved = sync.NewCond(&b.mu)
	return b
}

func (b *Belt) Load() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.boxes++
	b.moved.Broadcast()
}

func (b *Belt) Unload(n int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.boxes < n {
		select {
		case <-b.stop:
			return false
		default:
		}
		b.moved.Wait() // want `b\.moved\.Wait blocks forever: the Broadcast at line 103 comes before that, and nobody is left to call another one \(if \(\*Belt\)\.Stop is called at the same time\) \[deadlock\]`
	}
	b.boxes -= n
	return true
}

func (b *Belt) Stop() {
	b.once.Do(func() { close(b.stop) })
	b.moved.Broadcast()
}

// A gauge is read when it has changed.
type Gauge struct {
	mu      sync.Mutex
	changed *sync.Cond
	value   int
	seen    int
}

func NewGauge() *Gauge {
	g := &Gauge{}
	g.changed = sync.NewCond(&g.mu)
	return g
}

func (g *Gauge) Set(value int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.value = value
	g.changed.Broadcast()
}

func (g *Gauge) Next(ctx context.Context) (int, bool) {
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-ctx.Done():
			g.changed.Broadcast()
		case <-done:
		}
	}()
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.value == g.seen {
		select {
		case <-ctx.Done():
			return 0, false
		default:
		}
		g.changed.Wait() // want `g\.changed\.Wait blocks forever: the Broadcast at line 133 comes before that, and nobody is left to call another one \[deadlock\]`
	}
	g.seen = g.value
	return g.value, true
}

// An oven bakes in a goroutine of its own.
type Oven struct {
	mu    sync.Mutex
	door  *sync.Cond
	trays []int
	off   atomic.Bool
}

func NewOven() *Oven {
	o := &Oven{}
	o.door = sync.NewCond(&o.mu)
	go o.bake()
	return o
}

func (o *Oven) bake() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for !o.off.Load() {
		o.trays = nil
		o.door.Wait() // want `o\.door\.Wait blocks forever and leaks the goroutine: the Broadcast at line 187 comes before that, and nobody is left to call another one \(if \(\*Oven\)\.SwitchOff is called at the same time\) \[leak\]`
	}
}

func (o *Oven) Fill(tray int) {
	o.mu.Lock()
	o.trays = append(o.trays, tray)
	o.door.Signal()
	o.mu.Unlock()
}

func (o *Oven) SwitchOff() {
	if o.off.Load() {
		return
	}
	o.off.Store(true)
	o.door.Broadcast()
}

// A rack has the method itself called that wakes who waits.
type Rack struct {
	mu    sync.Mutex
	moved *sync.Cond
	coats int
}

func NewRack() *Rack {
	r := &Rack{}
	r.moved = sync.NewCond(&r.mu)
	return r
}

func (r *Rack) Hang() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.coats++
	r.moved.Signal()
}

func (r *Rack) Fetch(ctx context.Context) error {
	defer context.AfterFunc(ctx, r.moved.Broadcast)()
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.coats == 0 {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r.moved.Wait() // want `r\.moved\.Wait blocks forever: the Broadcast at line 211 comes before that, and nobody is left to call another one \[deadlock\]`
	}
	r.coats--
	return nil
}

package settled

import (
	"sync"
	"time"
)

// A Batcher flushes with its lock when it is as full as its maker likes.
type Batcher struct {
	mu    sync.Mutex
	buf   []int
	max   int
	timer *time.Timer
	emit  func([]int)
}

func NewBatcher(max int, emit func([]int)) *Batcher { return &Batcher{max: max, emit: emit} }

func (b *Batcher) Add(v int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.buf = append(b.buf, v)
	switch {
	case len(b.buf) >= b.max:
		b.Flush() // want `b\.mu\.Lock at limits\.go:\d+ blocks forever: this goroutine itself has locked it at limits\.go:\d+ \(if len\(b\.buf\) >= b\.max\)`
	case b.timer == nil:
		b.timer = time.AfterFunc(time.Second, b.Flush)
	}
}

func (b *Batcher) Flush() {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := b.buf
	b.buf, b.timer = nil, nil
	b.emit(out)
}

// A Meter trims at a number of its own.
type Meter struct {
	mu    sync.Mutex
	n     int
	limit int
}

func NewMeter() *Meter { return &Meter{limit: 10} }

func (c *Meter) Count() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	if c.n > c.limit {
		c.trim()
	}
}

func (c *Meter) trim() {
	c.mu.Lock() // want `c\.mu\.Lock blocks forever: this goroutine itself has locked it`
	c.n = 0
	c.mu.Unlock()
}

// A Room never lets in more than fit.
type Room struct {
	mu     sync.Mutex
	guests []string
	max    int
}

func NewRoom(max int) *Room { return &Room{max: max} }

func (r *Room) Enter(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.guests) >= r.max {
		return false
	}
	r.guests = append(r.guests, name)
	if len(r.guests) > r.max {
		r.clear() // never
	}
	return true
}

func (r *Room) clear() {
	r.mu.Lock()
	r.guests = nil
	r.mu.Unlock()
}

// A Slot is emptied by who fills it.
type Slot struct {
	mu   sync.Mutex
	list []int
	max  int
}

func NewSlot() *Slot { return &Slot{max: 2} }

func (s *Slot) Put(v int) (sum int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, v)
	if len(s.list) > s.max {
		s.clear() // never
	}
	for _, v := range s.list {
		sum += v
	}
	s.list = nil
	return sum
}

func (s *Slot) clear() {
	s.mu.Lock()
	s.list = nil
	s.mu.Unlock()
}

// A Peer may be bumped more often than its caller likes.
type Peer struct {
	mu sync.Mutex
	n  int
}

func (p *Peer) Count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.n
}

func (p *Peer) Bump(most int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n++
	if p.n > most {
		return p.Count() // want `p\.mu\.Lock at limits\.go:\d+ blocks forever: this goroutine itself has locked it at limits\.go:\d+ \(if p\.n > most\)`
	}
	return 0
}

// A Guest leaves before it is too much.
type Guest struct {
	mu sync.Mutex
	n  int
}

func (g *Guest) count() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.n
}

func (g *Guest) Drink(most int) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.n >= most {
		return most
	}
	g.n++
	if g.n > most {
		return g.count() // never
	}
	return g.n
}

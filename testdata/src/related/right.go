package related

import (
	"container/list"
	"sync"
	"time"
)

// Right: who comes past what is asked first finds one waiting.
type lobby struct {
	mu      sync.Mutex
	waiting list.List
	size    int
}

func (l *lobby) Enter(n int) error {
	l.mu.Lock()
	if l.waiting.Len() < 1 || n > l.size {
		l.mu.Unlock()
		return errFull
	}
	if l.waiting.Len() == 0 {
		return errFull
	}
	l.mu.Unlock()
	return nil
}

// Right: nor is one where nobody waited before, and one has come meanwhile.
func (l *lobby) Leave(n int) error {
	l.mu.Lock()
	if l.waiting.Len() > 0 {
		l.mu.Unlock()
		return errFull
	}
	l.waiting.PushBack(n)
	if l.waiting.Len() == 0 {
		return errFull
	}
	l.mu.Unlock()
	return nil
}

// Right: what two others have been compared with says how these compare.
type gauge struct {
	mu             sync.Mutex
	low, mid, high int
}

func (g *gauge) Set(low, mid, high int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.low, g.mid, g.high = low, mid, high
}

func (g *gauge) Check() error {
	g.mu.Lock()
	if g.low > g.mid || g.mid > g.high {
		g.mu.Unlock()
		return errFull
	}
	if g.low > g.high {
		return errFull
	}
	g.mu.Unlock()
	return nil
}

// Right: it differs by two from what can't be larger than three.
func (g *gauge) Span() error {
	g.mu.Lock()
	if g.low+2 < g.high || g.low > 3 {
		g.mu.Unlock()
		return errFull
	}
	if g.high > 5 {
		return errFull
	}
	g.mu.Unlock()
	return nil
}

// Right: what was set meanwhile is what is compared.
func (g *gauge) Raise(to int) error {
	g.mu.Lock()
	if to <= g.low {
		g.mu.Unlock()
		return errFull
	}
	g.low = to
	if to > g.low {
		return errFull
	}
	g.mu.Unlock()
	return nil
}

// Right: where something is there are some.
func (s *store) Drop(key string) error {
	s.mu.Lock()
	_, ok := s.data[key]
	if !ok {
		s.mu.Unlock()
		return errUnknown
	}
	if len(s.data) == 0 {
		return errFull
	}
	delete(s.data, key)
	s.mu.Unlock()
	return nil
}

// Right: a flag that was asked for says what comes.
type door struct {
	mu         sync.Mutex
	open, shut bool
	n          int
}

func (d *door) Set(open, shut bool, n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open, d.shut, d.n = open, shut, n
}

func (d *door) Pass() error {
	d.mu.Lock()
	if d.open || d.n > 3 {
		d.mu.Unlock()
		return nil
	}
	if d.n > 1 && d.open {
		return errFull
	}
	d.mu.Unlock()
	return nil
}

// Right: the results of one call say something of each other.
func (d *door) count() (n int, isMany bool) { return d.n, d.n > 3 }

func (d *door) Count() error {
	d.mu.Lock()
	n, isMany := d.count()
	if !isMany {
		d.mu.Unlock()
		return nil
	}
	if n < 2 {
		return errFull
	}
	d.mu.Unlock()
	return nil
}

// Right: each head that is made is a long one.
func makeHead(b []byte) (head, error) {
	if len(b) < 4 {
		return head{}, errUnknown
	}
	return head{long: true, id: string(b[1:4])}, nil
}

func (t *table) FindLong(b []byte) (int, error) {
	h, err := makeHead(b)
	if err != nil {
		return 0, err
	}
	t.mu.RLock()
	n, ok := t.byID[h.id]
	if !ok && !h.long {
		return 0, errUnknown
	}
	t.mu.RUnlock()
	return n, nil
}

// Right: the one who has all visited has made them young before.
func (p *Pool) Refresh(now time.Time) {
	p.age = 0
	p.idle.keep(func(*pooled) bool {
		if p.age == 0 {
			return true
		}
		p.Put(&pooled{})
		return false
	})
}

// Right: half of two or more is one at least.
func (g *gauge) Halve(n int) error {
	if n < 2 {
		return errFull
	}
	half := n / 2
	g.mu.Lock()
	if half < 1 {
		return errFull
	}
	g.low = half
	g.mu.Unlock()
	return nil
}

// Right: what has been copied before is what was asked for.
type limits struct{ rate, burst int }

type limiter struct {
	mu  sync.Mutex
	cur limits
}

func (l *limiter) Set(rate, burst int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cur = limits{rate, burst}
}

func (l *limiter) Reset() error {
	l.mu.Lock()
	was := l.cur
	if l.cur.rate < 1 {
		l.mu.Unlock()
		return errFull
	}
	l.cur = limits{}
	if was.rate < 1 {
		return errFull
	}
	l.mu.Unlock()
	return nil
}

// Right: who has all visited knows that there are many.
type counted struct {
	all stack
	n   int
}

func (c *counted) Many(n int) {
	if n < 3 {
		return
	}
	c.n = n
	c.all.keep(func(one *pooled) bool {
		if c.n >= 3 {
			return true
		}
		c.all.push(one)
		return false
	})
}

// Right: those who call it all give as many.
func (c *counted) few(n int) {
	c.n = n
	c.all.keep(func(one *pooled) bool {
		if c.n == 2 {
			return true
		}
		c.all.push(one)
		return false
	})
}

func (c *counted) Few() { c.few(2) }

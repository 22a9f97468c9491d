package registered

import "sync"

// A Calm is right: it collects what it drops, and calls the function without the lock.
type calm struct {
	mu      sync.Mutex
	entries map[string]int
	dropped func(string)
}

func (c *calm) names() (list []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name := range c.entries {
		list = append(list, name)
	}
	return list
}

func (c *calm) clean() {
	c.mu.Lock()
	var gone []string
	for name, n := range c.entries {
		if n > 3 {
			delete(c.entries, name)
			gone = append(gone, name)
		}
	}
	c.mu.Unlock()
	for _, name := range gone {
		c.dropped(name)
	}
}

type Calm struct {
	mu    sync.Mutex
	cache *calm
	known map[string][]string
}

func NewCalm() *Calm {
	x := &Calm{known: map[string][]string{}}
	x.cache = &calm{entries: map[string]int{}, dropped: x.drop}
	return x
}

func (x *Calm) drop(name string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.known, name)
}

func (x *Calm) Look(name string) []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.known[name] = x.cache.names()
	return x.known[name]
}

func (x *Calm) Clean() { x.cache.clean() }

// An Early is right: it asks before it takes its lock.
type Early struct {
	mu    sync.Mutex
	cache *early
	known map[string]int
}

type early struct {
	mu      sync.Mutex
	n       int
	dropped func(int)
}

func NewEarly() *Early {
	x := &Early{known: map[string]int{}}
	x.cache = &early{dropped: func(n int) {
		x.mu.Lock()
		defer x.mu.Unlock()
		x.known["dropped"] = n
	}}
	return x
}

func (c *early) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

func (c *early) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n--
	c.dropped(c.n)
}

func (x *Early) Look(name string) {
	n := x.cache.count()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.known[name] = n
}

func (x *Early) Drop() { x.cache.drop() }

// A Gated is right: one lock is before both.
type Gated struct {
	gate, mu sync.Mutex
	cache    *gated
	n        int
}

type gated struct {
	mu      sync.Mutex
	n       int
	dropped func()
}

func NewGated() *Gated {
	x := &Gated{}
	x.cache = &gated{dropped: func() { x.mu.Lock(); x.n++; x.mu.Unlock() }}
	return x
}

func (c *gated) count() int { c.mu.Lock(); defer c.mu.Unlock(); return c.n }
func (c *gated) drop()      { c.mu.Lock(); defer c.mu.Unlock(); c.dropped() }

func (x *Gated) Look() int {
	x.gate.Lock()
	defer x.gate.Unlock()
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.n + x.cache.count()
}

func (x *Gated) Drop() {
	x.gate.Lock()
	defer x.gate.Unlock()
	x.cache.drop()
}

// A Loader is right: whoever uses it has loaded it first, without the lock.
type Loader struct {
	once sync.Once
	mu   sync.Mutex
	m    map[string]int
}

func NewLoader() *Loader {
	l := &Loader{}
	l.init()
	return l
}

func (l *Loader) init() { l.once.Do(l.load) }

func (l *Loader) load() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.m = map[string]int{}
}

func (l *Loader) Put(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.init()
	l.m[name]++
}

// A Quiet is right: only who closes it himself is told, and that one has no lock.
type Quiet struct {
	once   sync.Once
	closed func()
	n      int
}

func (s *Quiet) close(tell bool) {
	s.once.Do(func() {
		s.n++
		if tell {
			s.closed()
		}
	})
}

type Holder struct {
	mu  sync.Mutex
	srv *Quiet
}

func NewHolder() *Holder {
	h := &Holder{}
	h.srv = &Quiet{closed: func() { h.mu.Lock(); h.mu.Unlock() }}
	return h
}

func (h *Holder) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.srv.close(false)
}

// A Leaving is right: who is taken out is alone when it says so.
type Leaving struct {
	mu   sync.Mutex
	ones []*one
	gone int
}

type one struct {
	mu sync.Mutex
	of *Leaving
	n  int
}

func (l *Leaving) Add() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ones = append(l.ones, &one{of: l})
}

func (l *Leaving) Sum() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, o := range l.ones {
		o.mu.Lock()
		n += o.n
		o.mu.Unlock()
	}
	return n
}

func (l *Leaving) Drop() {
	l.mu.Lock()
	if len(l.ones) == 0 {
		l.mu.Unlock()
		return
	}
	last := l.ones[len(l.ones)-1]
	l.ones = l.ones[:len(l.ones)-1]
	l.mu.Unlock()
	last.end()
}

func (o *one) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.n = 0
	o.of.mu.Lock()
	o.of.gone++
	o.of.mu.Unlock()
}

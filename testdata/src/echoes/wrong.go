package echoes

import "sync"

type Handler interface{ Left(name string) }

// A Cluster tells its handlers with its lock.
type Cluster struct {
	mu       sync.RWMutex
	members  map[string]bool
	handlers []Handler
}

func NewCluster(handlers ...Handler) *Cluster {
	return &Cluster{members: map[string]bool{}, handlers: handlers}
}

type gauge struct {
	c    *Cluster
	last int
}

func (g *gauge) Left(string) { g.last = g.c.Size() }

func Measured() *Cluster {
	c := NewCluster()
	c.handlers = append(c.handlers, &gauge{c: c})
	return c
}

func (c *Cluster) Size() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return len(c.members)
}

func (c *Cluster) Join(name string) {
	c.mu.Lock()
	c.members[name] = true
	c.mu.Unlock()
}

func (c *Cluster) Leave(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.members[name]; !ok {
		return
	}
	delete(c.members, name)
	for _, h := range c.handlers {
		h.Left(name) // want `c\.mu\.RLock at wrong\.go:\d+ blocks forever: this goroutine itself has locked it at wrong\.go:\d+ \(if ok from c\.members\[name\]\)`
	}
}

// A Store calls literals that have captured it.
type Store struct {
	mu        sync.Mutex
	values    map[string]string
	listeners []func(key, value string)
}

func NewStore() *Store { return &Store{values: map[string]string{}} }

func (s *Store) Watch(l func(key, value string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listeners = append(s.listeners, l)
}

func (s *Store) Set(key, value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values[key] = value
	for _, l := range s.listeners {
		l(key, value)
	}
}

func (s *Store) Get(key string) string {
	s.mu.Lock() // want `s\.mu\.Lock blocks forever: this goroutine itself has locked it at wrong\.go:\d+ \(if key == from\)`
	defer s.mu.Unlock()
	return s.values[key]
}

func (s *Store) Mirror(from string, to chan<- string) {
	s.Watch(func(key, value string) {
		if key == from {
			to <- s.Get(key)
		}
	})
}

// A Scope closes its children with its lock, and each is taken off the list of its parent.
type Scope struct {
	mu       sync.Mutex
	parent   *Scope
	children map[*Scope]bool
	closed   bool
}

func Root() *Scope { return &Scope{children: map[*Scope]bool{}} }

func (s *Scope) Child() *Scope {
	c := &Scope{parent: s, children: map[*Scope]bool{}}
	s.mu.Lock()
	s.children[c] = true
	s.mu.Unlock()
	return c
}

func (s *Scope) forget(c *Scope) {
	s.mu.Lock()
	delete(s.children, c)
	s.mu.Unlock()
}

func (s *Scope) Close() {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return
	}
	s.closed = true
	for c := range s.children {
		c.Close() // want `s\.mu\.Lock at wrong\.go:\d+ blocks forever: this goroutine itself has locked it at wrong\.go:\d+ \(if !s\.closed and s\.parent != nil\)`
	}
	s.mu.Unlock()
	if s.parent != nil {
		s.parent.forget(s)
	}
}

// A Broker sends to its subscribers with its lock, which each of them takes to go away.
type Broker struct {
	mu   sync.Mutex
	subs map[*Sub]bool
}

type Sub struct {
	c      chan string
	broker *Broker
}

func NewBroker() *Broker { return &Broker{subs: map[*Sub]bool{}} }

func (b *Broker) Subscribe() *Sub {
	s := &Sub{c: make(chan string), broker: b}
	b.mu.Lock()
	b.subs[s] = true
	b.mu.Unlock()
	return s
}

func (b *Broker) Publish(message string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for s := range b.subs {
		s.c <- message // want `send on s\.c blocks forever: a call of \(\*Sub\)\.Each never receives from it after line 164 \(if !f\(m\)\)`
	}
}

func (s *Sub) Each(f func(string) bool) {
	for m := range s.c {
		if !f(m) {
			s.broker.mu.Lock()
			delete(s.broker.subs, s)
			s.broker.mu.Unlock()
			return
		}
	}
}

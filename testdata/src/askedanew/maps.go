package askedanew

import "sync"

// A Cache looks once more with the lock to write, as another call may have come first, and forgets it then.
type Cache struct {
	mu sync.RWMutex
	m  map[string]int
}

func NewCache() *Cache { return &Cache{m: map[string]int{}} }

func (c *Cache) Get(name string) int {
	c.mu.RLock()
	n, ok := c.m[name]
	c.mu.RUnlock()
	if ok {
		return n
	}
	c.mu.Lock()
	if n, ok := c.m[name]; ok {
		return n // want `returns without unlocking c\.mu, locked at maps\.go:\d+ \(if ok from c\.m\[name\]\): whoever locks it next blocks forever \[`
	}
	c.m[name] = len(name)
	c.mu.Unlock()
	return len(name)
}

// A Dialer makes what isn't there without the lock.
type Dialer struct {
	mu    sync.Mutex
	conns map[string]*int
	dial  func(string) *int
}

func NewDialer(dial func(string) *int) *Dialer {
	return &Dialer{conns: map[string]*int{}, dial: dial}
}

func (d *Dialer) Get(name string) *int {
	d.mu.Lock()
	conn, ok := d.conns[name]
	d.mu.Unlock()
	if ok {
		return conn
	}
	made := d.dial(name)
	d.mu.Lock()
	if conn, ok := d.conns[name]; ok {
		return conn // want `returns without unlocking d\.mu, locked at maps\.go:\d+ \(if ok from d\.conns\[name\]\): whoever locks it next blocks forever \[`
	}
	d.conns[name] = made
	d.mu.Unlock()
	return made
}

// Drop waits for what another call has taken away.
func (d *Dialer) Drop(name string) {
	d.mu.Lock()
	_, ok := d.conns[name]
	d.mu.Unlock()
	if !ok {
		return
	}
	d.mu.Lock()
	if _, ok := d.conns[name]; !ok {
		return // want `returns without unlocking d\.mu, locked at maps\.go:\d+ \(if !ok from d\.conns\[name\]\): whoever locks it next blocks forever \[`
	}
	delete(d.conns, name)
	d.mu.Unlock()
}

// A Table has all its entries from the start: what wasn't there isn't there later.
type Table struct {
	mu sync.Mutex
	m  map[string]*int
}

func NewTable(first *int) *Table { return &Table{m: map[string]*int{"first": first}} }

func (t *Table) Get(name string) *int {
	t.mu.Lock()
	n, ok := t.m[name]
	t.mu.Unlock()
	if ok {
		return n
	}
	t.mu.Lock()
	if n, ok := t.m[name]; ok {
		return n // never
	}
	t.mu.Unlock()
	return nil
}

// A Guest list is looked at by one call at a time.
type Guests struct {
	one sync.Mutex
	mu  sync.Mutex
	m   map[string]int
}

func NewGuests() *Guests { return &Guests{m: map[string]int{}} }

func (g *Guests) Add(name string) int {
	g.one.Lock()
	defer g.one.Unlock()
	g.mu.Lock()
	n, ok := g.m[name]
	g.mu.Unlock()
	if ok {
		return n
	}
	g.mu.Lock()
	if n, ok := g.m[name]; ok {
		return n // never
	}
	g.m[name] = len(name)
	g.mu.Unlock()
	return len(name)
}

// A Ledger never takes anything away.
type Ledger struct {
	mu sync.Mutex
	m  map[string]int
}

func NewLedger() *Ledger { return &Ledger{m: map[string]int{}} }

func (l *Ledger) Put(name string, n int) {
	l.mu.Lock()
	l.m[name] = n
	l.mu.Unlock()
}

func (l *Ledger) Use(name string, use func()) {
	l.mu.Lock()
	_, ok := l.m[name]
	l.mu.Unlock()
	if !ok {
		return
	}
	use()
	l.mu.Lock()
	if _, ok := l.m[name]; !ok {
		return // never
	}
	l.mu.Unlock()
}

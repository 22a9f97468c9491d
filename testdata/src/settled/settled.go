package settled

import "sync"

// What callers know, and how much there can be of something: locks that seem to be taken again, or to be
// forgotten, and aren't.

// A Sender is known by its interface only.
type Sender interface{ Send(string) error }

// A Counter counts what it sends.
type Counter struct {
	mu     sync.Mutex
	n      int
	sender Sender
}

// Restart is right: who has set n to 0 counts to 1.
func (c *Counter) Restart() {
	c.mu.Lock()
	c.n = 0
	c.sender.Send("")
	c.mu.Unlock()
	c.count("")
}

func (c *Counter) count(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	c.sender.Send(name)
	if c.n > 1 {
		c.report()
	}
}

func (c *Counter) report() {
	c.mu.Lock()
	c.sender.Send("many")
	c.mu.Unlock()
}

// A Hurried one counts whatever there was.
type Hurried struct {
	mu     sync.Mutex
	n      int
	sender Sender
}

// Restart counts from 0 on.
func (c *Hurried) Restart() {
	c.mu.Lock()
	c.n = 0
	c.sender.Send("")
	c.mu.Unlock()
	c.count("")
}

// Again counts on: the second time is one too many.
func (c *Hurried) Again() { c.count("again") }

func (c *Hurried) count(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	c.sender.Send(name)
	if c.n > 1 {
		c.report()
	}
}

func (c *Hurried) report() {
	c.mu.Lock() // want `c.mu.Lock blocks forever: this goroutine itself has locked it at settled.go:\d+ \(if c.n > 1\)`
	c.sender.Send("many")
	c.mu.Unlock()
}

// A Gate is open or not.
type Gate struct {
	mu     sync.Mutex
	ready  bool
	sender Sender
}

// Open opens it.
func (g *Gate) Open() { g.ready = true }

// Pass is right: it has asked before.
func (g *Gate) Pass() {
	if g.ready {
		g.pass()
	}
}

func (g *Gate) pass() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sender.Send("")
	if !g.ready {
		g.refuse()
	}
}

func (g *Gate) refuse() {
	g.mu.Lock()
	g.sender.Send("closed")
	g.mu.Unlock()
}

// A Depth counts who is in, one at a time.
type Depth struct {
	mu     sync.Mutex
	n      int
	sender Sender
}

// Enter is right: there is never more than one.
func (d *Depth) Enter() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.n++
	d.sender.Send("")
	if d.n > 1 {
		d.complain()
	}
	d.n--
}

func (d *Depth) complain() {
	d.mu.Lock()
	d.sender.Send("twice")
	d.mu.Unlock()
}

// A Limited one has no more than three entries.
type Limited struct {
	mu      sync.Mutex
	entries map[string]bool
	sender  Sender
}

// Add is right: it adds nothing to three entries.
func (l *Limited) Add(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.entries) < 3 {
		l.entries[name] = true
	}
	l.sender.Send(name)
	if len(l.entries) > 3 {
		l.shrink()
	}
}

func (l *Limited) shrink() {
	l.mu.Lock()
	clear(l.entries)
	l.sender.Send("")
	l.mu.Unlock()
}

// A Stack is unwound by functions that call each other.
type Stack struct {
	mu     sync.Mutex
	sender Sender
}

// Unwind is right: odd and even release the lock in the end.
func (s *Stack) Unwind(n int) {
	s.mu.Lock()
	s.odd(n)
	s.mu.Lock()
	s.sender.Send("")
	s.mu.Unlock()
}

func (s *Stack) even(n int) {
	if n > 0 {
		s.odd(n - 1)
		return
	}
	s.sender.Send("")
	s.mu.Unlock()
}

func (s *Stack) odd(n int) { s.even(n - 1) }

// A Waiting room has who is waiting.
type Waiting struct {
	mu      sync.Mutex
	entries map[string]bool
	sender  Sender
}

// Wait is right: it leaves no entry, so that there is never more than its own.
func (w *Waiting) Wait(name string) error {
	w.mu.Lock()
	w.entries[name] = true
	err := w.sender.Send(name)
	if len(w.entries) > 1 {
		return err
	}
	delete(w.entries, name)
	w.mu.Unlock()
	return err
}

// A Crowd has all who have ever come.
type Crowd struct {
	mu      sync.Mutex
	entries map[string]bool
	sender  Sender
}

// Come forgets the lock for the second one.
func (c *Crowd) Come(name string) error {
	c.mu.Lock()
	c.entries[name] = true
	err := c.sender.Send(name)
	if len(c.entries) > 1 {
		return err // want `returns without unlocking c\.mu, locked at settled\.go:\d+ \(if len\(c\.entries\) > 1\): whoever locks it next blocks forever`
	}
	c.mu.Unlock()
	return err
}

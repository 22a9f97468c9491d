// Package forgotten has functions that return with a lock on one path, where that hangs on what
// they are given, what others have left, or what the constructor was given.
package forgotten

import (
	"context"
	"errors"
	"os/exec"
	"sync"
	"time"
)

var errClosed = errors.New("closed")

// A Pool is given to whoever makes a driver.
type Pool interface{ Close(context.Context) error }

// Driver forgets to unlock if it was closed before.
type Driver struct {
	mu   sync.Mutex
	pool Pool
}

// NewDriver makes a driver.
func NewDriver(p Pool) *Driver { return &Driver{pool: p} }

// Close is wrong.
func (d *Driver) Close(ctx context.Context) error {
	d.mu.Lock()
	if d.pool == nil {
		return errClosed // want `returns without unlocking d\.mu, locked at forgotten\.go:\d+ \(if d\.pool == nil\): whoever locks it next blocks forever`
	}
	pool := d.pool
	d.pool = nil
	d.mu.Unlock()
	return pool.Close(ctx)
}

// Closer is right: it unlocks on both ways.
type Closer struct {
	mu   sync.Mutex
	pool Pool
}

// NewCloser makes one.
func NewCloser(p Pool) *Closer { return &Closer{pool: p} }

// Close is right.
func (c *Closer) Close(ctx context.Context) error {
	c.mu.Lock()
	if c.pool == nil {
		c.mu.Unlock()
		return errClosed
	}
	pool := c.pool
	c.pool = nil
	c.mu.Unlock()
	return pool.Close(ctx)
}

// A Message can be acknowledged once.
type Message interface {
	Acknowledge() error
	Refuse() error
}

// A Raw message comes from others.
type Raw struct {
	Subject, Reply string
	Subscription   *int
}

type message struct {
	raw  *Raw
	done bool
	sync.Mutex
}

// Wrap makes a message.
func Wrap(r *Raw) Message { return &message{raw: r} }

func (m *message) Acknowledge() error { return m.reply(true) }

func (m *message) Refuse() error { return m.reply(false) }

func (m *message) check() error {
	if m.raw.Subscription == nil || m.raw.Reply == "" {
		return errClosed
	}
	return nil
}

func (m *message) reply(last bool) error {
	if err := m.check(); err != nil {
		return err
	}
	m.Lock()
	if m.done {
		return errClosed // want `returns without unlocking m\.Mutex, locked at forgotten\.go:\d+ \(if m\.done\): whoever locks it next blocks forever`
	}
	m.Unlock()
	if last {
		m.Lock()
		m.done = true
		m.Unlock()
	}
	return nil
}

// A Service has a lock that one of its functions forgets; all of them together are too much.
type Service struct {
	mu      sync.Mutex
	handler func(*Service)
	stopped bool
	waiting chan int
}

// NewService makes a service.
func NewService(handler func(*Service)) *Service {
	return &Service{handler: handler, waiting: make(chan int)}
}

// Serve calls the handler, which may do anything with the service.
func (s *Service) Serve() {
	s.mu.Lock()
	handler := s.handler
	s.mu.Unlock()
	handler(s)
	s.waiting <- 1
}

// Stop says that it is over.
func (s *Service) Stop() {
	s.mu.Lock()
	s.stopped = true
	s.mu.Unlock()
}

// Next forgets to unlock where others have stopped the service.
func (s *Service) Next() (int, error) {
	s.mu.Lock()
	if s.stopped {
		return 0, errClosed // want `returns without unlocking s\.mu, locked at forgotten\.go:\d+ \(if s\.stopped\): whoever locks it next blocks forever`
	}
	s.mu.Unlock()
	return <-s.waiting, nil
}

// A Queue is as large.
type Queue struct {
	mu      sync.Mutex
	handler func(*Queue)
	waiting chan int
}

// NewQueue makes a queue.
func NewQueue(handler func(*Queue)) *Queue {
	return &Queue{handler: handler, waiting: make(chan int)}
}

// Serve calls the handler.
func (q *Queue) Serve() {
	q.handler(q)
	q.waiting <- 1
}

// Next is right: it remembers whether it has unlocked.
func (q *Queue) Next(wait bool) (n int) {
	q.mu.Lock()
	locked := true
	if wait {
		q.mu.Unlock()
		locked = false
		n = <-q.waiting
	}
	if locked {
		q.mu.Unlock()
	}
	return n
}

// A Transaction is right: it begins with the lock unless it fails, and ends without.
type Transaction struct {
	mu      sync.Mutex
	handler func(*Transaction)
	broken  bool
}

// NewTransaction makes one.
func NewTransaction(handler func(*Transaction)) *Transaction { return &Transaction{handler: handler} }

// Begin is right.
func (t *Transaction) Begin() error {
	t.mu.Lock()
	if t.broken {
		t.mu.Unlock()
		return errClosed
	}
	return nil
}

// Commit is right.
func (t *Transaction) Commit() {
	t.broken = true
	t.handler(t)
	t.mu.Unlock()
}

// A Gate gives whoever enters a function with which to leave.
type Gate struct {
	mu      sync.Mutex
	handler func(*Gate)
	shut    bool
}

// NewGate makes one.
func NewGate(handler func(*Gate)) *Gate { return &Gate{handler: handler} }

// Shut is right.
func (g *Gate) Shut() {
	g.mu.Lock()
	g.shut = true
	g.mu.Unlock()
	g.handler(g)
}

// Enter is right.
func (g *Gate) Enter() (leave func(), err error) {
	g.mu.Lock()
	if g.shut {
		g.mu.Unlock()
		return nil, errClosed
	}
	return func() { g.mu.Unlock() }, nil
}

// A Phase is one of three.
type Phase struct {
	mu      sync.Mutex
	handler func(*Phase)
	phase   int
}

// NewPhase makes one.
func NewPhase(handler func(*Phase)) *Phase { return &Phase{handler: handler} }

// Advance is right: these are all that there are.
func (p *Phase) Advance() {
	p.mu.Lock()
	switch p.phase {
	case 0:
		p.phase = 1
		p.mu.Unlock()
	case 1:
		p.phase = 2
		p.mu.Unlock()
	case 2:
		p.mu.Unlock()
		p.handler(p)
	}
}

// A Process may have been started.
type Process struct{ command *exec.Cmd }

// Close is wrong by way of what it calls.
func (p *Process) Close() error { return p.cancel() }

func (p *Process) cancel() error {
	if p.command == nil || p.command.Process == nil {
		return nil
	}
	done := make(chan error)
	go func() { done <- p.command.Wait() }() // want `send on done blocks forever and leaks the goroutine`
	select {
	case err := <-done:
		return err
	case <-time.After(time.Second):
		return nil
	}
}

// Package condfields has types with a sync.Cond whose lock is a field of the same struct.
package condfields

import (
	"errors"
	"sync"
)

// A Dialer dials once; others wait for the outcome. Nobody says so if it fails.
type Dialer struct {
	mu      sync.Mutex
	cond    *sync.Cond
	dialing bool
	conn    *int
}

func NewDialer() *Dialer {
	d := &Dialer{}
	d.cond = sync.NewCond(&d.mu)
	return d
}

func (d *Dialer) Get(dial func() (*int, error)) (*int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for d.dialing {
		d.cond.Wait() // want "blocks forever.*it is called twice at the same time"
	}
	if d.conn != nil {
		return d.conn, nil
	}
	d.dialing = true
	d.mu.Unlock()
	conn, err := dial()
	d.mu.Lock()
	if err != nil {
		return nil, err
	}
	d.conn = conn
	d.dialing = false
	d.cond.Broadcast()
	return conn, nil
}

// A Busy does the same with a Cond that is part of it.
type Busy struct {
	mu   sync.Mutex
	cond sync.Cond
	busy bool
}

func NewBusy() *Busy {
	b := &Busy{}
	b.cond.L = &b.mu
	return b
}

func (b *Busy) Do(f func() error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.busy {
		b.cond.Wait() // want "blocks forever.*it is called twice at the same time"
	}
	b.busy = true
	b.mu.Unlock()
	err := f()
	b.mu.Lock()
	if err != nil {
		return err
	}
	b.busy = false
	b.cond.Broadcast()
	return nil
}

// A Gate is shut for good, which those who wait aren't told.
type Gate struct {
	mu         sync.Mutex
	cond       *sync.Cond
	open, shut bool
}

func NewGate() *Gate {
	g := &Gate{}
	g.cond = sync.NewCond(&g.mu)
	return g
}

func (g *Gate) Enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !g.open && !g.shut {
		g.cond.Wait() // want "blocks forever.*Shut is called at the same time"
	}
	return g.open
}

var errShut = errors.New("shut")

func (g *Gate) Open() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut {
		return errShut
	}
	g.open = true
	g.cond.Broadcast()
	return nil
}

func (g *Gate) Shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut = true
}

// A Job has embedded its lock and condition. Its end is told by Broadcast, unless it was given up.
type Job struct {
	guarded
	state int
}

type guarded struct {
	mu    sync.Mutex
	ended sync.Cond
}

const (
	running = iota
	done
	givenUp
)

func NewJob() *Job {
	j := &Job{}
	j.ended.L = &j.mu
	return j
}

func (j *Job) Wait() {
	j.mu.Lock()
	for j.state == running {
		j.ended.Wait() // want "blocks forever.*GiveUp is called at the same time"
	}
	j.mu.Unlock()
}

func (j *Job) End() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.state != running {
		return
	}
	j.state = done
	j.ended.Broadcast()
}

func (j *Job) GiveUp() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.state == running {
		j.state = givenUp
	}
}

// A Ready has its lock behind a pointer. Who could not set it forgets those who wait.
type Ready struct {
	mu     *sync.Mutex
	cond   sync.Cond
	ready  bool
	failed error
}

func NewReady() *Ready {
	mu := new(sync.Mutex)
	return &Ready{mu: mu, cond: sync.Cond{L: mu}}
}

func (r *Ready) Wait() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for !r.ready {
		r.cond.Wait() // want "blocks forever.*if err != nil from f and .*Set is called at the same time"
	}
	return r.failed
}

func (r *Ready) Set(f func() error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ready {
		return
	}
	r.ready = true
	if err := f(); err != nil {
		r.failed = err
		return
	}
	r.cond.Broadcast()
}

// A Store tells readers by RLock of the RWMutex.
type Store struct {
	mu     sync.RWMutex
	cond   *sync.Cond
	loaded bool
}

func NewStore() *Store {
	s := &Store{}
	s.cond = sync.NewCond(s.mu.RLocker())
	return s
}

func (s *Store) Wait() {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for !s.loaded {
		s.cond.Wait() // want "blocks forever.*Load is called at the same time"
	}
}

func (s *Store) Load() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.loaded {
		return
	}
	s.loaded = true
}

func (s *Store) Wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.loaded {
		s.cond.Broadcast()
	}
}

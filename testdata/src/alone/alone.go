// Package alone has goroutines that want the lock with which somebody waits for them, where each struct may be the only one.
package alone

import (
	"errors"
	"sync"
)

// A Group has one session at a time, whose workers tell it of their errors with its lock.
type Group struct {
	mu   sync.Mutex
	errs []error
	work func(int) error
	loud bool
}

func NewGroup(work func(int) error, loud bool) *Group { return &Group{work: work, loud: loud} }

type session struct {
	group   *Group
	workers sync.WaitGroup
}

func newSession(g *Group, n int) *session {
	s := &session{group: g}
	for i := range n {
		s.workers.Add(1)
		go func() {
			defer s.workers.Done()
			s.run(i)
		}()
	}
	return s
}

func (s *session) run(i int) {
	if err := s.group.work(i); err != nil {
		s.group.failed(err)
	}
}

func (g *Group) failed(err error) {
	if !g.loud {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.errs = append(g.errs, err)
}

func (s *session) release() {
	s.workers.Wait() // want `s\.workers\.Wait blocks forever: the goroutine started at alone\.go:\d+, which could call Done, needs g\.mu, which this goroutine has locked at alone\.go:\d+`
}

// Consume waits for the workers with the lock.
func (g *Group) Consume(n int) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if n == 0 {
		return errors.New("nothing to do")
	}
	s := newSession(g, n)
	s.release()
	return errors.Join(g.errs...)
}

// A Crew has a lock of its own for errors.
type Crew struct {
	mu    sync.Mutex
	errMu sync.Mutex
	errs  []error
	work  func(int) error
}

func NewCrew(work func(int) error) *Crew { return &Crew{work: work} }

type shift struct {
	crew    *Crew
	workers sync.WaitGroup
}

func newShift(c *Crew, n int) *shift {
	s := &shift{crew: c}
	for i := range n {
		s.workers.Add(1)
		go func() {
			defer s.workers.Done()
			if err := c.work(i); err != nil {
				s.crew.failed(err)
			}
		}()
	}
	return s
}

func (c *Crew) failed(err error) {
	c.errMu.Lock()
	defer c.errMu.Unlock()
	c.errs = append(c.errs, err)
}

func (s *shift) release() { s.workers.Wait() }

func (c *Crew) Consume(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	newShift(c, n).release()
}

// A Pair has two halves, of which one works for the other one.
type Pair struct{ front, back *half }

type half struct {
	mu   sync.Mutex
	errs []error
}

func NewPair() *Pair { return &Pair{new(half), new(half)} }

type job struct{ workers sync.WaitGroup }

func (p *Pair) start(work func() error) *job {
	j := new(job)
	j.workers.Add(1)
	go func() {
		defer j.workers.Done()
		if err := work(); err != nil {
			p.back.failed(err)
		}
	}()
	return j
}

func (h *half) failed(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.errs = append(h.errs, err)
}

func (j *job) wait() { j.workers.Wait() }

func (p *Pair) Run(work func() error) {
	p.front.mu.Lock()
	defer p.front.mu.Unlock()
	p.start(work).wait()
}

// A Quiet group is told nothing while it waits.
type Quiet struct {
	mu      sync.Mutex
	waiting bool
	errs    []error
}

func NewQuiet() *Quiet { return &Quiet{} }

type task struct{ workers sync.WaitGroup }

func (q *Quiet) start(work func() error) *task {
	t := new(task)
	t.workers.Add(1)
	go func() {
		defer t.workers.Done()
		if err := work(); err != nil {
			q.failed(err)
		}
	}()
	return t
}

func (q *Quiet) failed(err error) {
	if q.waiting {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.errs = append(q.errs, err)
}

func (t *task) wait() { t.workers.Wait() }

func (q *Quiet) Run(work func() error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = true
	q.start(work).wait()
	q.waiting = false
}

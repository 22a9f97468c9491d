package services

import (
	"context"
	"sync"
)

type question struct{ answer chan int }

type oracle struct{ questions chan question }

func newOracle() *oracle {
	o := &oracle{questions: make(chan question)}
	go o.serve()
	return o
}

func (o *oracle) serve() {
	for q := range o.questions {
		q.answer <- 42
	}
}

func (o *oracle) ask() int {
	q := question{answer: make(chan int)}
	o.questions <- q
	return <-q.answer
}

// Right: each question has an answer of its own.
func oracleAsked() int {
	o := newOracle()
	defer close(o.questions)
	return o.ask() + o.ask()
}

type enquiry struct {
	n     int
	reply chan int
}

type moody struct{ enquiries chan enquiry }

func (m *moody) serve() {
	for e := range m.enquiries {
		if e.n == 0 {
			continue
		}
		e.reply <- e.n
	}
}

func (m *moody) ask(n int) int {
	e := enquiry{n: n, reply: make(chan int)}
	m.enquiries <- e
	return <-e.reply // want "receive from .* blocks forever"
}

// Wrong: there is no answer to zero.
func moodAsked(n int) int {
	m := &moody{enquiries: make(chan enquiry)}
	go m.serve()
	defer close(m.enquiries)
	return m.ask(n)
}

type crew struct {
	wg   sync.WaitGroup
	jobs chan int
}

func newCrew() *crew {
	c := &crew{jobs: make(chan int)}
	for range 2 {
		c.wg.Add(1)
		go c.work()
	}
	return c
}

func (c *crew) work() {
	defer c.wg.Done()
	for range c.jobs {
	}
}

func (c *crew) close() {
	close(c.jobs)
	c.wg.Wait()
}

// Right: the workers end when the channel is closed, and close waits for them.
func crewAtWork() {
	c := newCrew()
	for i := range 3 {
		c.jobs <- i
	}
	c.close()
}

type gang struct {
	wg sync.WaitGroup
}

func (g *gang) work(lazy bool) {
	if lazy {
		return
	}
	g.wg.Done()
}

// Wrong: who is lazy is never done.
func gangAtWork(lazy bool) {
	g := &gang{}
	g.wg.Add(1)
	go g.work(lazy)
	g.wg.Wait() // want "Wait.*blocks forever"
}

type probe struct{ errs chan error }

func newProbe() *probe {
	p := &probe{errs: make(chan error, 1)}
	go p.run()
	return p
}

func (p *probe) run() { p.errs <- nil }

// Right: the result fits into the buffer, whether somebody asks or not.
func probed(quick bool) error {
	p := newProbe()
	if quick {
		return nil
	}
	return <-p.errs
}

type sonde struct{ errs chan error }

func newSonde() *sonde {
	s := &sonde{errs: make(chan error)}
	go s.run()
	return s
}

func (s *sonde) run() {
	s.errs <- nil // want "send on .* blocks forever and leaks"
}

// Wrong: who is quick leaves the other one with its result.
func sounded(quick bool) error {
	s := newSonde()
	if quick {
		return nil
	}
	return <-s.errs
}

type agent struct{ results chan int }

func newAgent(ctx context.Context) *agent {
	a := &agent{results: make(chan int)}
	go a.spy(ctx)
	return a
}

func (a *agent) spy(ctx context.Context) {
	select {
	case a.results <- 7:
	case <-ctx.Done():
	}
}

// Right: the context is cancelled in the end.
func agentCancelled() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	newAgent(ctx)
}

// Wrong: the background is never done, and nobody asks for the result.
func agentKept() {
	newAgent(context.Background()) // want "send on a.results at requests.go:169 blocks forever and leaks"
}

type baton struct{ ping, pong chan int }

func (b *baton) partner() {
	for n := range b.ping {
		b.pong <- n + 1
	}
	close(b.pong)
}

// Right: each waits for the other in turn, never at the same time.
func batonSwapped() int {
	b := &baton{ping: make(chan int), pong: make(chan int)}
	go b.partner()
	b.ping <- 1
	n := <-b.pong
	b.ping <- n
	n = <-b.pong
	close(b.ping)
	<-b.pong
	return n
}

type lazy struct {
	once sync.Once
	in   chan int
	done chan struct{}
}

func (l *lazy) start() {
	l.in, l.done = make(chan int), make(chan struct{})
	go func() {
		for range l.in {
		}
		close(l.done)
	}()
}

func (l *lazy) put(n int) {
	l.once.Do(l.start)
	l.in <- n
}

func (l *lazy) close() {
	l.once.Do(l.start)
	close(l.in)
	<-l.done
}

// Right: the goroutine is started by the first who needs it.
func lazyUsed(some bool) {
	l := &lazy{}
	if some {
		l.put(1)
		l.put(2)
	}
	l.close()
}

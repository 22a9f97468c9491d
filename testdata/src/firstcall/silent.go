package firstcall

import (
	"errors"
	"sync"
)

// An Engine has to be started.
type Engine struct {
	mu         sync.Mutex
	quit, done chan struct{}
}

func NewEngine() *Engine { return &Engine{quit: make(chan struct{}), done: make(chan struct{})} }

func (e *Engine) Start() {
	e.mu.Lock()
	defer e.mu.Unlock()
	go func() {
		<-e.quit
		close(e.done)
	}()
}

// Right: who stops it has started it before.
func (e *Engine) Stop() {
	e.mu.Lock()
	defer e.mu.Unlock()
	close(e.quit)
	<-e.done
}

// A Race has to be begun.
type Race struct {
	mu                sync.Mutex
	begin, quit, done chan struct{}
}

func NewRace() *Race {
	r := &Race{begin: make(chan struct{}), quit: make(chan struct{}), done: make(chan struct{})}
	go func() {
		<-r.begin
		<-r.quit
		close(r.done)
	}()
	return r
}

func (r *Race) Begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.begin)
}

// Right: who stops it has begun it before.
func (r *Race) Stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.quit)
	<-r.done
}

// A Log is written at once, or by a goroutine.
type Log struct {
	flush, flushed chan struct{}
}

func NewLog() *Log { return &Log{flush: make(chan struct{}), flushed: make(chan struct{})} }

// NewBufferedLog makes one that has a goroutine.
func NewBufferedLog() *Log {
	l := &Log{flush: make(chan struct{}), flushed: make(chan struct{})}
	go func() {
		for range l.flush {
			l.flushed <- struct{}{}
		}
	}()
	return l
}

// Right: who has one that isn't buffered doesn't call it.
func (l *Log) Flush() {
	l.flush <- struct{}{}
	<-l.flushed
}

// An Inner one is made by an outer one only.
type Inner struct{ jobs chan int }

func newInner() *Inner { return &Inner{make(chan int)} }

// NewOuter makes it complete.
func NewOuter() *Inner {
	i := newInner()
	go func() {
		for range i.jobs {
		}
	}()
	return i
}

// Right: the goroutine is there.
func (i *Inner) Do() { i.jobs <- 1 }

// A Gate is one of three that are opened.
type Gates struct{ a, b, c, done chan struct{} }

func gate() chan struct{} { return make(chan struct{}) }

func NewGates() *Gates {
	g := &Gates{gate(), gate(), gate(), make(chan struct{})}
	go func() {
		<-g.a
		<-g.b
		<-g.c
		close(g.done)
	}()
	return g
}

func (g *Gates) Open(n int) {
	close([]chan struct{}{g.a, g.b, g.c}[n])
}

// Right: when all are open.
func (g *Gates) Wait() { <-g.done }

// An End is one of two.
type End struct{ stop chan struct{} }

func (e *End) Stop() { close(e.stop) }

// Right: who has both stops both.
func NewEnds() (*End, *End) {
	a, b := &End{make(chan struct{})}, &End{make(chan struct{})}
	go func() { <-a.stop }()
	go func() { <-b.stop }()
	return a, b
}

// A Turnstile lets one pass at a time.
type Turnstile struct {
	gates chan chan struct{}
	wg    sync.WaitGroup
}

func NewTurnstile() *Turnstile {
	t := &Turnstile{gates: make(chan chan struct{}, 4)}
	for range 4 {
		g := make(chan struct{})
		t.gates <- g
		t.wg.Add(1)
		go func() {
			defer t.wg.Done()
			<-g
		}()
	}
	return t
}

func (t *Turnstile) Next() { close(<-t.gates) }

// Right: when all have passed.
func (t *Turnstile) Wait() { t.wg.Wait() }

// A Watched one is ended by its owner.
type Watched struct{ quit, done chan struct{} }

func NewWatched() *Watched {
	w := &Watched{make(chan struct{}), make(chan struct{})}
	go func() {
		<-w.quit
		close(w.done)
	}()
	return w
}

// Right: the owner stops it.
func (w *Watched) Wait() { <-w.done }

// Owner is the side that stops it.
func (w *Watched) Owner() *Owner { return (*Owner)(w) }

// An Owner is the same with another method.
type Owner Watched

func (o *Owner) Stop() { close(o.quit) }

type ender interface{ end() }

// An Ended one is ended by way of an interface.
type Ended struct{ quit, done chan struct{} }

func NewEnded() *Ended {
	e := &Ended{make(chan struct{}), make(chan struct{})}
	go func() {
		<-e.quit
		close(e.done)
	}()
	return e
}

func (e *Ended) end() { close(e.quit) }

// Right: somebody ends all.
func (e *Ended) Wait() { <-e.done }

func EndAll(list ...ender) {
	for _, e := range list {
		e.end()
	}
}

// A Closer is ended by whoever was told how.
type Closer struct{ quit, done chan struct{} }

func NewCloser(register func(*Closer, func(*Closer))) *Closer {
	c := &Closer{quit: make(chan struct{}), done: make(chan struct{})}
	go func() {
		<-c.quit
		close(c.done)
	}()
	register(c, (*Closer).end)
	return c
}

func (c *Closer) end() { close(c.quit) }

// Right: somebody ends it.
func (c *Closer) Wait() { <-c.done }

var (
	poolMu sync.Mutex
	pool   []*Pooled
)

// A Pooled one is known to the pool.
type Pooled struct{ stop chan struct{} }

var errClosed = errors.New("closed")

// Right: the pool has it, and ends it.
func NewPooled(closed bool) (*Pooled, error) {
	p := &Pooled{make(chan struct{})}
	poolMu.Lock()
	pool = append(pool, p)
	poolMu.Unlock()
	go func() { <-p.stop }()
	if closed {
		return nil, errClosed
	}
	return p, nil
}

// ClosePool ends all.
func ClosePool() {
	poolMu.Lock()
	defer poolMu.Unlock()
	for _, p := range pool {
		close(p.stop)
	}
	pool = nil
}

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

package told

import (
	"errors"
	"os"
	"sync"
	"testing"
	"time"
)

// A helper asks in its own words for what it was given.
func must(t *testing.T, ok bool) {
	if !ok {
		t.FailNow()
	}
}

func noError(t *testing.T, err error) { must(t, err == nil) }

// Measured waits for a goroutine that may give up.
func Measured(t *testing.T, name string) {
	ready := make(chan struct{})
	go func() {
		_, err := os.Open(name)
		noError(t, err)
		ready <- struct{}{}
	}()
	<-ready // want `receive from ready blocks forever: the goroutine started at words\.go:23 never sends on it after line 25, and nothing closes it \(if err != nil at line 25\)`
}

// Answered waits for as long as its caller likes, in so many words.
func Answered(asked func() int, patienceInMilliseconds int64) (int, error) {
	answers := make(chan int)
	go func() {
		answers <- asked() // want `send on answers blocks forever and leaks the goroutine: Answered never receives from it after line 40`
	}()
	select {
	case n := <-answers:
		return n, nil
	case <-time.After(time.Duration(patienceInMilliseconds) * time.Millisecond):
		return 0, errors.New("too late")
	}
}

// A Record forgets its lock twice.
type Record struct {
	mu   sync.Mutex
	name string
}

func (r *Record) Save(write, sync func(string) error) error {
	r.mu.Lock()
	if err := write(r.name); err != nil {
		return err // want `returns without unlocking r\.mu here \(if err != nil from write\) or at line 57, locked at words\.go:\d+: whoever locks it next blocks forever`
	}
	if err := sync(r.name); err != nil {
		return err
	}
	r.mu.Unlock()
	return nil
}

// An Engine is stopped by its own goroutine, if that fails, and waits for that.
type Engine struct{ turns sync.WaitGroup }

func (e *Engine) Start(turn func() error) {
	e.turns.Add(1)
	go func() {
		defer e.turns.Done()
		if turn() != nil {
			e.Stop()
		}
	}()
}

func (e *Engine) Stop() {
	e.turns.Wait() // want `e\.turns\.Wait blocks forever and leaks the goroutine: this goroutine itself is the one to call Done`
}

// Right: an engine that ends by itself.
type gentle struct{ turns sync.WaitGroup }

func (g *gentle) Start(turn func() error) {
	g.turns.Add(1)
	go func() {
		defer g.turns.Done()
		turn()
	}()
}

func (g *gentle) Stop() { g.turns.Wait() }

// Right: it gives the lock back wherever it returns.
func (r *Record) Load(read, parse func() error) error {
	r.mu.Lock()
	if err := read(); err != nil {
		r.mu.Unlock()
		return err
	}
	if err := parse(); err != nil {
		r.mu.Unlock()
		return err
	}
	r.mu.Unlock()
	return nil
}

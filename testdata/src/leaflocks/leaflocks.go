// Package leaflocks has programs with mutexes under which nobody waits, and
// with some that only look like it.
package leaflocks

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type stats struct {
	mu    sync.RWMutex
	names map[string]int
	hits  atomic.Int64
}

func (s *stats) add(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.names == nil {
		s.names = map[string]int{}
	}
	s.names[name]++
	s.hits.Add(1)
}

func (s *stats) get(name string) (int, error) {
	s.mu.RLock()
	n, ok := s.names[name]
	s.mu.RUnlock()
	if !ok {
		return 0, fmt.Errorf("no %s", name)
	}
	return n, nil
}

// The lock of stats is a leaf: only the channel counts.
func counts(names []string) {
	s := &stats{}
	done := make(chan struct{})
	for _, name := range names {
		go func() {
			s.add(name)
			done <- struct{}{}
		}()
	}
	for range names {
		<-done
	}
	s.get("x")
}

// The receiver gives up on an error: then a sender waits for ever.
func givesUp(check func() error) error {
	s := &stats{}
	done := make(chan struct{})
	go func() {
		s.add("x")
		done <- struct{}{} // want "send on done blocks forever"
	}()
	if err := check(); err != nil {
		return err
	}
	s.add("y")
	<-done
	return nil
}

type gate struct {
	mu    sync.Mutex
	count int
	ready chan struct{}
}

// Here somebody waits while it has the lock.
func (g *gate) wait() {
	g.mu.Lock()
	defer g.mu.Unlock()
	<-g.ready // want "receive from g.ready blocks forever"
}

func (g *gate) enter() {
	g.mu.Lock()
	g.count++
	g.mu.Unlock()
	close(g.ready)
}

func closedTooLate() {
	g := &gate{ready: make(chan struct{})}
	done := make(chan struct{})
	go func() {
		g.enter()
		close(done)
	}()
	g.wait()
	<-done
}

type left struct {
	mu sync.Mutex
	n  int
}

type right struct {
	mu sync.Mutex
	n  int
}

func (l *left) move(r *right) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r.take()
	l.n++
}

func (r *right) take() {
	r.mu.Lock()
	r.n--
	r.mu.Unlock()
}

func (r *right) move(l *left) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l.take()
	r.n++
}

func (l *left) take() {
	l.mu.Lock()
	l.n--
	l.mu.Unlock()
}

// Each function alone is harmless, but the locks are taken in both orders.
func bothWays() {
	l, r := &left{}, &right{}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		l.move(r)
	}()
	go func() {
		defer wg.Done()
		r.move(l)
	}()
	wg.Wait() // want "wg.Wait blocks forever"
}

type visitor struct {
	mu    sync.Mutex
	items []int
}

func (v *visitor) each(f func(int)) {
	v.mu.Lock() // want "v.mu.Lock blocks forever"
	defer v.mu.Unlock()
	for _, item := range v.items {
		f(item)
	}
}

func (v *visitor) size() int {
	n := 0
	v.each(func(int) { n++ })
	return n
}

// A callback under the lock takes it again.
func again() {
	v := &visitor{items: []int{1}}
	v.each(func(int) { v.size() })
}

type toggle struct {
	mu     sync.Mutex
	closed bool
	done   chan struct{}
}

// The lock makes one of the two the first: nothing is closed twice.
func (t *toggle) stop() {
	t.mu.Lock()
	first := !t.closed
	t.closed = true
	t.mu.Unlock()
	if first {
		close(t.done)
	}
}

func stoppedTwice() {
	t := &toggle{done: make(chan struct{})}
	go t.stop()
	go t.stop()
	<-t.done
}

type latch struct {
	mu   sync.Mutex
	done bool
}

func (l *latch) first() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done {
		return false
	}
	l.done = true
	return true
}

// The lock makes test and set one step, though there is only plain data.
func latched() {
	c := make(chan struct{})
	l := &latch{}
	for range 2 {
		go func() {
			if l.first() {
				close(c)
			}
		}()
	}
	<-c
}

type tally struct {
	mu          sync.Mutex
	left, right int
}

func (t *tally) both() {
	t.mu.Lock()
	t.left++
	t.right++
	t.mu.Unlock()
}

func (t *tally) even() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.left == t.right
}

// Nobody ever sees one count without the other.
func alwaysEven() {
	t := &tally{}
	done := make(chan struct{})
	go func() {
		t.both()
		t.both()
		close(done)
	}()
	if !t.even() {
		var never chan int
		<-never
	}
	<-done
}

// The receiver waits whatever the counts are.
func evenOrNot() {
	t := &tally{}
	done := make(chan struct{})
	go func() {
		t.both()
	}()
	if t.even() {
		close(make(chan int))
	}
	<-done // want "receive from done blocks forever"
}

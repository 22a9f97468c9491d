// Package setters has programs that set a variable in a roundabout way: each of
// them is correct, as the branch that sends is always taken.
package setters

import (
	"sync"
)

type conf struct {
	on   bool
	next *conf
}

func (c *conf) setDeferred() { defer func() { c.on = true }() }
func (c *conf) setByClosure() {
	set := func() { c.on = true }
	set()
}
func (c *conf) setInBox() {
	box := struct{ c *conf }{c}
	p := &box
	p.c.on = true
}
func (c *conf) setInSlice() {
	for _, d := range []*conf{c} {
		d.on = true
	}
}

func deferred() {
	c := &conf{}
	c.setDeferred()
	ch := make(chan int)
	if c.on {
		go func() { ch <- 1 }()
	}
	<-ch
}

func closure() {
	c := &conf{next: &conf{}}
	c.next.setByClosure()
	ch := make(chan int)
	if c.next.on {
		go func() { ch <- 1 }()
	}
	<-ch
}

func box() {
	c := &conf{}
	c.setInBox()
	ch := make(chan int)
	if c.on {
		go func() { ch <- 1 }()
	}
	<-ch
}

func slice(c *conf) {
	c.on = false
	c.setInSlice()
	ch := make(chan int)
	if c.on {
		go func() { ch <- 1 }()
	}
	<-ch
}

func mapOfPointers() {
	c := &conf{}
	for _, d := range map[string]*conf{"a": c} {
		d.on = true
	}
	ch := make(chan int)
	if c.on {
		go func() { ch <- 1 }()
	}
	<-ch
}

func drop(m map[string]bool) { delete(m, "a") }

func deleted() {
	m := map[string]bool{"a": true}
	drop(m)
	ch := make(chan int)
	if !m["a"] {
		go func() { ch <- 1 }()
	}
	<-ch
}

func mapFromOutside(m map[string]bool) {
	if m["a"] {
		return
	}
	m["a"] = true
	ch := make(chan int)
	if m["a"] {
		go func() { ch <- 1 }()
	}
	<-ch
}

type registry struct {
	mu    sync.Mutex
	on    bool
	count int
}

var global registry

func enable() {
	global.mu.Lock()
	global.on = true
	global.count++
	global.mu.Unlock()
}

func packageLevel() {
	global.on = false
	enable()
	ch := make(chan int)
	if global.on {
		go func() { ch <- 1 }()
	}
	<-ch
}

type state struct {
	done bool
	n    int
}

type keeper struct {
	mu sync.Mutex
	s  state
}

func (k *keeper) snapshot() state {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.s
}

func (k *keeper) finish() {
	k.mu.Lock()
	k.s.done = true
	k.s.n++
	k.mu.Unlock()
}

// One goroutine sets a field, the other one copies the struct.
func snapshots() {
	k := &keeper{}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		k.finish()
		wg.Done()
	}()
	wg.Wait()
	ch := make(chan int)
	if k.snapshot().done {
		go func() { ch <- 1 }()
	}
	<-ch
}

type pair struct {
	mu   sync.Mutex
	a, b bool
}

func flip(a, b *bool) {
	defer func(a, b *bool) { *a, *b = true, true }(a, b)
}

func both(a, b *bool) (x, y bool) {
	defer func(a, b, x, y *bool) { *x, *y = *a, *b }(a, b, &x, &y)
	return
}

// The deferred calls are under the lock, too: the two are always equal.
func lockedPair() {
	p := &pair{}
	go func() {
		p.mu.Lock()
		flip(&p.a, &p.b)
		p.mu.Unlock()
	}()
	p.mu.Lock()
	x, y := both(&p.a, &p.b)
	p.mu.Unlock()
	ch := make(chan int)
	if x == y {
		go func() { ch <- 1 }()
	}
	<-ch
}

// And one that is not set.
func neverSet() {
	c := &conf{}
	ch := make(chan int)
	if c.on {
		go func() { ch <- 1 }()
	}
	<-ch // want "receive from ch blocks forever"
}

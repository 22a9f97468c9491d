package conditions

import (
	"sync"
	"sync/atomic"
	"time"
)

// A gate is open once somebody has said so.
type gate struct {
	mu   sync.Mutex
	open bool
}

func (g *gate) set() {
	g.mu.Lock()
	g.open = true
	g.mu.Unlock()
}

func (g *gate) await() {
	for {
		g.mu.Lock()
		open := g.open
		g.mu.Unlock()
		if open {
			return
		}
	}
}

// Right: the gate is open only when the message is there.
func awaits() {
	g := &gate{}
	c, never := make(chan int, 1), make(chan int)
	go func() { c <- 1; g.set() }()
	g.await()
	select {
	case <-c:
	default:
		<-never
	}
}

// Right: so it is where the loop is in the function itself.
func polls() {
	var mu sync.Mutex
	ready := false
	c, never := make(chan int, 1), make(chan int)
	go func() {
		c <- 1
		mu.Lock()
		ready = true
		mu.Unlock()
	}()
	for {
		mu.Lock()
		stop := ready
		mu.Unlock()
		if stop {
			break
		}
		time.Sleep(time.Millisecond)
	}
	select {
	case <-c:
	default:
		<-never
	}
}

// Right: an atomic variable does as well.
func pollsAtomic() {
	var ready atomic.Bool
	c, never := make(chan int, 1), make(chan int)
	go func() { c <- 1; ready.Store(true) }()
	for !ready.Load() {
		time.Sleep(time.Millisecond)
	}
	select {
	case <-c:
	default:
		<-never
	}
}

// Wrong: to count to three is no wait for others.
func counts() {
	never := make(chan int)
	n := 0
	for n < 3 {
		n++
	}
	<-never // want "^receive from never blocks forever: nobody sends on it or closes it \\["
}

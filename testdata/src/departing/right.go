package departing

import (
	"context"
	"sync"
)

// A Patient publisher goes on receiving until it has the lock.
type Patient struct {
	mu     sync.Mutex
	closed bool
	in     chan int
	quit   chan struct{}
	seen   []int
}

func NewPatient() *Patient {
	p := &Patient{in: make(chan int), quit: make(chan struct{})}
	go p.run()
	return p
}

func (p *Patient) run() {
	for {
		select {
		case n := <-p.in:
			p.seen = append(p.seen, n)
		case <-p.quit:
			go func() {
				p.mu.Lock()
				p.closed = true
				p.mu.Unlock()
				close(p.in)
			}()
			for n := range p.in {
				p.seen = append(p.seen, n)
			}
			return
		}
	}
}

func (p *Patient) Publish(n int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	p.in <- n
	return true
}

func (p *Patient) Stop() { close(p.quit) }

// A Told one is told under the lock before the receiver goes.
type Told struct {
	mu     sync.Mutex
	closed bool
	in     chan int
	quit   chan struct{}
	seen   []int
}

func NewTold() *Told {
	p := &Told{in: make(chan int), quit: make(chan struct{})}
	go p.run()
	return p
}

func (p *Told) run() {
	for {
		select {
		case n := <-p.in:
			p.seen = append(p.seen, n)
		case <-p.quit:
			p.mu.Lock()
			p.seen = nil
			p.mu.Unlock()
			return
		}
	}
}

func (p *Told) Publish(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.in <- n
	}
}

func (p *Told) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.closed = true
		close(p.quit)
	}
}

// A Guarded hub looks at who leaves.
type Guarded struct {
	mu   sync.Mutex
	subs map[int]guarded
	next int
}

type guarded struct {
	ch   chan int
	gone chan struct{}
}

func NewGuarded() *Guarded { return &Guarded{subs: map[int]guarded{}} }

func (h *Guarded) add() (guarded, int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := guarded{make(chan int), make(chan struct{})}
	h.next++
	h.subs[h.next] = s
	return s, h.next
}

func (h *Guarded) remove(id int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.subs, id)
}

func (h *Guarded) Send(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id := range h.subs {
		select {
		case h.subs[id].ch <- n:
		case <-h.subs[id].gone:
		}
	}
}

func (h *Guarded) Subscribe(ctx context.Context, f func(int)) error {
	s, id := h.add()
	for {
		select {
		case <-ctx.Done():
			close(s.gone)
			h.remove(id)
			return ctx.Err()
		case n := <-s.ch:
			f(n)
		}
	}
}

// Two hubs are two: who sends with the lock of one isn't waited for by who has the other one.
type Two struct{ left, right Hub2 }

type Hub2 struct {
	mu sync.Mutex
	in chan int
}

func NewTwo() *Two {
	t := &Two{Hub2{in: make(chan int)}, Hub2{in: make(chan int)}}
	return t
}

func (h *Hub2) send(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.in <- n
}

func (t *Two) Left(n int) { t.left.send(n) }

func (t *Two) Receive(ctx context.Context) int {
	select {
	case n := <-t.left.in:
		return n
	case <-ctx.Done():
		t.right.mu.Lock()
		defer t.right.mu.Unlock()
		return 0
	}
}

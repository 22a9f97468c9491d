// Package departing has receivers that take a lock when they go away.
package departing

import (
	"context"
	"sync"
)

// A Publisher has a goroutine that says under the lock that it has ended.
type Publisher struct {
	mu     sync.Mutex
	closed bool
	in     chan int
	quit   chan struct{}
	seen   []int
}

func NewPublisher() *Publisher {
	p := &Publisher{in: make(chan int), quit: make(chan struct{})}
	go p.run()
	return p
}

func (p *Publisher) run() {
	for {
		select {
		case n := <-p.in:
			p.seen = append(p.seen, n)
		case <-p.quit:
			p.mu.Lock()
			p.closed = true
			p.mu.Unlock()
			return
		}
	}
}

func (p *Publisher) Publish(n int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	p.in <- n // want `send on p.in blocks forever: .*goroutine.*, is blocked, too: it needs p.mu|send on p.in blocks forever: the goroutine started at wrong\.go:20 never receives from it after line 29`
	return true
}

func (p *Publisher) Stop() { close(p.quit) }

// A Hub sends to subscribers under the lock by which they leave.
type Hub struct {
	mu   sync.Mutex
	subs map[int]subscriber
	next int
}

type subscriber struct {
	topic string
	ch    chan int
}

func NewHub() *Hub { return &Hub{subs: map[int]subscriber{}} }

func (h *Hub) add(topic string) (<-chan int, int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	ch := make(chan int)
	id := h.next
	h.next++
	h.subs[id] = subscriber{topic, ch}
	return ch, id
}

func (h *Hub) remove(id int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.subs, id)
}

func (h *Hub) Send(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id := range h.subs {
		h.subs[id].ch <- n // want `blocks forever`
	}
}

func (h *Hub) Subscribe(ctx context.Context, topic string, f func(int) error) error {
	ch, id := h.add(topic)
	for {
		select {
		case <-ctx.Done():
			h.remove(id)
			return ctx.Err()
		case n := <-ch:
			if err := f(n); err != nil {
				h.remove(id)
				return err
			}
		}
	}
}

package unlooked

import (
	"context"
	"sync"
)

// A Mill is stopped by a context, but looks whether it is before it sends, or has nobody stop it before all is sent.
type Mill struct {
	ctx    context.Context
	cancel context.CancelFunc
	grain  chan int
	carts  sync.WaitGroup
	mu     sync.Mutex
	isShut bool
}

// NewMill makes one.
func NewMill() *Mill {
	m := &Mill{grain: make(chan int)}
	m.ctx, m.cancel = context.WithCancel(context.Background())
	return m
}

// Grind is called once.
func (m *Mill) Grind() {
	for {
		select {
		case n := <-m.grain:
			println(n)
		case <-m.ctx.Done():
			return
		}
	}
}

// Offer gives up when it has ended.
func (m *Mill) Offer(n int) {
	select {
	case m.grain <- n:
	case <-m.ctx.Done():
	}
}

// Bring asks the context first: that may be too early, but it has looked.
func (m *Mill) Bring(n int) {
	if m.ctx.Err() == nil {
		m.grain <- n
	}
}

// Deliver has the lock with which it is shut.
func (m *Mill) Deliver(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.isShut {
		m.grain <- n
	}
}

// Send has a cart bring it all.
func (m *Mill) Send(list []int) {
	m.carts.Add(1)
	go m.cart(list)
}

func (m *Mill) cart(list []int) {
	defer m.carts.Done()
	for _, n := range list {
		m.grain <- n
	}
}

// Shut waits for the carts.
func (m *Mill) Shut() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.isShut = true
	m.carts.Wait()
	m.cancel()
}

// A Press is emptied by whoever has run it.
type Press struct {
	ctx    context.Context
	cancel context.CancelFunc
	sheets chan int
	isOver bool
}

// NewPress makes one.
func NewPress(ctx context.Context) *Press {
	p := &Press{sheets: make(chan int)}
	p.ctx, p.cancel = context.WithCancel(ctx)
	return p
}

// Run says when it is over.
func (p *Press) Run() {
	p.press()
	p.isOver = true
}

func (p *Press) press() {
	for {
		select {
		case n := <-p.sheets:
			println(n)
		case <-p.ctx.Done():
			return
		}
	}
}

// Try gives up.
func (p *Press) Try(n int) {
	select {
	case p.sheets <- n:
	case <-p.ctx.Done():
	}
}

// Feed asks whether it is over.
func (p *Press) Feed(n int) {
	if !p.isOver {
		p.sheets <- n
	}
}

// Stop ends it.
func (p *Press) Stop() { p.cancel() }

// A Booth has a goroutine that would send without a look, but never comes there: what it has received says so.
type Booth struct {
	ctx    context.Context
	leave  context.CancelFunc
	wishes chan string
}

// NewBooth makes one.
func NewBooth() *Booth {
	b := &Booth{wishes: make(chan string)}
	b.ctx, b.leave = context.WithCancel(context.Background())
	return b
}

// Serve ends when it is closed.
func (b *Booth) Serve(calls <-chan string, steps <-chan error) {
	go b.hear(calls)
	go b.walk(steps)
	for {
		select {
		case <-b.ctx.Done():
			return
		case wish := <-b.wishes:
			println(wish)
		}
	}
}

// hear knows that there was no call where the channel is closed.
func (b *Booth) hear(calls <-chan string) {
	for {
		select {
		case <-b.ctx.Done():
			return
		case call, ok := <-calls:
			if ok {
				println(call)
				continue
			}
			if call != "" {
				b.wishes <- call
			}
			return
		}
	}
}

// walk has asked before, and then again.
func (b *Booth) walk(steps <-chan error) {
	for {
		select {
		case <-b.ctx.Done():
			return
		case step := <-steps:
			if step == nil {
				return
			}
			println("step")
			if step == nil {
				b.wishes <- "rest"
			}
		}
	}
}

// Ask gives up when it is closed.
func (b *Booth) Ask(wish string) {
	select {
	case <-b.ctx.Done():
	case b.wishes <- wish:
	}
}

// Close ends Serve.
func (b *Booth) Close() { b.leave() }

package pending

import (
	"bufio"
	"context"
	"net"
	"strings"
	"sync"
)

// A Counter fails all who are waiting.
type Counter struct {
	mu     sync.Mutex
	line   net.Conn
	orders map[string]*bill
	closed bool
}

func Counting(line net.Conn) *Counter {
	c := &Counter{line: line, orders: map[string]*bill{}}
	go c.listen()
	return c
}

func (c *Counter) listen() {
	lines := bufio.NewReader(c.line)
	for {
		text, err := lines.ReadString('\n')
		if err != nil {
			c.failAll()
			return
		}
		c.handOut(text)
	}
}

func (c *Counter) handOut(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	name, answer, _ := strings.Cut(text, " ")
	if o, ok := c.orders[name]; ok {
		delete(c.orders, name)
		o.finish(answer)
	}
}

func (c *Counter) failAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for _, o := range c.orders {
		o.finish("")
	}
}

func (c *Counter) Order(name string) (string, error) {
	o := &bill{ready: make(chan struct{})}
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return "", errGone
	}
	c.orders[name] = o
	c.mu.Unlock()
	<-o.ready
	return o.answer, nil
}

type bill struct {
	ready  chan struct{}
	answer string
}

func (s *bill) finish(answer string) {
	s.answer = answer
	close(s.ready)
}

// A Bureau does so when its goroutine returns, whatever for.
type Bureau struct {
	mu     sync.Mutex
	line   net.Conn
	orders map[string]*form
}

func newBureau(line net.Conn) *Bureau {
	return &Bureau{line: line, orders: map[string]*form{}}
}

func Found(line net.Conn) *Bureau {
	b := newBureau(line)
	go b.listen()
	return b
}

func (b *Bureau) listen() {
	defer b.failAll()
	lines := bufio.NewReader(b.line)
	for {
		text, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		if o := b.take(text); o != nil {
			o.finish(text)
		}
	}
}

func (b *Bureau) take(name string) *form {
	b.mu.Lock()
	defer b.mu.Unlock()
	o := b.orders[name]
	delete(b.orders, name)
	return o
}

func (b *Bureau) failAll() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for name, o := range b.orders {
		delete(b.orders, name)
		o.finish("")
	}
	b.orders = nil
}

func (b *Bureau) Order(name string) (string, error) {
	o := &form{ready: make(chan struct{})}
	b.mu.Lock()
	if b.orders == nil {
		b.mu.Unlock()
		return "", errGone
	}
	b.orders[name] = o
	b.mu.Unlock()
	<-o.ready
	return o.answer, nil
}

type form struct {
	ready  chan struct{}
	answer string
}

func (s *form) finish(answer string) {
	s.answer = answer
	close(s.ready)
}

// A Hotline leaves it to those who close it: they fail whoever is still there.
type Hotline struct {
	mu     sync.Mutex
	line   net.Conn
	orders map[string]*dish
}

func Heat(line net.Conn) *Hotline {
	h := &Hotline{line: line, orders: map[string]*dish{}}
	go h.listen()
	return h
}

func (h *Hotline) listen() {
	lines := bufio.NewReader(h.line)
	for {
		text, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		h.mu.Lock()
		if o, ok := h.orders[text]; ok {
			delete(h.orders, text)
			o.finish(text)
		}
		h.mu.Unlock()
	}
}

func (h *Hotline) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for name, o := range h.orders {
		delete(h.orders, name)
		o.finish("")
	}
	h.line.Close()
}

func (h *Hotline) Order(name string) string {
	o := &dish{ready: make(chan struct{})}
	h.mu.Lock()
	h.orders[name] = o
	h.mu.Unlock()
	<-o.ready
	return o.answer
}

type dish struct {
	ready  chan struct{}
	answer string
}

func (s *dish) finish(answer string) {
	s.answer = answer
	close(s.ready)
}

// Of a Window nobody waits for his order alone.
type Window struct {
	mu     sync.Mutex
	line   net.Conn
	orders map[string]*slip
	shut   chan struct{}
}

func Shutter(line net.Conn) *Window {
	w := &Window{line: line, orders: map[string]*slip{}, shut: make(chan struct{})}
	go w.listen()
	return w
}

func (w *Window) listen() {
	defer close(w.shut)
	lines := bufio.NewReader(w.line)
	for {
		text, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		w.mu.Lock()
		if o, ok := w.orders[text]; ok {
			delete(w.orders, text)
			o.finish(text)
		}
		w.mu.Unlock()
	}
}

func (w *Window) Order(ctx context.Context, name string) string {
	o := &slip{ready: make(chan struct{})}
	w.mu.Lock()
	w.orders[name] = o
	w.mu.Unlock()
	select {
	case <-o.ready:
		return o.answer
	case <-w.shut:
		return ""
	}
}

type slip struct {
	ready  chan struct{}
	answer string
}

func (s *slip) finish(answer string) {
	s.answer = answer
	close(s.ready)
}

// A Balance tells what it has weighed on both sides of a branch.
func Balance(weigh func() (int, error)) *Bag {
	b := newBag()
	go func() {
		weight, err := weigh()
		if err != nil {
			b.deliver(0)
			return
		}
		b.deliver(weight)
	}()
	return b
}

type Bag struct {
	arrived chan struct{}
	weight  int
}

func newBag() *Bag { return &Bag{arrived: make(chan struct{})} }

func (b *Bag) deliver(weight int) {
	b.weight = weight
	close(b.arrived)
}

func (b *Bag) Weight() int {
	<-b.arrived
	return b.weight
}

// A crate is one for all, and whoever ships it next may deliver it.
type crate struct {
	arrived chan struct{}
	weight  int
}

var theCrate = &crate{arrived: make(chan struct{}, 1)}

func oneCrate() *crate { return theCrate }

func Ship(weigh func() (int, error)) {
	c := oneCrate()
	go func() {
		weight, err := weigh()
		if err != nil {
			return
		}
		c.weight = weight
		c.arrived <- struct{}{}
	}()
}

func Crate() int {
	<-oneCrate().arrived
	return oneCrate().weight
}

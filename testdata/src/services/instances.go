package services

import "sync"

type purse struct {
	mu    sync.Mutex
	coins int
}

func (p *purse) move(to *purse) {
	p.mu.Lock()
	defer p.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	p.coins--
	to.coins++
}

// Right: the locks are of two instances.
func pursesMoved() {
	a, b := &purse{coins: 1}, &purse{}
	a.move(b)
	b.move(a)
}

type wallet struct {
	mu    sync.Mutex
	coins int
}

func (w *wallet) move(to *wallet) {
	w.mu.Lock()
	defer w.mu.Unlock()
	to.mu.Lock() // want "mu.Lock blocks forever"
	defer to.mu.Unlock()
	w.coins--
	to.coins++
}

// Wrong: giver and taker are the same.
func walletToItself() {
	w := &wallet{}
	w.move(w)
}

type clock struct{ stop chan struct{} }

func newClock() *clock {
	c := &clock{stop: make(chan struct{})}
	go c.tick()
	return c
}

func (c *clock) tick() {
	<-c.stop // want "receive from .* blocks forever and leaks"
}

// Wrong: one of two instances is stopped.
func twoClocks() {
	a, b := newClock(), newClock()
	close(a.stop)
	_ = b
}

type watch struct{ stop chan struct{} }

func newWatch() *watch {
	w := &watch{stop: make(chan struct{})}
	go w.tick()
	return w
}

func (w *watch) tick() { <-w.stop }

// Right: both instances are stopped.
func twoWatches() {
	for _, w := range []*watch{newWatch(), newWatch()} {
		close(w.stop)
	}
}

type engine struct{ off chan struct{} }

func (e *engine) run()  { <-e.off }
func (e *engine) stop() { close(e.off) }

type van struct {
	engine
	load chan int
}

func newVan() *van {
	v := &van{engine: engine{off: make(chan struct{})}, load: make(chan int, 1)}
	go v.run()
	return v
}

// Right: stop and run are promoted from the same embedded struct.
func vanStopped() {
	v := newVan()
	v.load <- 1
	<-v.load
	v.stop()
}

type motor struct{ off chan struct{} }

func (m *motor) run() {
	<-m.off // want "receive from .* blocks forever and leaks"
}

type truck struct {
	*motor
	off chan struct{}
}

// Wrong: the truck's own off hides that of the motor.
func truckLeft() {
	t := &truck{motor: &motor{off: make(chan struct{})}, off: make(chan struct{})}
	go t.run()
	close(t.off)
}

type door struct{ open chan struct{} }

type cabin struct{ front *door }

func (c *cabin) enter() { <-c.front.open }

// Right: two ways lead to the same door.
func cabinClosed() {
	d := &door{open: make(chan struct{})}
	c := &cabin{front: d}
	go close(d.open)
	c.enter()
}

type flap struct{ open chan struct{} }

type hut struct{ front, back *flap }

func (h *hut) enter() {
	<-h.front.open // want "receive from .* blocks forever"
}

// Wrong: the other door is opened.
func hutClosed() {
	h := &hut{front: &flap{make(chan struct{})}, back: &flap{make(chan struct{})}}
	go close(h.back.open)
	h.enter()
}

type radio struct{ off chan struct{} }

func (r *radio) on() {
	r.off = make(chan struct{})
	go listen(r.off)
}

func listen(off chan struct{}) {
	<-off // want "receive from .* blocks forever and leaks"
}

// Wrong: the second start forgets the channel of the first one.
func radioRestarted() {
	r := &radio{}
	r.on()
	r.on()
	close(r.off)
}

type phone struct{ off chan struct{} }

func (p *phone) on() {
	if p.off != nil {
		close(p.off)
	}
	p.off = make(chan struct{})
	go ring(p.off)
}

func ring(off chan struct{}) { <-off }

// Right: the second start ends the first one.
func phoneRestarted() {
	p := &phone{}
	p.on()
	p.on()
	close(p.off)
}

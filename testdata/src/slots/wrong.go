// Package slots is about semaphores of which a function takes a slot, and keeps it if something goes wrong.
package slots

import (
	"context"
	"errors"
)

type Furnace struct {
	doors chan struct{}
	fire  func(clay []byte) error
}

func NewFurnace(fire func([]byte) error) *Furnace {
	return &Furnace{make(chan struct{}, 1), fire}
}

func (f *Furnace) Bake(clay []byte) error {
	f.doors <- struct{}{} // want `send on f.doors blocks forever: its buffer of 1 is full .*if err != nil from f.fire`
	if err := f.fire(clay); err != nil {
		return err
	}
	<-f.doors
	return nil
}

// A Loom has two shuttles: the third weaver waits.
type Loom struct {
	shuttles chan int
	thread   func() (string, error)
}

func NewLoom(thread func() (string, error)) *Loom {
	return &Loom{shuttles: make(chan int, 2), thread: thread}
}

func (l *Loom) Weave() (string, error) {
	l.shuttles <- 1 // want `send on l.shuttles blocks forever: its buffer of 2 is full .*if err != nil from l.thread`
	cloth, err := l.thread()
	if err != nil {
		return "", err
	}
	defer func() { <-l.shuttles }()
	return cloth + "!", nil
}

// A Press takes its slot by a helper, and another one gives it back.
type Press struct {
	plates chan struct{}
	print  func(page int) error
}

func NewPress(plates int, print func(int) error) *Press {
	return &Press{make(chan struct{}, plates), print}
}

func (p *Press) lay()  { p.plates <- struct{}{} } // want `send on p.plates blocks forever`
func (p *Press) lift() { <-p.plates }

func (p *Press) Run(page int) error {
	p.lay()
	if err := p.print(page); err != nil {
		return err
	}
	p.lift()
	return nil
}

// A Quarry hands out functions that give the slot back.
type Quarry struct{ carts chan struct{} }

func (q *Quarry) Hitch() (unhitch func()) {
	q.carts <- struct{}{} // want `send on m.Quarry.carts blocks forever: .* \(\*Mason\).Carve never receives from it`
	return func() { <-q.carts }
}

type Mason struct {
	*Quarry
	chisel func() error
}

func NewMason(chisel func() error) *Mason {
	return &Mason{&Quarry{make(chan struct{}, 1)}, chisel}
}

func (m *Mason) Carve() error {
	unhitch := m.Hitch()
	if err := m.chisel(); err != nil {
		return err
	}
	unhitch()
	return nil
}

// A Harbour is left by who waits with a context, and those who wait without one are stuck.
type Harbour struct {
	berths chan struct{}
	load   func() error
}

func NewHarbour(load func() error) *Harbour { return &Harbour{make(chan struct{}, 1), load} }

func (h *Harbour) Dock(ctx context.Context) error {
	select {
	case h.berths <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := h.load(); err != nil {
		return errors.Join(err)
	}
	<-h.berths
	return nil
}

func (h *Harbour) Inspect() int {
	h.berths <- struct{}{} // want `send on h.berths blocks forever`
	defer func() { <-h.berths }()
	return 1
}

// An Oven's slot is to be given back by a goroutine, which isn't there if the context ends.
type Oven struct {
	racks chan struct{}
	bread chan string
}

func NewOven() *Oven { return &Oven{make(chan struct{}, 1), make(chan string)} }

func (o *Oven) Put(ctx context.Context, dough func() string) string {
	o.racks <- struct{}{} // want `send on o.racks blocks forever`
	result := make(chan string, 1)
	go func() { result <- dough() }()
	select {
	case <-ctx.Done():
		return ""
	case bread := <-result:
		<-o.racks
		return bread
	}
}

// A Clinic closes for good when something has gone wrong, and says so to whoever comes then, but not to those who wait already.
type Clinic struct {
	rooms  chan struct{}
	treat  func() error
	closed bool
}

func NewClinic(treat func() error) *Clinic {
	return &Clinic{rooms: make(chan struct{}, 1), treat: treat}
}

func (c *Clinic) Visit() error {
	if c.closed {
		return nil
	}
	c.rooms <- struct{}{} // want `nobody is left to receive from it`
	if err := c.treat(); err != nil {
		c.closed = true
		return err
	}
	<-c.rooms
	return nil
}

// A Bakery has as many stones as the package says, which makes it by a function of its own.
type Bakery struct {
	stones chan struct{}
	grind  func(grain []byte) error
}

func newBakery(stones int, grind func([]byte) error) *Bakery {
	return &Bakery{make(chan struct{}, stones), grind}
}

func NewBakery(grind func([]byte) error) *Bakery { return newBakery(3, grind) }

func (m *Bakery) Grind(grain []byte) error {
	m.stones <- struct{}{} // want `send on m.stones blocks forever: its buffer of 3 is full .*if err != nil from m.grind`
	if err := m.grind(grain); err != nil {
		return err
	}
	<-m.stones
	return nil
}

// A Forge is small or large: the small one is full first. The number is passed on.
type Forge struct {
	anvils chan struct{}
	strike func() error
}

func newForge(anvils int, strike func() error) *Forge {
	return &Forge{make(chan struct{}, anvils), strike}
}

func forgeOf(anvils int, strike func() error) *Forge { return newForge(anvils, strike) }

func NewForge(strike func() error) *Forge      { return forgeOf(2, strike) }
func NewLargeForge(strike func() error) *Forge { return newForge(4, strike) }

func (f *Forge) Strike() error {
	f.anvils <- struct{}{} // want `send on f.anvils blocks forever: its buffer of 2 is full`
	if err := f.strike(); err != nil {
		return err
	}
	<-f.anvils
	return nil
}

// A Library has as many cards as its maker has put there.
type Library struct {
	cards chan int
	lend  func(card int) error
}

func NewLibrary(lend func(int) error) *Library {
	l := &Library{make(chan int, 2), lend}
	for card := range 2 {
		l.cards <- card
	}
	return l
}

func (l *Library) Lend() error {
	card := <-l.cards // want `receive from l.cards blocks forever: nobody is left to send on it, and nothing closes it \(if err != nil from l.lend\)`
	if err := l.lend(card); err != nil {
		return err
	}
	l.cards <- card
	return nil
}

// A Record is locked by a message.
type Record struct {
	key   chan struct{}
	names map[string]int
}

func NewRecord() *Record {
	r := &Record{make(chan struct{}, 1), map[string]int{}}
	r.key <- struct{}{}
	return r
}

func (r *Record) unlock() { r.key <- struct{}{} }

func (r *Record) Rename(old, name string) bool {
	<-r.key // want `receive from r.key blocks forever`
	n, ok := r.names[old]
	if !ok {
		return false
	}
	delete(r.names, old)
	r.names[name] = n
	r.unlock()
	return true
}

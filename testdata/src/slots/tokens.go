package slots

import (
	"errors"
	"io"
)

// A Fleet has as many boats as its maker is told, and loses one with each that fails.
type Fleet struct {
	boats chan int
	sail  func(boat int) error
}

func NewFleet(n int, sail func(int) error) *Fleet {
	f := &Fleet{make(chan int, n), sail}
	for boat := range n {
		f.boats <- boat
	}
	return f
}

func (f *Fleet) Sail() error {
	boat := <-f.boats // want `receive from \S+ blocks forever: nobody is left to send on it, and nothing closes it \(if err != nil`
	if err := f.sail(boat); err != nil {
		return err
	}
	f.boats <- boat
	return nil
}

// A Gated reader is a reader itself, and may be one of what it reads from.
type Gated struct {
	next io.Reader
	gate chan struct{}
}

func NewGated(next io.Reader, n int) *Gated { return &Gated{next, make(chan struct{}, n)} }

func (g *Gated) Read(b []byte) (int, error) {
	g.gate <- struct{}{} // want `send on \S+ blocks forever: its buffer of 1 is full`
	n, err := g.next.Read(b)
	if err != nil {
		return n, err
	}
	<-g.gate
	return n, nil
}

// A Barred reader gives back in any case.
type Barred struct {
	next io.Reader
	gate chan struct{}
}

func NewBarred(next io.Reader, n int) *Barred { return &Barred{next, make(chan struct{}, n)} }

func (b *Barred) Read(p []byte) (int, error) {
	b.gate <- struct{}{}
	n, err := b.next.Read(p)
	if err != nil {
		<-b.gate
		return n, err
	}
	<-b.gate
	return n, nil
}

// An opener may be a Lodge itself, whose open gives back what Enter has taken.
type opener interface{ open() error }

type Lodge struct {
	inner opener
	rooms chan struct{}
}

func NewLodge(inner opener, n int) *Lodge {
	l := &Lodge{inner, make(chan struct{}, n)}
	if inner == nil {
		l.inner = l
	}
	return l
}

func (l *Lodge) open() error {
	<-l.rooms
	return nil
}

func (l *Lodge) Enter() error {
	l.rooms <- struct{}{}
	if err := l.inner.open(); err != nil {
		return err
	}
	return nil
}

// What a Loft calls takes one and gives back two: its own and the one of who calls it.
type Loft struct {
	inner opener
	rooms chan struct{}
}

func NewLoft(inner opener, n int) *Loft { return &Loft{inner, make(chan struct{}, n)} }

func (l *Loft) open() error {
	l.rooms <- struct{}{}
	<-l.rooms
	<-l.rooms
	return nil
}

func (l *Loft) Enter() error {
	l.rooms <- struct{}{}
	if err := l.inner.open(); err != nil {
		return err
	}
	return nil
}

// What a Cabin calls gives back in what it defers.
type Cabin struct {
	inner opener
	rooms chan struct{}
}

func NewCabin(inner opener, n int) *Cabin { return &Cabin{inner, make(chan struct{}, n)} }

func (c *Cabin) open() error {
	defer func() { <-c.rooms }()
	return nil
}

func (c *Cabin) Enter() error {
	c.rooms <- struct{}{}
	if err := c.inner.open(); err != nil {
		return err
	}
	return nil
}

// A Navy builds another boat for one that it has lost.
type Navy struct {
	boats chan int
	sail  func(boat int) error
	built int
}

func NewNavy(n int, sail func(int) error) *Navy {
	f := &Navy{make(chan int, n), sail, n}
	for boat := range n {
		f.boats <- boat
	}
	return f
}

func (f *Navy) Sail() error {
	boat := <-f.boats
	if err := f.sail(boat); err != nil {
		f.boats <- -boat
		return err
	}
	f.boats <- boat
	return nil
}

// A Skiff returns the boat with the error, for its caller to give back.
type Skiff struct {
	boats chan int
	sail  func(boat int) error
}

func NewSkiff(n int, sail func(int) error) *Skiff {
	f := &Skiff{make(chan int, n), sail}
	for boat := range n {
		f.boats <- boat
	}
	return f
}

func (f *Skiff) Sail() (int, error) {
	boat := <-f.boats
	if err := f.sail(boat); err != nil {
		return boat, err
	}
	f.boats <- boat
	return 0, nil
}

func (f *Skiff) Mend(boat int) { f.boats <- boat }

// An Armada is never of fewer than three, of which two are never sent again.
type Armada struct {
	boats chan int
	sail  func(boat int) error
	sunk  int
}

var errFew = errors.New("too few")

func NewArmada(n int, sail func(int) error) (*Armada, error) {
	if n < 3 {
		return nil, errFew
	}
	a := &Armada{make(chan int, n), sail, 0}
	for boat := range n {
		a.boats <- boat
	}
	return a, nil
}

func (a *Armada) Sail() error {
	boat := <-a.boats
	if err := a.sail(boat); err != nil && a.sunk < 2 {
		a.sunk++
		return err
	}
	a.boats <- boat
	return nil
}

// A Raft is lent with a deadline: it is given back by a deferred call.
type Raft struct {
	boats chan int
	sail  func(boat int) error
}

func NewRaft(n int, sail func(int) error) *Raft {
	r := &Raft{make(chan int, n), sail}
	for i := 0; i < n; i++ {
		r.boats <- i
	}
	return r
}

func (r *Raft) Sail() error {
	boat := <-r.boats
	defer func() { r.boats <- boat }()
	if err := r.sail(boat); err != nil {
		return err
	}
	return nil
}

// A Convoy never has more than one round: it closes what is left.
type Convoy struct {
	boats chan int
	sail  func(boat int) error
}

func NewConvoy(n int, sail func(int) error) *Convoy {
	c := &Convoy{make(chan int, n), sail}
	for boat := range n {
		c.boats <- boat
	}
	close(c.boats)
	return c
}

func (c *Convoy) Sail() error {
	boat, ok := <-c.boats
	if !ok {
		return errFew
	}
	return c.sail(boat)
}

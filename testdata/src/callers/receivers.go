package callers

import "fmt"

type pump struct{ on bool }

func newPump(on bool) *pump { return &pump{on: on} }

func (p *pump) flow() int {
	ch := make(chan int)
	if p.on {
		go func() { ch <- 1 }()
	} else {
		ch <- 1
	}
	return <-ch
}

func (p *pump) isOn() bool { return p.on }

// Right: the one that flows is on, the other one isn't asked to.
func pumps() (int, bool) { return newPump(true).flow(), newPump(false).isOn() }

type valve struct{ on bool }

func newValve(on bool) *valve { return &valve{on: on} }

func (v *valve) flow() int {
	ch := make(chan int)
	if v.on {
		go func() { ch <- 1 }()
	} else {
		ch <- 1 // want "send on ch blocks forever"
	}
	return <-ch
}

// Wrong: the second one is off.
func valves() int { return newValve(true).flow() + newValve(false).flow() }

type settings struct {
	workers int
	name    string
}

func startWith(s *settings) {
	done := make(chan struct{})
	if s.workers > 0 {
		go close(done)
	}
	<-done
}

// Right: there are workers each time.
func starts() {
	startWith(&settings{workers: 3})
	startWith(&settings{workers: 1, name: "one"})
}

type arrangement struct {
	workers int
	name    string
}

func arrangeWith(a *arrangement) {
	done := make(chan struct{})
	if a.workers > 0 {
		go close(done)
	}
	<-done // want "receive from done blocks forever"
}

// Wrong: the second time there are none.
func arrangements() {
	arrangeWith(&arrangement{workers: 3})
	arrangeWith(&arrangement{name: "none"})
}

type dial struct{ level int }

func (d *dial) raise() { d.level++ }

func turnBy(d *dial) {
	done := make(chan struct{})
	if d.level > 0 {
		go close(done)
	}
	<-done
}

// Right: it is raised before.
func raised() {
	d := &dial{level: 0}
	d.raise()
	turnBy(d)
}

// Exported names of methods don't make others call them.
type bell struct{ n int }

func (b *bell) Ring(twice bool) {
	ch := make(chan int, 1)
	ch <- b.n
	if twice {
		ch <- b.n
	}
	<-ch
}

// Right: it rings once.
func rung() { (&bell{1}).Ring(false) }

type gong struct{ n int }

func (g *gong) Ring(twice bool) {
	ch := make(chan int, 1)
	ch <- g.n
	if twice {
		ch <- g.n // want "send on ch blocks forever"
	}
	<-ch
}

// NewGong lets others ring.
func NewGong() *gong { return &gong{1} }

func gonged() { NewGong().Ring(false) }

type horn struct{ n int }

func (h *horn) Ring(twice bool) {
	ch := make(chan int, 1)
	ch <- h.n
	if twice {
		ch <- h.n // want "send on ch blocks forever"
	}
	<-ch
}

// Horned hands it out as an interface.
func Horned() {
	h := &horn{1}
	h.Ring(false)
	fmt.Println(h)
}

type flute struct{ n int }

func (f *flute) Ring(twice bool) {
	ch := make(chan int, 1)
	ch <- f.n
	if twice {
		ch <- f.n // want "send on ch blocks forever"
	}
	<-ch
}

// An Orchestra has the methods of what is embedded.
type Orchestra struct{ *flute }

func played() { (&flute{1}).Ring(false) }

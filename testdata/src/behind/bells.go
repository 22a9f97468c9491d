// Package behind has constructors that say no more of what they return than an interface.
package behind

type bell interface {
	onRing(func(int))
	ring()
	listen()
}

type house struct {
	listeners []func(int)
	rung      chan int
}

func newBell() bell { return &house{rung: make(chan int)} }

// anotherBell hands on what newBell returns.
func anotherBell() bell { return newBell() }

func (h *house) onRing(f func(int)) { h.listeners = append(h.listeners, f) }

func (h *house) ring() { h.rung <- 1 }

func (h *house) listen() {
	times := <-h.rung
	for _, f := range h.listeners {
		f(times)
	}
}

// Nobody is told: heard has no reader.
func heardByNobody() {
	b, heard := newBell(), make(chan int)
	b.onRing(func(times int) { heard <- times }) // want "send on heard blocks forever and leaks"
	go b.listen()
	b.ring()
}

func heard() {
	b, heard := newBell(), make(chan int)
	b.onRing(func(times int) { heard <- times })
	go b.listen()
	b.ring()
	<-heard
}

// It rings before anybody listens.
func nobodyListens() {
	b := anotherBell()
	b.ring() // want "send on h.rung at bells.go:22 blocks forever"
	b.listen()
}

func somebodyListens() {
	b := anotherBell()
	go b.listen()
	b.ring()
}

type desk struct{ bell }

// It is two calls of the constructor, and two bells.
func anotherRings() {
	a, b := &desk{newBell()}, &desk{newBell()}
	go a.listen() // want "receive from h.rung at bells.go:25 blocks forever and leaks"
	go b.listen()
	b.ring()
}

func theSameRings() {
	a := &desk{newBell()}
	go a.listen()
	a.ring()
}

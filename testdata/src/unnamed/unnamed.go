// Package unnamed has types without exported names, which others get all the same.
package unnamed

type events struct{ out chan int }

// NewEvents leads to the type.
func NewEvents() *events { return &events{out: make(chan int, 2)} }

// Out is for others, who can receive from it.
func (e *events) Out() <-chan int { return e.out }

func (e *events) Serve() {
	for i := range 5 {
		e.out <- i
	}
}

type hidden struct{ out chan int }

// NewHidden leads to a type whose methods have no exported names either.
func NewHidden() *hidden { return &hidden{out: make(chan int, 2)} }

func (h *hidden) receiver() <-chan int { return h.out }

func (h *hidden) Serve() {
	for i := range 5 {
		h.out <- i // want `send on h\.out blocks forever: its buffer of 2 is full and nobody receives from it`
	}
}

// Package driven has values that libraries call methods of, which store data.
package driven

import (
	"io"
	"net/http"
	"strings"
)

// copiedAndLeft leaves somebody behind whatever has been written.
func copiedAndLeft() {
	c, done := &counter{}, make(chan int)
	go func() { done <- 1 }() // want `send on done blocks forever and leaks the goroutine: nobody receives from it`
	copyAll(c, strings.NewReader("text"))
	if c.n == 0 {
		return
	}
}

// A gauge has a flag that its methods leave alone.
type gauge struct {
	n      int
	quiet  bool
	closed chan int
}

func (g *gauge) Write(p []byte) (int, error) {
	g.n += len(p)
	return len(p), nil
}

func quietly() {
	g := &gauge{quiet: true, closed: make(chan int)}
	go func() { g.closed <- 1 }() // want `send on g.closed blocks forever and leaks the goroutine: nobody receives from it`
	io.Copy(g, strings.NewReader("text"))
	if g.quiet {
		return
	}
	<-g.closed
}

// A board is a handler of which the program itself sets a field.
type board struct {
	title string
	shown int
}

func (b *board) ServeHTTP(w http.ResponseWriter, r *http.Request) { b.shown++ }

func posted() {
	b, done := &board{title: "none"}, make(chan int)
	http.Handle("/", b)
	go func() { done <- 1 }() // want `send on done blocks forever and leaks the goroutine: nobody receives from it`
	if b.title != "none" {
		<-done
	}
}

func Wrong() {
	copiedAndLeft()
	quietly()
	posted()
}

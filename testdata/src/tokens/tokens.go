// Package tokens has a type with a semaphore, of which its test uses only a part.
package tokens

// A Gate lets one in at a time.
type Gate struct{ token chan struct{} }

// New makes a gate.
func New() *Gate {
	g := &Gate{token: make(chan struct{}, 1)}
	g.token <- struct{}{}
	return g
}

func (g *Gate) enter() { <-g.token }

func (g *Gate) leave() { g.token <- struct{}{} }

// Wrong: this one is lost whoever calls it.
func announce() {
	news := make(chan string, 1)
	news <- "open" // want "message sent on news is never received"
}

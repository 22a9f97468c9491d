// Package crossdep has functions for package crosspkg to call.
package crossdep

// Send sends.
func Send(ch chan int) { ch <- 1 }

// Nothing does nothing with the channel.
func Nothing(ch chan int) {}

// Both calls an unexported function.
func Both(ch chan int) { relay(ch) }

func relay(ch chan int) { Send(ch) }

// Queue has a channel and a goroutine.
type Queue struct {
	items chan int
	quit  chan struct{}
}

// NewQueue starts the goroutine.
func NewQueue() *Queue {
	q := &Queue{make(chan int), make(chan struct{})}
	go q.run()
	return q
}

func (q *Queue) run() {
	for {
		select {
		case <-q.items:
		case <-q.quit:
			return
		}
	}
}

// Put hands over an item.
func (q *Queue) Put(n int) { q.items <- n }

// Stop ends the goroutine.
func (q *Queue) Stop() { close(q.quit) }

type gate struct{ inside chan struct{} }

func (g gate) Enter() { g.inside <- struct{}{} }
func (g gate) Leave() { <-g.inside }

// Gate lets one in at a time. It has its methods from an embedded type.
type Gate struct{ gate }

// NewGate makes a gate.
func NewGate() *Gate { return &Gate{gate{make(chan struct{}, 1)}} }

// Mailbox makes a channel for whoever calls.
func Mailbox() chan int { return make(chan int, 1) }

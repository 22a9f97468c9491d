package over

import (
	"context"
	"time"
)

// NotYet can end in between: that it isn't over says nothing about later.
func NotYet(ctx context.Context, compute func()) {
	ready := make(chan struct{})
	if ctx.Err() != nil {
		return
	}
	compute()
	if ctx.Err() != nil {
		<-ready // want `receive from ready blocks forever`
	}
}

// Default is the same with its channel.
func Default(ctx context.Context, compute func()) {
	ready := make(chan struct{})
	select {
	case <-ctx.Done():
		return
	default:
		compute()
	}
	select {
	case <-ctx.Done():
		<-ready // want `receive from ready blocks forever`
	default:
	}
}

// Ended takes the case that is left.
func Ended(ctx context.Context) {
	never := make(chan int)
	<-ctx.Done()
	select {
	case <-ctx.Done():
		<-never // want `receive from never blocks forever`
	default:
	}
}

// Other asks another one, which isn't over.
func Other(ctx, other context.Context) {
	never := make(chan int)
	<-ctx.Done()
	if other.Err() == nil {
		<-never // want `receive from never blocks forever`
	}
}

// Parent isn't over when the child is.
func Parent(ctx context.Context) {
	never := make(chan int)
	child, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	<-child.Done()
	if ctx.Err() == nil {
		<-never // want `receive from never blocks forever`
	}
}

// Anew makes another one each time.
func Anew(ctx context.Context, attempts int) {
	never := make(chan int)
	for i := range attempts {
		attempt, cancel := context.WithTimeout(ctx, time.Second)
		if i > 0 && attempt.Err() == nil {
			<-never // want `receive from never blocks forever`
		}
		<-attempt.Done()
		cancel()
	}
}

// Message may be one: over a channel that isn't closed something else can come later, or nothing.
func Message(ticks chan struct{}) {
	never := make(chan int)
	<-ticks
	select {
	case <-ticks:
	default:
		<-never // want `receive from never blocks forever`
	}
}

// Why asks what the error is, of which there are two.
func Why(ctx context.Context) {
	never := make(chan int)
	if ctx.Err() != nil && ctx.Err() == context.Canceled {
		<-never // want `receive from never blocks forever`
	}
}

// A Pair has two contexts.
type Pair struct {
	first, second context.Context
	cancel        context.CancelFunc
	closed        bool
	quit          chan struct{}
}

// NewPair makes only one of them itself.
func NewPair(ctx context.Context) *Pair {
	p := &Pair{second: ctx, quit: make(chan struct{})}
	p.first, p.cancel = context.WithCancel(context.Background())
	return p
}

// Cancel doesn't end the other one.
func (p *Pair) Cancel() {
	never := make(chan int)
	p.cancel()
	if p.first.Err() != nil {
		<-never // want `receive from never blocks forever`
	}
}

// Other asks that.
func (p *Pair) Other() {
	never := make(chan int)
	p.cancel()
	if p.second.Err() == nil {
		<-never // want `receive from never blocks forever`
	}
}

// Close asks nothing.
func (p *Pair) Close() {
	p.cancel()
	close(p.quit) // want `close of closed channel`
}

// End closes it twice, whatever the context says.
func (p *Pair) End() {
	p.Close()
	p.Close()
}

// A clerk has a channel that is closed, and one over which a message comes.
type clerk struct {
	gone chan struct{}
	busy chan struct{}
}

// NewClerk starts one.
func NewClerk(work func()) *clerk {
	c := &clerk{gone: make(chan struct{}), busy: make(chan struct{}, 1)}
	go func() {
		c.busy <- struct{}{}
		work()
		close(c.gone)
	}()
	return c
}

// Ask takes the message, and isn't told so again.
func (c *clerk) Ask(ask func() int) int {
	answer := make(chan int, 1)
	select {
	case <-c.busy:
	default:
		go func() { answer <- ask() }()
	}
	select {
	case <-c.busy:
		return 0
	default:
		return <-answer // want `receive from answer blocks forever`
	}
}

// Await has seen that the clerk is there, which doesn't say that he still is.
func (c *clerk) Await(ask func() int) int {
	answer := make(chan int, 1)
	select {
	case <-c.gone:
		return 0
	default:
	}
	select {
	case <-c.gone:
	default:
		go func() { answer <- ask() }()
	}
	return <-answer // want `receive from answer blocks forever`
}

// A lent clerk has a channel that others have, too, who may send.
type lent struct{ gone chan struct{} }

// NewLent lends it.
func NewLent(lend func(chan struct{})) *lent {
	l := &lent{gone: make(chan struct{})}
	lend(l.gone)
	return l
}

// Ask takes what they send.
func (l *lent) Ask(ask func() int) int {
	answer := make(chan int, 1)
	select {
	case <-l.gone:
	default:
		go func() { answer <- ask() }()
	}
	select {
	case <-l.gone:
		return 0
	default:
		return <-answer // want `receive from answer blocks forever`
	}
}

// Package bindings has function literals that are judged by themselves. What they have captured is what the
// function around them says.
package bindings

import (
	"context"
	"errors"
	"testing"
)

type group struct {
	ctx    context.Context
	cancel context.CancelFunc
}

func newGroup() *group {
	g := &group{}
	g.ctx, g.cancel = context.WithCancel(context.Background())
	return g
}

func (g *group) start(f func(ctx context.Context) error) {
	go func() {
		if f(g.ctx) != nil {
			g.cancel()
		}
	}()
}

// The error that the second one returns is there.
func TestFailure(t *testing.T) {
	failure := errors.New("failure")
	t.Run("cancels", func(t *testing.T) {
		t.Parallel()
		g, done := newGroup(), make(chan bool)
		g.start(func(ctx context.Context) error { <-ctx.Done(); close(done); return nil })
		g.start(func(ctx context.Context) error { return failure })
		<-done
	})
}

// This one may be nil.
func TestPerhaps(t *testing.T) {
	failure := perhaps()
	t.Run("cancels", func(t *testing.T) {
		t.Parallel()
		g, done := newGroup(), make(chan bool)
		g.start(func(ctx context.Context) error { <-ctx.Done(); close(done); return nil })
		g.start(func(ctx context.Context) error { return failure })
		<-done // want "receive from done blocks forever"
	})
}

func perhaps() error { return source() }

var source func() error

// Here it has been asked.
func TestAsked(t *testing.T) {
	failure := perhaps()
	if failure == nil {
		return
	}
	t.Run("cancels", func(t *testing.T) {
		t.Parallel()
		g, done := newGroup(), make(chan bool)
		g.start(func(ctx context.Context) error { <-ctx.Done(); close(done); return nil })
		g.start(func(ctx context.Context) error { return failure })
		<-done
	})
}

// The number is large enough for all.
func TestNumber(t *testing.T) {
	n := 3
	t.Run("sends", func(t *testing.T) {
		t.Parallel()
		c := make(chan int)
		go func() {
			for i := 0; i < n; i++ {
				c <- i
			}
		}()
		<-c
		<-c
		<-c
	})
}

// It is too small.
func TestSmallNumber(t *testing.T) {
	n := 2
	t.Run("sends", func(t *testing.T) {
		t.Parallel()
		c := make(chan int)
		go func() {
			for i := 0; i < n; i++ {
				c <- i
			}
		}()
		<-c
		<-c
		<-c // want "receive from c blocks forever"
	})
}

// What it is now the function around says: it has counted.
func TestCounted(t *testing.T) {
	n := 0
	count := func() { n++ }
	count()
	t.Run("sends", func(t *testing.T) {
		t.Parallel()
		c := make(chan int)
		go func() {
			for i := 0; i < n; i++ {
				c <- i
			}
		}()
		if n > 0 {
			<-c
		}
	})
}

// Here it is what somebody else says.
func TestMeasured(t *testing.T) {
	n := measure()
	t.Run("sends", func(t *testing.T) {
		t.Parallel()
		c := make(chan int)
		go func() {
			for i := 0; i < n; i++ {
				c <- i // want "send on c blocks forever"
			}
		}()
		<-c
	})
}

var measure func() int

// Nobody has set the error.
func TestNeverSet(t *testing.T) {
	var failure error
	t.Run("sends", func(t *testing.T) {
		t.Parallel()
		c := make(chan int)
		go func() {
			if failure == nil {
				c <- 1
			}
		}()
		<-c
	})
}

// A function that is captured is called.
func TestFunction(t *testing.T) {
	failure := errors.New("failure")
	fail := func() error { return failure }
	t.Run("sends", func(t *testing.T) {
		t.Parallel()
		c := make(chan int)
		go func() {
			if fail() != nil {
				c <- 1
			}
		}()
		<-c
	})
}

// Package vacated has functions that leave the goroutine that they have started, with a channel that stays.
package vacated

import (
	"context"
	"errors"
	"sync"
	"time"
)

// A Source gives what there is.
type Source interface {
	Next() (string, error)
	Close() error
}

var errOver = errors.New("over")

// A Feed hands on what a source gives.
type Feed struct {
	source Source
	failed chan error
	take   func(string)
}

// NewFeed makes one.
func NewFeed(s Source, take func(string)) *Feed {
	return &Feed{source: s, failed: make(chan error), take: take}
}

// Run feeds until the context ends.
func (f *Feed) Run(ctx context.Context) error {
	go f.pump()
	select {
	case <-ctx.Done():
		return f.source.Close()
	case err := <-f.failed:
		return err
	}
}

func (f *Feed) pump() {
	for {
		s, err := f.source.Next()
		if err != nil {
			f.failed <- err // want `send on f\.failed blocks forever and leaks the goroutine: \(\*Feed\)\.Run never receives from it after line 34 \(if nobody calls \(\*Feed\)\.Run again and err != nil from f\.source\.Next\)`
			return
		}
		f.take(s)
	}
}

// A Group runs several, and gives them a time to end.
type Group struct {
	failed chan error
	done   sync.WaitGroup
	all    []func(context.Context) error
}

// NewGroup makes one.
func NewGroup(all ...func(context.Context) error) *Group {
	return &Group{failed: make(chan error), all: all}
}

// Run runs all.
func (g *Group) Run(ctx context.Context, patience time.Duration) (err error) {
	for _, one := range g.all {
		g.done.Add(1)
		go func() {
			defer g.done.Done()
			if err := one(ctx); err != nil {
				g.failed <- err // want `send on g\.failed blocks forever and leaks the goroutine: \(\*Group\)\.Run never receives from it after line 85 \(if nobody calls \(\*Group\)\.Run again and err != nil from one\)`
			}
		}()
	}
	select {
	case <-ctx.Done():
		err = ctx.Err()
	case err = <-g.failed:
	}
	ended := make(chan struct{})
	go func() { g.done.Wait(); close(ended) }()
	late := time.After(patience)
	for {
		select {
		case <-g.failed:
		case <-late:
			return errOver
		case <-ended:
			return err
		}
	}
}

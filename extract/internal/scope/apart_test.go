package scope_test

import (
	"iter"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/scope"
)

// TestObjectsOfClientsApart has a lock and a channel that are a circle of two, with a channel of
// one call between them. Each alone is clean, both together aren't.
func TestObjectsOfClientsApart(t *testing.T) {
	s, _ := scopes(t, `
		import "sync"
		type Desk struct {
			mu   sync.Mutex
			asks chan chan int
		}
		func NewDesk() *Desk {
			d := &Desk{asks: make(chan chan int)}
			go func() {
				for ask := range d.asks {
					ask <- 1
					d.mu.Lock()
					d.mu.Unlock()
				}
			}()
			return d
		}
		func (d *Desk) Ask() int {
			d.mu.Lock()
			defer d.mu.Unlock()
			answer := make(chan int)
			d.asks <- answer
			return <-answer
		}`)
	list, mixed := s.Clients()
	questions := append(list, mixed...)
	if len(questions) != 1 {
		t.Fatalf("there are %d questions", len(questions))
	}
	if groups := questions[0].Outlines(); len(groups) != 1 {
		t.Fatalf("there are %d groups", len(groups))
	}
	group := questions[0].Apart(0)
	const lock, asks = 0, 9 // lines where they are made
	isClean := func(outlines iter.Seq[*scope.Outline]) bool {
		return slices.ContainsFunc(slices.Collect(outlines), outlineIsClean)
	}
	for _, a := range group {
		if line := a.Site.Line; isClean(a.Outlines) != (line == lock || line == asks) || a.Others != 2 {
			t.Errorf("what is made at line %d, with %d others, is clean alone, or isn't", line, a.Others)
		}
		for _, pair := range a.Pairs {
			if isClean(pair.Outlines) {
				t.Errorf("what is made at line %d and at line %d is clean together", a.Site.Line, group[pair.With].Site.Line)
			}
		}
	}
	isPair := func(a scope.Apart) bool {
		return slices.ContainsFunc(a.Pairs, func(pair scope.Pair) bool {
			return a.Site.Line+group[pair.With].Site.Line == lock+asks
		})
	}
	if !slices.ContainsFunc(group, isPair) {
		t.Error("the lock and the channel for questions are no pair")
	}
}

package holding_test

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
)

// goroutines are bodies of a goroutine that says by a channel that it has ended, and functions beside Close, which waits for that; and
// whether it never does.
var goroutines = []struct {
	name, body, others string
	never              bool
}{
	{"a channel that nobody closes", "<-t.quit", "", true},
	{"one that somebody closes", "<-t.quit", "func (t *T) End() { close(t.quit) }", false},
	{"one on which somebody sends", "<-t.quit", "func (t *T) End() { t.quit <- 1 }", false},
	{"a loop over one that nobody closes", "for range t.quit { println() }", "func (t *T) Send() { t.quit <- 1 }", true},
	{"a loop that a message leaves", "for m := range t.quit { if m == 0 { return } }", "func (t *T) Send() { t.quit <- 1 }", false},
	{"a select beside ticks", "for { select { case <-t.quit: return; case <-time.After(1): } }", "", true},
	{"a select that ticks leave", "select { case <-t.quit: case <-time.After(1): }", "", false},
	{"a select with a default", "select { case <-t.quit: default: }", "", false},
	{"a loop without an end", "for { select { case <-t.quit: break; case <-time.After(1): } }", "func (t *T) End() { close(t.quit) }", true},
	{"a context that nobody cancels", "ctx, cancel := context.WithCancel(context.Background()); t.cancel = cancel; <-ctx.Done()", "", true},
	{"one that somebody cancels", "ctx, cancel := context.WithCancel(context.Background()); t.cancel = cancel; <-ctx.Done()", "func (t *T) End() { t.cancel() }", false},
	{"one that others may end", "ctx, cancel := context.WithCancel(t.parent); t.cancel = cancel; <-ctx.Done()", "func From(ctx context.Context) *T { return &T{parent: ctx} }", false},
	{"a call that doesn't return", "t.wait()", "func (t *T) wait() { <-t.quit }", true},
	{"one that recovers", "defer func() { recover() }(); <-t.quit", "", false},
	{"the end of the program", "if t.quit == nil { os.Exit(1) }; <-t.quit", "", false},
	{"a send that nobody receives", "for { select { case t.quit <- 1: return; case <-time.After(1): } }", "", false},
	{"a loop that panics", "for { if t.parent == nil { panic(1) } }", "", false},
}

func TestWhichGoroutinesNeverEnd(t *testing.T) {
	for _, g := range goroutines {
		w := supergraphtest.Build(t, `
import ("context"; "os"; "time")
var _, _ = os.Exit, time.After
type T struct { quit chan int; done chan int; cancel context.CancelFunc; parent context.Context }
func New() *T { t := &T{quit: make(chan int), done: make(chan int)}; go t.run(); return t }
func (t *T) run() { defer close(t.done); `+g.body+` }
func (t *T) Close() { <-t.done }
func (t *T) Wait() { <-t.done }
`+g.others)
		a := holding.New(w.Graph, func(f *supergraph.Function) bool { return f.Exported })
		found := 0
		for _, f := range w.Graph.Order {
			found += len(a.Endless(f))
		}
		if (found == 1) != g.never {
			t.Errorf("%s: %d goroutines that never end", g.name, found)
		}
	}
}

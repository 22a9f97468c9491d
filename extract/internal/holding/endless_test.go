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
	{"one that others look at", "ctx, cancel := context.WithCancel(context.Background()); t.cancel = cancel; http.NewRequestWithContext(ctx, `GET`, `/`, nil); <-ctx.Done()", "", true},
	{"one that somebody cancels", "ctx, cancel := context.WithCancel(context.Background()); t.cancel = cancel; <-ctx.Done()", "func (t *T) End() { t.cancel() }", false},
	{"one that others may end", "ctx, cancel := context.WithCancel(t.parent); t.cancel = cancel; <-ctx.Done()", "func From(ctx context.Context) *T { return &T{parent: ctx} }", false},
	{"a call that doesn't return", "t.wait()", "func (t *T) wait() { <-t.quit }", true},
	{"one that recovers", "defer func() { recover() }(); <-t.quit", "", false},
	{"the end of the program", "if t.quit == nil { os.Exit(1) }; <-t.quit", "", false},
	{"a send that nobody receives", "for { select { case t.quit <- 1: return; case <-time.After(1): } }", "", false},
	{"a channel that others get", "<-t.quit", "func (t *T) Quit() chan int { return t.quit }", false},
	{"a channel that comes from others", "<-t.quit", "func From(quit chan int) *T { return &T{quit: quit} }", false},
	{"a loop that panics", "for { if t.parent == nil { panic(1) } }", "", false},
}

func TestWhichGoroutinesNeverEnd(t *testing.T) {
	for _, g := range goroutines {
		w := supergraphtest.Build(t, `
import ("context"; "net/http"; "os"; "time")
var _, _, _ = os.Exit, time.After, http.Get
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

// closings are how a goroutine is started that never ends, what Close does, and functions beside; and whether Close waits for ever.
var closings = []struct {
	name, start, closes, others string
	blocks                      bool
}{
	{"its end", "t.g.Add(1); go t.run()", "t.g.Wait()", "", true},
	{"its end where nobody asks for that", "t.g.Add(1); go t.run()", "if t.off { t.g.Wait() }", "", false},
	{"its end, if the program doesn't end", "t.g.Add(1); go t.run()", "leave(t.n); t.g.Wait()", "func leave(n int) { if n > 1 { os.Exit(1) } }", false},
	{"the end of another one's goroutine", "t.g.Add(1); go t.run()", "t.next.g.Wait()", "func (t *T) Link(next *T) { t.next = next }", false},
	{"the end of one of several", "t.g.Add(1); go t.run()", "t.other.g.Wait()", "", false},
	{"the end of one that is never started", "if t.off { t.g.Add(1); go t.run() }", "t.g.Wait()", "", false},
	{"the end of one that is started for others", "", "t.g.Wait()", "func (t *T) Link(next *T) { t.next = next }; func (t *T) Follow() { t.next.g.Add(1); go t.next.run() }", false},
	{"the end of one that is started later", "", "t.g.Wait()", "func (t *T) Start() { t.g.Add(1); go t.run() }", true},
}

func TestWhoWaitsForOneThatNeverEnds(t *testing.T) {
	for _, c := range closings {
		w := supergraphtest.Build(t, `
import ("os"; "sync")
var _ = os.Exit
type T struct { quit chan int; g sync.WaitGroup; next *T; other S; off bool; n int }
type S struct { g sync.WaitGroup }
func New(n int) *T { t := &T{quit: make(chan int), n: n}; `+c.start+`; return t }
func (t *T) run() { defer t.g.Done(); <-t.quit }
func (t *T) Close() { `+c.closes+` }
`+c.others)
		a := holding.New(w.Graph, func(f *supergraph.Function) bool { return f.Exported })
		found := 0
		for _, f := range w.Graph.Order {
			found += len(a.Endless(f))
		}
		if (found == 1) != c.blocks {
			t.Errorf("%s: %d waits", c.name, found)
		}
	}
}

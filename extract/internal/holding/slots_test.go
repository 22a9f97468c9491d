package holding_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
)

// TestSlotsThatAreKept looks at a struct with a semaphore. What is wanted are the functions that keep slots, with where the next caller
// waits, if that is in another one.
func TestSlotsThatAreKept(t *testing.T) {
	const types = `import ("context"; "os")
var _ context.Context
var _ = os.Exit
type T struct { c chan int; other *T; do func() error; n int; broken bool }
func New(do func() error) *T { return &T{c: make(chan int, 1), do: do} }
func With(o *T, do func() error) *T { return &T{c: make(chan int, 1), do: do, other: o} }
`
	const messages = `type N struct { err error }
type M struct { c chan *N; do func() error; use func(*N) error }
func Fill(do func() error, use func(*N) error) *M { m := &M{make(chan *N, 1), do, use}; m.c <- &N{}; return m }
`
	for _, test := range []struct{ name, source, want string }{
		{"on an error", "func (t *T) F() { t.c <- 1; if t.do() != nil { return }; <-t.c }", "F"},
		{"on no error", "func (t *T) F() { t.c <- 1; if t.do() != nil { <-t.c } }", "F"},
		{"on both", "func (t *T) F() { t.c <- 1; if t.do() != nil { return } }", ""},
		{"on none", "func (t *T) F() { t.c <- 1; if t.do() != nil { <-t.c; return }; <-t.c }", ""},
		{"given back in the end", "func (t *T) F() { t.c <- 1; defer func() { <-t.c }(); if t.do() != nil { return }; <-t.c; t.c <- 1 }", ""},
		{"to be given back from then on", "func (t *T) F() { t.c <- 1; if t.do() != nil { return }; defer func() { <-t.c }(); t.n++ }", "F"},
		{"by a helper", "func (t *T) in() { t.c <- 1 }; func (t *T) out() { <-t.c }; func (t *T) F() { t.in(); if t.do() != nil { return }; t.out() }", "F"},
		{"by a helper that may not take it", "func (t *T) in() { if t.n > 0 { t.c <- 1 } }; func (t *T) F() { t.in(); if t.do() != nil { return }; <-t.c }", ""},
		{"anybody gives it back", "func (t *T) F() { t.c <- 1; if t.do() != nil { return }; t.Out() }; func (t *T) Out() { <-t.c }", ""},
		{"a function that is returned gives it back", "func (t *T) in() func() { t.c <- 1; return func() { <-t.c } }; func (t *T) F() { out := t.in(); if t.do() != nil { return }; out() }", "F"},
		{"it is handed on", "func (t *T) in() func() { t.c <- 1; return func() { <-t.c } }; func (t *T) F() func() { out := t.in(); if t.do() != nil { return out }; out(); return nil }", ""},
		{"a goroutine gives it back", "func (t *T) F() { t.c <- 1; if t.do() != nil { go func() { <-t.c }(); return }; <-t.c }", ""},
		{"a goroutine gives it back, or nobody", "func (t *T) F() { t.c <- 1; if t.do() != nil { return }; go func() { <-t.c }() }", "F"},
		{"another goroutine may", "func (t *T) F() { t.c <- 1; if t.do() != nil { return }; <-t.c }; func (t *T) Start() { go func() { <-t.c }() }", ""},
		{"another one of them", "func (t *T) F() { t.c <- 1; if t.do() != nil { return }; <-t.other.c; <-t.c }", ""},
		{"somebody looks whether there is one", "func (t *T) F() { t.c <- 1; if t.do() != nil { return }; <-t.c }; func (t *T) Try() bool { select { case t.c <- 1: <-t.c; return true; default: return false } }", ""},
		{"somebody looks how many there are", "func (t *T) F() { if len(t.c) > 0 { return }; t.c <- 1; if t.do() != nil { return }; <-t.c }", ""},
		{"a context ends", "func (t *T) F(ctx context.Context) { t.c <- 1; select { case <-ctx.Done(): case <-make(chan int): <-t.c } }", "F"},
		{"who waits with a context leaves", "func (t *T) F(ctx context.Context) { select { case t.c <- 1: case <-ctx.Done(): return }; if t.do() != nil { return }; <-t.c }", ""},
		{"who waits without one doesn't", "func (t *T) F(ctx context.Context) { select { case t.c <- 1: case <-ctx.Done(): return }; if t.do() != nil { return }; <-t.c }; func (t *T) G() { t.c <- 1; <-t.c }", "F G"},
		{"the next one is told", "func (t *T) F() { if t.broken { return }; t.c <- 1; if t.do() != nil { t.broken = true; return }; <-t.c }", ""},
		{"the program ends", "func (t *T) F() { t.c <- 1; if t.do() != nil { os.Exit(1) }; <-t.c }", ""},
		{"in a new struct each time", "func F(do func() error) { t := New(do); t.c <- 1; if t.do() != nil { return }; <-t.c }", ""},
		{"nobody else calls it", "func (t *T) f() { t.c <- 1; if t.do() != nil { return }; <-t.c }; func F(do func() error) { New(do).f() }", ""},
		{"a message that the maker has sent", messages + "func (m *M) F() { <-m.c; if m.do() != nil { return }; m.c <- nil }", "F"},
		{"it is given back on both", messages + "func (m *M) F() { <-m.c; if m.do() != nil { m.c <- nil; return }; m.c <- nil }", ""},
		{"it is given to others", messages + "func (m *M) F() { n := <-m.c; if m.use(n) != nil { return }; m.c <- n }", "F"},
		{"what it is decides that", messages + "func (m *M) F() { n := <-m.c; if n == nil { return }; m.c <- n }", ""},
		{"what it leads to decides that", messages + "func (m *M) F() { n := <-m.c; if n.err != nil { return }; m.c <- n }; func (m *M) Set(err error) { n := <-m.c; n.err = err; m.c <- n }", "F"},
		{"a function of the package says what it is", messages + "func is(n *N) bool { return n != nil }; func (m *M) F() { n := <-m.c; if !is(n) { return }; m.c <- n }", ""},
		{"anybody sends another one", messages + "func (m *M) F() { <-m.c; if m.do() != nil { return }; m.c <- nil }; func (m *M) Add() { m.c <- nil }", ""},
		{"another goroutine sends it back", messages + "func (m *M) F() { n := <-m.c; if m.do() != nil { return }; m.c <- n }; func (m *M) Start() { go func() { m.c <- nil }() }", ""},
		{"a helper receives it", messages + "func (m *M) take() *N { return <-m.c }; func (m *M) F() { n := m.take(); if m.do() != nil { return }; m.c <- n }", "F"},
		{"a helper receives it that says what it is", messages + "func (m *M) take() *N { return <-m.c }; func (m *M) F() { n := m.take(); if n == nil { return }; m.c <- n }", ""},
		{"the maker sends none", "func (t *T) F() { <-t.c; if t.do() != nil { return }; t.c <- 1 }", ""},
		{"who waits for a message leaves", messages + "func (m *M) F(ctx context.Context) { select { case <-m.c: case <-ctx.Done(): return }; if m.do() != nil { return }; m.c <- nil }", ""},
		{"another one waits for a message alone", messages + "func (m *M) F(ctx context.Context) { select { case <-m.c: case <-ctx.Done(): return }; if m.do() != nil { return }; m.c <- nil }; func (m *M) G() { m.c <- <-m.c }", "F G"},
		{"it is settled", "func (t *T) F() { t.c <- 1; n := 1; if n > 1 { return }; <-t.c }", ""},
	} {
		w := supergraphtest.Build(t, types+test.source)
		a := holding.New(w.Graph, func(f *supergraph.Function) bool { return f.Exported })
		var names []string
		for _, f := range w.Order {
			for _, s := range a.Slots(f) {
				names = append(names, lastName(f))
				if s.Next != s.Taken {
					names = append(names, lastName(s.Next.Parent))
				}
			}
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestHowManySlotsAreKept looks at semaphores of several sizes, of which as many are kept as there are, if what keeps one keeps the next
// one, too.
func TestHowManySlotsAreKept(t *testing.T) {
	const source = `type T struct { c chan int; do func() error; n int }
func (t *T) F() { t.c <- 1; if t.do() != nil { return }; <-t.c }
func (t *T) Once() { t.c <- 1; if t.n == 0 { t.n++; return }; <-t.c }
func New(size int, do func() error) *T { return &T{make(chan int, `
	for size, want := range map[string]string{"1": "1 1", "2": "2", "size": "1", "size*size+8": "", "0": "", "17": ""} {
		w := supergraphtest.Build(t, source+size+"), do, 0} }")
		a := holding.New(w.Graph, func(f *supergraph.Function) bool { return f.Exported })
		var sizes []string
		for _, f := range w.Order {
			for _, s := range a.Slots(f) {
				sizes = append(sizes, strconv.Itoa(s.Capacity))
			}
		}
		if got := strings.Join(sizes, " "); got != want {
			t.Errorf("%s: %q, want %q", size, got, want)
		}
	}
}

// TestSlotsOfWhichCallersSayHowMany looks at semaphores whose sizes are passed.
func TestSlotsOfWhichCallersSayHowMany(t *testing.T) {
	const source = `type T struct { c chan int; do func() error }
func (t *T) F() { t.c <- 1; if t.do() != nil { return }; <-t.c }
func sized(size int, do func() error) *T { return &T{make(chan int, size), do} }
`
	for _, test := range []struct{ name, source, want string }{
		{"a constant", "func New(do func() error) *T { return sized(3, do) }", "3"},
		{"many", "func New(do func() error) *T { return sized(1000, do) }", ""},
		{"what nobody knows", "func New(list []int, do func() error) *T { return sized(len(list)*8, do) }", ""},
		{"the least comes last", "func New(do func() error) *T { return sized(4, do) }; func Small(do func() error) *T { return sized(2, do) }", "2"},
		{"the least comes first", "func New(do func() error) *T { return sized(2, do) }; func Large(do func() error) *T { return sized(4, do) }", "2"},
		{"passed on", "func of(n int, do func() error) *T { return sized(n, do) }; func New(do func() error) *T { return of(5, do) }", "5"},
		{"others say", "func New(n int, do func() error) *T { return sized(n, do) }", "1"},
		{"others say, but not too few", "func New(n int, do func() error) *T { if n < 30 { return nil }; return sized(n, do) }", ""},
		{"it calls itself", "func of(n int, do func() error) *T { if do == nil { return of(n, do) }; return sized(n, do) }; func New(do func() error) *T { return of(5, do) }", ""},
	} {
		w := supergraphtest.Build(t, source+test.source)
		a := holding.New(w.Graph, func(f *supergraph.Function) bool { return f.Exported })
		var sizes []string
		for _, f := range w.Order {
			for _, s := range a.Slots(f) {
				sizes = append(sizes, strconv.Itoa(s.Capacity))
			}
		}
		if got := strings.Join(sizes, " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func lastName(f *supergraph.Function) string { return f.Name[strings.LastIndexByte(f.Name, '.')+1:] }

package holding_test

import (
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
)

// TestAnswersInStructs looks at goroutines that send on a channel in a struct. What is wanted are the functions that leave them alone, with a mark where
// they leave one of many.
func TestAnswersInStructs(t *testing.T) {
	const (
		types = `import "context"
var _ context.Context
type T struct { c chan int; n int }
type owner struct { t *T; n int }
func (t *T) send() { t.c <- 1 }
`
		gets   = "func get() *T { t := &T{c: make(chan int)}; go func() { for { t.c <- 1 } }(); return t }\n"
		begin  = "func New() *T { return &T{c: make(chan int)} }\n"
		wait   = "for { select { case <-t.c: case <-ctx.Done(): return } } }\n"
		answer = "select { case <-t.c: case <-ctx.Done(): } }\n"
		all    = "for range ns { go t.send() }; for range ns { select { case <-t.c: case <-ctx.Done(): return } } }\n"
	)
	for _, test := range []struct{ name, source, want string }{
		{"by the function itself", "func f(ctx context.Context) { t := &T{c: make(chan int)}; go t.send(); " + answer + "func Call(ctx context.Context) { f(ctx) }", "f"},
		{"by another one", gets + "func F(ctx context.Context) { t := get(); " + wait, "F"},
		{"on an error", gets + "func F(do func(int) error) { for n := range get().c { if do(n) != nil { return } } }", "F"},
		{"in a struct of a constructor", begin + "func F(ctx context.Context) { t := New(); go t.send(); " + answer, "F"},
		{"many", begin + "func F(ctx context.Context, ns []int) { t := New(); " + all, "F!"},
		{"many, on a channel in a variable", "func F(ctx context.Context, ns []int) { c := make(chan int); for range ns { go func() { c <- 1 }() }; for range ns { select { case <-c: case <-ctx.Done(): return } } }", "F!"},
		{"many, in a buffer", strings.Replace(begin, "(chan int)", "(chan int, 9)", 1) + "func F(ctx context.Context, ns []int) { t := New(); " + all, ""},
		{"many, who are received from in any case", begin + "func F(ctx context.Context, ns []int) { t := New(); defer func() { for range ns { <-t.c } }(); " + all, ""},
		{"many, after the last one", begin + "func F(ctx context.Context, ns []int) { t := New(); for range ns { go t.send() }; <-t.c; " + answer, ""},
		{"many, of a context that never ends", begin + "func F(ns []int) { ctx := context.Background(); t := New(); " + all, ""},
		{"two of them", begin + "func F(ctx context.Context) { t, other := New(), New(); go other.send(); " + answer, ""},
		{"one that is given, too", gets + "func F(ctx context.Context, t *T) { if t == nil { t = get() }; " + wait + "func Call(ctx context.Context) { F(ctx, get()) }", ""},
		{"one that is kept", gets + "func (o *owner) F(ctx context.Context) { o.t = get(); t := o.t; " + wait + "func (o *owner) Next() { <-o.t.c }", ""},
		{"one that is kept for the next call", gets + "func (o *owner) F(ctx context.Context) { if o.t != nil { <-o.t.c }; o.t = get(); t := o.t; " + wait, ""},
		{"one in a map", gets + "var all = map[int]*T{}; func F(ctx context.Context) { t := get(); all[1] = t; " + wait + "func Next() { <-all[1].c }", ""},
		{"a channel that is replaced", gets + "func F(ctx context.Context) { t := get(); t.c = make(chan int); " + wait, ""},
		{"a copy", gets + "func F(ctx context.Context) { t := *get(); " + wait, ""},
		{"another function receives", gets + "func F(ctx context.Context) { t := get(); go rest(t); " + wait + "func rest(t *T) { for range t.c { } }", ""},
	} {
		w := supergraphtest.Build(t, types+test.source)
		a := holding.New(w.Graph, func(f *supergraph.Function) bool { return f.Exported })
		var names []string
		for _, f := range w.Order {
			for range a.Abandoned(f) {
				names = append(names, lastName(f))
			}
			for range a.Crowds(f) {
				names = append(names, lastName(f)+"!")
			}
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

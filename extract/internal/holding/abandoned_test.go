package holding_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
)

// TestAnswersForWhichNobodyWaits looks at a function F that starts a goroutine. What is wanted are the lines of the sends
// that are abandoned, the first one of F being 21.
func TestAnswersForWhichNobodyWaits(t *testing.T) {
	const types = `import ("context"; "errors"; "log"; "os"; "sync"; "time")
var errFailed = errors.New("")
var _, _, _, _ = log.Print, os.Exit, time.Now, context.Background
type s struct { c chan int; n int; mu sync.Mutex; told bool; timer *time.Timer; other interface { Done() <-chan struct{}; Next() } }
func (s *s) get() (int, error) { s.c <- 1; if s.n > 3 { return 0, errFailed }; return s.n, nil }
func (s *s) loop() { for { <-s.c } }
func (s *s) set() { s.n++; s.told = !s.told }
func offer(accepted, gone chan int) bool { select { case accepted <- 1: return true; case <-gone: return false } }
func collect(c chan int) int { return <-c }
func (s *s) inner(ctx context.Context) { c := make(chan int); go func() { c <- 1 }(); select { case <-c: case <-ctx.Done(): } }
func (s *s) Background() { s.inner(context.Background()) }
`
	for _, test := range []struct{ name, body, want string }{
		{"a context ends", `c := make(chan int)
			go func() { v, _ := s.get(); c <- v }()
			select { case v := <-c: s.n = v; case <-ctx.Done(): }`, "22"},
		{"a time passes", `c := make(chan int)
			go func() { v, _ := s.get(); c <- v }()
			select { case v := <-c: s.n = v; case <-time.After(d): s.n = 1 }`, "22"},
		{"a timer", `c, t := make(chan int), time.NewTimer(d)
			defer t.Stop()
			go func() { v, _ := s.get(); c <- v }()
			select { case v := <-c: s.n = v; case <-t.C: s.n = 1 }`, "23"},
		{"a context of its own with a time", `ctx, cancel := context.WithTimeout(ctx, d)
			defer cancel()
			c := make(chan int)
			go func() { v, _ := s.get(); c <- v }()
			select { case <-ctx.Done(): return; case s.n = <-c: }`, "24"},
		{"one of two channels", `c, errs := make(chan int), make(chan error)
			go func() {
				v, err := s.get()
				if err != nil { errs <- err; return }
				c <- v
			}()
			select { case v := <-c: s.n = v; case <-errs: case <-ctx.Done(): }`, "25"},
		{"after some messages", `c := make(chan int)
			go func() {
				for { v, _ := s.get(); c <- v }
			}()
			for { select { case v := <-c: s.n = v; case <-ctx.Done(): return } }`, "23"},
		{"in each turn of a loop", `for range 3 {
				c := make(chan int)
				go func() { v, _ := s.get(); c <- v }()
				select { case v := <-c: s.n = v; case <-time.After(d): }
			}`, "23"},
		{"a buffer", `c := make(chan int, 1)
			go func() { v, _ := s.get(); c <- v }()
			select { case v := <-c: s.n = v; case <-ctx.Done(): }`, ""},
		{"it is received later", `c := make(chan int)
			go func() { v, _ := s.get(); c <- v }()
			select { case v := <-c: s.n = v; case <-ctx.Done(): s.n = <-c }`, ""},
		{"it may be received later", `c := make(chan int)
			go func() { v, _ := s.get(); c <- v }()
			select { case v := <-c: s.n = v; return; case <-ctx.Done(): if s.n > 3 { return } }
			<-c`, ""},
		{"somebody else receives", `c := make(chan int)
			go func() { v, _ := s.get(); c <- v }()
			select { case v := <-c: s.n = v; case <-ctx.Done(): go collect(c) }`, ""},
		{"what is deferred receives", `c := make(chan int)
			go func() { v, _ := s.get(); c <- v }()
			defer func() { collect(c) }()
			select { case v := <-c: s.n = v; case <-ctx.Done(): }`, ""},
		{"it asks again", `c := make(chan int)
			go func() { v, _ := s.get(); c <- v }()
			for { select { case v := <-c: s.n = v; return; case <-time.After(d): log.Print("slow") } }`, ""},
		{"the goroutine gives up, too", `c := make(chan int)
			go func() { v, _ := s.get(); select { case c <- v: case <-ctx.Done(): } }()
			select { case v := <-c: s.n = v; case <-ctx.Done(): }`, ""},
		{"it only sends if the function waits", `c, wanted := make(chan int), s.n > 3
			go func() { v, _ := s.get(); if wanted { c <- v } }()
			if !wanted { return }
			select { case v := <-c: s.n = v; case <-ctx.Done(): }`, ""},
		{"it only sends if the function has found the same", `c := make(chan int)
			go func() { v, _ := s.get(); if s.told { c <- v } }()
			if s.told { s.n = <-c; return }
			select { case v := <-c: s.n = v; case <-ctx.Done(): }`, ""},
		{"the goroutine asks a helper whether the function waits", `c, accepted, gone := make(chan int), make(chan int), make(chan int)
			go func() { if !offer(accepted, gone) { return }; c <- 1 }()
			select { case <-accepted: s.n = <-c; case v := <-c: s.n = v; case <-ctx.Done(): close(gone) }`, ""},
		{"a timer that was stopped", `c, t := make(chan int), time.NewTimer(d)
			if !t.Stop() { <-t.C }
			go func() { v, _ := s.get(); c <- v }()
			select { case v := <-c: s.n = v; case <-t.C: s.n = 1 }`, ""},
		{"a timer of somebody else", `c := make(chan int)
			go func() { v, _ := s.get(); c <- v }()
			select { case v := <-c: s.n = v; case <-s.timer.C: s.n = 1 }`, ""},
		{"something else that is done", `c := make(chan int)
			go func() { v, _ := s.get(); c <- v }()
			select { case v := <-c: s.n = v; case <-s.other.Done(): s.n = 1 }`, ""},
		{"the program ends", `c := make(chan int)
			go func() { v, _ := s.get(); c <- v }()
			select { case v := <-c: s.n = v; case <-time.After(d): log.Fatal("slow") }`, ""},
		{"another goroutine is the reason", `c, done := make(chan int), make(chan int)
			go func() { v, _ := s.get(); c <- v }()
			go func() { s.loop(); close(done) }()
			select { case v := <-c: s.n = v; case <-done: }`, ""},
		{"the goroutine itself is the reason", `c, done := make(chan int), make(chan int)
			go func() { v, err := s.get(); if err != nil { close(done); return }; c <- v }()
			select { case v := <-c: s.n = v; case <-done: }`, ""},
		{"it has received already", `c := make(chan int)
			go func() { v, _ := s.get(); c <- v }()
			s.n = <-c
			select { case v := <-c: s.n = v; case <-ctx.Done(): }`, ""},
		{"a default", `c := make(chan int)
			go func() { v, _ := s.get(); c <- v }()
			select { case v := <-c: s.n = v; default: }`, ""},
		{"it is kept", `c := make(chan int)
			s.c = c
			go func() { v, _ := s.get(); c <- v }()
			select { case v := <-c: s.n = v; case <-ctx.Done(): }`, ""},
		{"it is closed then", `c := make(chan int)
			go func() { defer func() { recover() }(); v, _ := s.get(); c <- v }()
			select { case v := <-c: s.n = v; case <-ctx.Done(): close(c) }`, ""},
		{"it is closed at the end", `c := make(chan int)
			defer close(c)
			go func() { defer func() { recover() }(); v, _ := s.get(); c <- v }()
			select { case v := <-c: s.n = v; case <-ctx.Done(): }`, ""},
		{"the goroutine waits for the function", `c, start := make(chan int), make(chan int)
			go func() { <-start; c <- 1 }()
			select { case v := <-c: s.n = v; case <-ctx.Done(): return }
			close(start)`, ""},
		{"the context never ends", `ctx = context.Background()
			c := make(chan int)
			go func() { v, _ := s.get(); c <- v }()
			select { case v := <-c: s.n = v; case <-ctx.Done(): }`, ""},
		{"the goroutine ends the context", `ctx, cancel := context.WithCancel(context.Background())
			c := make(chan int)
			go func() { v, _ := s.get(); c <- v; cancel() }()
			select { case v := <-c: s.n = v; case <-ctx.Done(): }`, ""},
		{"the time that passes may be none", `var late <-chan time.Time
			if d > 0 { late = time.After(d) }
			c := make(chan int)
			go func() { v, _ := s.get(); c <- v }()
			select { case v := <-c: s.n = v; case <-late: }`, ""},
	} {
		w := supergraphtest.Build(t, types+strings.Repeat("\n", 19-1-strings.Count(types, "\n"))+"func (s *s) F(ctx context.Context, d time.Duration) {\n"+test.body+" }\nfunc New() *s { s := &s{c: make(chan int)}; go s.loop(); s.Background(); return s }\nfunc Call(ctx context.Context, d time.Duration) { s := New(); s.F(ctx, d); s.set() }")
		a := holding.New(w.Graph, func(f *supergraph.Function) bool { return f.Exported })
		var lines []string
		for _, f := range w.Order {
			for _, found := range a.Abandoned(f) {
				lines = append(lines, strconv.Itoa(found.Sent.Instr().Site.Line))
			}
		}
		if got := strings.Join(lines, " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

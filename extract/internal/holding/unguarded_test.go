package holding_test

import (
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
)

// TestSendsThatDoNotLookAtWhatEndsTheReceiver looks at a struct with a goroutine. What is wanted are the functions that
// send so.
func TestSendsThatDoNotLookAtWhatEndsTheReceiver(t *testing.T) {
	const (
		types = `import ("sync"; "context")
var _ context.Context
type T struct { c chan int; d chan int; quit chan int; mu sync.Mutex; closed bool; wg sync.WaitGroup; once sync.Once; n int; ctx context.Context; cancel context.CancelFunc }
`
		start = `func New() *T { t := &T{c: make(chan int), d: make(chan int), quit: make(chan int)}; go t.loop(); return t }
`
		loop = `func (t *T) loop() { for { select { case v := <-t.c: t.n = v; case v := <-t.d: t.n = v; case <-t.quit: return } } }
`
		end     = "func (t *T) Close() { close(t.quit) }\n"
		guarded = "func (t *T) Put(n int) { select { case t.c <- n: case <-t.quit: } }\n"

		made  = "func New() *T { t := &T{c: make(chan int)}; t.ctx, t.cancel = context.WithCancel(context.Background()); "
		given = "func New(x context.Context) *T { t := &T{c: make(chan int), ctx: x}; go t.wait(); return t }\n"
		wait  = "func (t *T) wait() { for { select { case v := <-t.c: t.n = v; case <-t.ctx.Done(): return } } }\n"
		stop  = "func (t *T) Stop() { t.cancel() }\n"
		offer = "func (t *T) Put(n int) { select { case t.c <- n: case <-t.ctx.Done(): } }\n"
		add   = "func (t *T) Add(n int) { t.c <- n }"
	)
	for _, test := range []struct{ name, source, want string }{
		{"the same channel", start + loop + end + guarded + "func (t *T) Add(n int) { t.c <- n }", "Add"},
		{"another channel", start + loop + end + guarded + "func (t *T) Add(n int) { t.d <- n }", "Add"},
		{"on one side of a branch", start + loop + end + guarded + "func (t *T) Add(n int) { if n > 3 { t.c <- n } }", "Add"},
		{"for one of some types", start + loop + end + guarded + "func (t *T) Add(x any) { switch x.(type) { case string: t.n = 1; case int: t.c <- 1 } }", "Add"},
		{"for none of some types", start + loop + end + guarded + "func (t *T) Add(x any) { switch x.(type) { case string: t.n = 1; case int: t.n = 2; default: t.c <- 1 } }", ""},
		{"for one of some errors", start + loop + end + guarded + "var errA, errB error = other{}, other{}; type other struct{}; func (other) Error() string { return \"\" }; func (t *T) Add(err error) { switch err { case errA: t.n = 1; case errB: t.c <- 1 } }", "Add"},
		{"for no error, after one of some", start + loop + end + guarded + "var errA error = other{}; type other struct{}; func (other) Error() string { return \"\" }; func (t *T) Add(err error) { if err == errA { return }; if err != nil { return }; t.c <- 1 }", "Add"},
		{"for an error that it isn't", start + loop + end + guarded + "func (t *T) Add(err error) { if err == nil { return }; t.n++; if err != nil { t.n++ } else { t.c <- 1 } }", ""},
		{"a goroutine", start + loop + end + guarded + "func (t *T) Start() { go t.run() }; func (t *T) run() { t.c <- 1 }", "run"},
		{"a goroutine of a goroutine", start + loop + end + guarded + "func (t *T) Start() { go func() { t.run() }() }; func (t *T) run() { t.c <- 1 }", "run"},
		{"the receiver is called by its goroutine", strings.Replace(start, "go t.loop()", "go func() { t.loop(); t.n = 0 }()", 1) + loop + end + guarded + "func (t *T) Add(n int) { t.c <- n }", "Add"},
		{"with a buffer", strings.ReplaceAll(start, "(chan int)", "(chan int, 3)") + loop + end + guarded + "func (t *T) Add(n int) { t.c <- n }", "Add"},
		{"closed once", start + loop + "func (t *T) Close() { t.once.Do(func() { close(t.quit) }) }\n" + guarded + "func (t *T) Add(n int) { t.c <- n }", "Add"},
		{"with a buffer, once", strings.ReplaceAll(start, "(chan int)", "(chan int, 3)") + loop + end + guarded + "func (t *T) Start() { go t.run() }; func (t *T) run() { t.c <- 1 }", ""},
		{"all do", start + loop + end + guarded + "func (t *T) Add(n int) { select { case t.d <- n: case <-t.quit: } }", ""},
		{"nobody does", start + loop + end + "func (t *T) Add(n int) { t.c <- n }", ""},
		{"only a goroutine does, and others are told", start + loop + end + "func (t *T) Start() { go t.put(1) }; func (t *T) put(n int) { select { case t.c <- n: case <-t.quit: } }; func (t *T) Add(n int) { t.c <- n }", ""},
		{"it is received to the end", start + strings.Replace(loop, "case <-t.quit: return", "case <-t.quit: for range t.c { }; return", 1) + end + guarded + "func (t *T) Add(n int) { t.c <- n }", ""},
		{"somebody else receives", start + loop + end + guarded + "func (t *T) Add(n int) { t.c <- n }; func (t *T) Get() int { return <-t.c }", ""},
		{"it doesn't end", start + strings.Replace(loop, "case <-t.quit: return", "case <-t.quit: t.n++", 1) + end + guarded + "func (t *T) Add(n int) { t.c <- n }", ""},
		{"who closes sends before", start + loop + guarded + "func (t *T) Close() { t.c <- 1; close(t.quit) }", ""},
		{"who sends ends it then", start + loop + guarded + "func (t *T) Run() { t.c <- 1; t.end() }; func (t *T) end() { close(t.quit) }", ""},
		{"two end it", start + loop + end + guarded + "func (t *T) Abort() { close(t.quit) }; func (t *T) Add(n int) { t.c <- n }", ""},
		{"for an error, where there is none", start + loop + end + guarded + "var errA error = other{}; type other struct{}; func (other) Error() string { return \"\" }; func (t *T) Add(err error) { if err != nil { return }; if err == errA { t.c <- 1 } }", ""},
		{"the receiver closes it itself", start + "func (t *T) loop() { defer close(t.quit); for { select { case v := <-t.c: if v > 3 { return }; case <-t.quit: return } } }\n" + guarded + "func (t *T) Add(n int) { t.c <- n }", ""},
		{"who makes it sends", strings.Replace(start, "return t", "t.c <- 1; return t", 1) + loop + end + guarded, ""},
		{"the receiver sends", start + strings.Replace(loop, "t.n = v", "go t.add(v)", 1) + end + guarded + "func (t *T) add(n int) { t.c <- n }", ""},
		{"who closes has waited for who sends", start + loop + guarded + "func (t *T) Start() { t.wg.Add(1); go t.run() }; func (t *T) run() { t.c <- 1; t.wg.Done() }; func (t *T) Close() { t.wg.Wait(); close(t.quit) }", ""},
		{"who closes has waited, by a call", start + loop + guarded + "func (t *T) Start() { t.wg.Add(1); go t.run() }; func (t *T) run() { t.c <- 1; t.wg.Done() }; func (t *T) wait() { t.wg.Wait() }; func (t *T) Close() { t.wait(); t.end() }; func (t *T) end() { close(t.quit) }", ""},
		{"who closes has waited for who sends, or long enough", start + loop + guarded + "func (t *T) Run(ctx context.Context) { done := make(chan int); go func() { t.run(); close(done) }(); select { case <-done: case <-ctx.Done(): }; close(t.quit) }; func (t *T) run() { t.c <- 1 }", "run"},
		{"it asks a flag that who closes sets", start + loop + guarded + "func (t *T) Close() { t.closed = true; close(t.quit) }; func (t *T) Add(n int) { if t.closed { return }; t.c <- n }", ""},
		{"it holds a lock", start + loop + end + guarded + "func (t *T) Add(n int) { t.mu.Lock(); t.c <- n; t.mu.Unlock() }", "Add"},
		{"it holds a lock that who closes takes", start + loop + guarded + "func (t *T) Close() { t.mu.Lock(); close(t.quit); t.mu.Unlock() }; func (t *T) Add(n int) { t.mu.Lock(); t.c <- n; t.mu.Unlock() }", ""},
		{"it holds such a lock by a helper", start + loop + guarded + "func (t *T) Close() { t.mu.Lock(); close(t.quit); t.mu.Unlock() }; func (t *T) enter() func() { t.mu.Lock(); return t.mu.Unlock }; func (t *T) Add(n int) { defer t.enter()(); t.c <- n }", ""},
		{"it has looked whether it has ended", start + loop + end + guarded + "func (t *T) Add(n int) { select { case <-t.quit: return; default: }; t.c <- n }", ""},
		{"it has looked by a helper", start + loop + end + guarded + "func (t *T) over() bool { select { case <-t.quit: return true; default: return false } }; func (t *T) Add(n int) { if !t.over() { t.c <- n } }", ""},
		{"with a buffer, for the first one", strings.ReplaceAll(start, "(chan int)", "(chan int, 3)") + loop + end + guarded + "func (t *T) first() bool { is := t.n == 0; t.n++; return is }; func (t *T) Add(n int) { if t.first() { t.c <- n } }", ""},
		{"who closes has waited at last", start + loop + guarded + "func (t *T) Start() { t.wg.Add(1); go t.run() }; func (t *T) run() { t.c <- 1; t.wg.Done() }; func (t *T) Close() { defer close(t.quit); t.join() }; func (t *T) join() { t.wg.Wait() }", ""},
		{"who closes has waited, deferred", start + loop + guarded + "func (t *T) Start() { t.wg.Add(1); go t.run() }; func (t *T) run() { t.c <- 1; t.wg.Done() }; func (t *T) Close() { defer t.end(); defer t.join() }; func (t *T) end() { close(t.quit) }; func (t *T) join() { t.wg.Wait() }", ""},
		{"who closes has asked until they were done", start + loop + guarded + "func (t *T) Start() { go t.run() }; func (t *T) run() { t.c <- 1; t.closed = true }; func (t *T) Close() { for !t.closed { }; close(t.quit) }", ""},
		{"who closes is a finalizer", start + loop + "func init() { finalize((*T).stop) }; var finalize = func(func(*T)) {}; func (t *T) stop() { close(t.quit) }\n" + guarded + "func (t *T) Add(n int) { t.c <- n }", ""},
		{"a receiver in each turn of a loop", strings.Replace(start, "go t.loop()", "for range 3 { go t.loop() }", 1) + loop + end + guarded + "func (t *T) Add(n int) { t.c <- n }", ""},
		{"what ends it is sent on", start + loop + guarded + "func (t *T) Close() { t.quit <- 1 }; func (t *T) Abort() { close(t.quit) }; func (t *T) Add(n int) { t.c <- n }", ""},
		{"who receives waits for an answer", start + strings.Replace(loop, "case v := <-t.d: t.n = v", "case v := <-t.d: t.n = v + <-t.c", 1) + end + guarded + "func (t *T) Start() { go t.run() }; func (t *T) run() { for { t.c <- 1 } }", ""},
		{"a context", made + "go t.wait(); return t }\n" + wait + stop + offer + add, "Add"},
		{"a context that two cancel", made + "go t.wait(); return t }\n" + wait + stop + "func (t *T) Abort() { t.cancel() }\n" + offer + add, "Add"},
		{"a context that one cancels who waits, and one who doesn't", made + "go t.wait(); return t }\n" + wait + stop + "func (t *T) Join() { t.wg.Wait(); t.cancel() }\n" + offer + add, "Add"},
		{"a context that one cancels who waits", made + "go t.wait(); return t }\n" + wait + "func (t *T) Join() { t.wg.Wait(); t.cancel() }\n" + offer + add, ""},
		{"a context that nobody cancels", made + "go t.wait(); return t }\n" + wait + "func (t *T) halt() { t.cancel() }\n" + offer + add, ""},
		{"a context that who cancels sends before", made + "go t.wait(); return t }\n" + wait + "func (t *T) Stop() { t.add(1); t.cancel() }\nfunc (t *T) add(n int) { t.c <- n }\n" + offer, ""},
		{"a context that who cancels locks", made + "go t.wait(); return t }\n" + wait + "func (t *T) Stop() { t.mu.Lock(); t.cancel(); t.mu.Unlock() }\n" + offer + "func (t *T) Add(n int) { t.mu.Lock(); t.c <- n; t.mu.Unlock() }", ""},
		{"a context that who cancels notes", made + "go t.wait(); return t }\n" + wait + "func (t *T) Stop() { t.closed = true; t.cancel() }\n" + offer + "func (t *T) Add(n int) { if !t.closed { t.c <- n } }", ""},
		{"a context that is another one at last", made + "go t.wait(); t.ctx = context.TODO(); return t }\n" + wait + stop + offer + add, ""},
		{"a context that another function sets", made + "go t.wait(); return t }\nfunc (t *T) Begin() { t.reset() }; func (t *T) reset() { t.ctx = context.TODO() }\n" + wait + stop + offer + add, ""},
		{"a context that others set first", "func New(set func(*T)) *T { t := &T{c: make(chan int), ctx: context.TODO()}; set(t); t.ctx, t.cancel = context.WithCancel(t.ctx); go t.wait(); return t }\nfunc With(x context.Context) func(*T) { return func(t *T) { t.ctx = x } }\n" + wait + stop + offer + add, "Add"},
		{"a context that has been asked", made + "go t.wait(); return t }\n" + wait + stop + offer + "func (t *T) Add(n int) { if t.ctx.Err() != nil { return }; t.c <- n }", ""},
		{"a context that has been asked by a helper", made + "go t.wait(); return t }\n" + wait + stop + offer + "func (t *T) over() bool { return t.ctx.Err() != nil }; func (t *T) Add(n int) { if !t.over() { t.c <- n } }", ""},
		{"a context of others", given + wait + offer + add, "Add"},
		{"a context of others that has been looked at", given + wait + offer + "func (t *T) Add(n int) { select { case <-t.ctx.Done(): return; default: }; t.c <- n }", ""},
		{"a context of others that is set later", given + wait + offer + add + "\nfunc (t *T) Use(x context.Context) { t.ctx = x }", ""},
		{"a context that a method answers, where somebody sends on a channel that isn't seen", "type asks interface { Context() context.Context; Ear() chan<- *T }; func tell(x asks) { select { case x.Ear() <- &T{}: default: } }; func (t *T) Serve(x asks) { go func() { for { select { case v := <-t.d: select { case t.c <- v: case <-t.quit: return }; case <-x.Context().Done(): return } } }(); for { select { case v := <-t.c: t.n = v; case <-x.Context().Done(): close(t.quit); return } } }\n" + add, ""},
		{"who receives is called", made + "return t }\nfunc (t *T) Run() { t.wait() }\n" + wait + stop + offer + add, "Add"},
		{"who receives is called by a closed channel", strings.Replace(start, "go t.loop(); ", "", 1) + "func (t *T) Run() { t.loop() }\n" + loop + end + guarded + "func (t *T) Add(n int) { t.c <- n }", "Add"},
		{"who receives is called again and again", made + "return t }\nfunc (t *T) Run() { for { t.wait() } }\n" + wait + stop + offer + add, ""},
		{"who receives is called in two places", made + "return t }\nfunc (t *T) Run() { t.wait() }; func (t *T) Again() { t.wait() }\n" + wait + stop + offer + add, ""},
		{"who receives is called by a function for nobody", made + "return t }\nfunc (t *T) run() { t.wait() }\n" + wait + stop + offer + add, ""},
		{"who calls who receives says when it has ended", made + "return t }\nfunc (t *T) Run() { t.wait(); t.closed = true }\n" + wait + stop + offer + "func (t *T) Add(n int) { if !t.closed { t.c <- n } }", ""},
		{"who calls who receives says so at last", made + "return t }\nfunc (t *T) Run() { defer t.over(); t.wait() }; func (t *T) over() { t.closed = true }\n" + wait + stop + offer + "func (t *T) Add(n int) { if !t.closed { t.c <- n } }", ""},
		{"who calls who receives says when it begins", made + "return t }\nfunc (t *T) Run() { t.closed = false; t.wait() }; func (t *T) Hide() { t.closed = true }\n" + wait + stop + offer + "func (t *T) Add(n int) { if !t.closed { t.c <- n } }", "Add"},
		{"who receives says when it has ended", made + "go t.wait(); return t }\n" + strings.Replace(wait, "return", "t.closed = true; return", 1) + stop + offer + "func (t *T) Add(n int) { if !t.closed { t.c <- n } }", ""},
		{"who receives is busy", made + "go t.wait(); return t }\n" + strings.Replace(wait, "t.n = v", "t.closed = true; t.n = v; t.closed = false", 1) + stop + offer + "func (t *T) Add(n int) { if !t.closed { t.c <- n } }", "Add"},
		{"who receives is busy, with a lock", made + "go t.wait(); return t }\n" + strings.Replace(wait, "t.n = v", "t.mu.Lock(); t.closed = v > 3; t.mu.Unlock()", 1) + stop + offer + "func (t *T) Add(n int) { t.mu.Lock(); if !t.closed { t.c <- n }; t.mu.Unlock() }", ""},
		{"who cancels it has it received then", made + "return t }\nfunc (t *T) Run() { t.cancel(); t.wait() }\n" + wait + offer + add, ""},
		{"who calls who receives is kept as a value", made + "return t }\nfunc init() { finalize((*T).serve) }; var finalize = func(func(*T)) {}; func (t *T) serve() { t.wait() }\n" + wait + stop + offer + add, ""},
		{"it has waited for the end by a helper", start + loop + end + guarded + "func (t *T) over() { <-t.quit }; func (t *T) Add(n int) { t.over(); t.c <- n }", ""},
		{"who receives may end it, too", start + strings.Replace(loop, "t.n = v", "t.n = v; t.end()", 1) + "func (t *T) end() { t.once.Do(func() { close(t.quit) }) }; func (t *T) Close() { t.end() }\n" + guarded + "func (t *T) Add(n int) { t.c <- n }", ""},
		{"who closes sends then", start + loop + "func (t *T) Close() { close(t.quit); t.Add(1) }\n" + guarded + "func (t *T) Add(n int) { t.c <- n }", ""},
		{"who sends cancels it then", made + "go t.wait(); return t }\n" + wait + "func (t *T) end() { t.cancel() }; func (t *T) Stop() { t.end() }\n" + offer + "func (t *T) Add(n int) { t.c <- n; t.end() }", ""},
		{"who sends has it received", made + "return t }\nfunc (t *T) Run() { t.wait() }\n" + wait + stop + offer + "func (t *T) Add(n int) { go t.Run(); t.c <- n }", ""},
	} {
		w := supergraphtest.Build(t, types+test.source)
		a := holding.New(w.Graph, func(f *supergraph.Function) bool { return f.Exported })
		var names []string
		for _, f := range w.Order {
			for _, u := range a.Unguarded(f) {
				name := u.Sent.Parent.Name
				names = append(names, name[strings.LastIndexByte(name, '.')+1:])
			}
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

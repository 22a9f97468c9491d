package waitfor_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// ended are programs with the channels that are closed in any case, because of which nobody is stuck.
var ended = []struct{ name, source, want string }{
	{"a goroutine closes it in the end", `
		func f() { c := make(chan int); go func() { defer close(c); println() }(); <-c }`, "c"},
	{"whoever closes it may give up a test", `
		import "testing"
		func f(t *testing.T, n int) { c := make(chan int); go func() { check(t, n); close(c) }(); <-c }
		func check(t *testing.T, n int) { if n > 3 { t.Fatal(n) } }`, ""},
	{"whoever closes it may give up what may be a test", `
		import "testing"
		func f(t testing.TB, n int) { c := make(chan int); go func() { if n > 3 { t.FailNow() }; close(c) }(); <-c }`, ""},
	{"whoever closes it in the end may give up a test", `
		import "testing"
		func f(t *testing.T, n int) { c := make(chan int); go func() { defer close(c); check(t, n) }(); <-c }
		func check(t *testing.T, n int) { if n > 3 { t.Fatal(n) } }`, "c"},
	{"a test is given up before it is closed", `
		import "testing"
		func f(t *testing.T, n int) { c := make(chan int); go func() { <-c }(); if n > 3 { t.Fatal(n) }; close(c) }`, "c"},
	{"it is closed at once", `
		func f() { c := make(chan int); close(c); <-c }`, "c"},
	{"a goroutine closes it after something", `
		func f(n int) { c := make(chan int); go work(c, n); <-c }
		func work(c chan int, n int) { if n > 1 { println() }; close(c) }`, "c"},
	{"a goroutine may return before", `
		func f(n int) { c := make(chan int); go work(c, n); <-c }
		func work(c chan int, n int) { if n > 1 { return }; close(c) }`, ""},
	{"who makes it may return before", `
		func f(n int) chan int { c := make(chan int); if n > 1 { return c }; go func() { defer close(c); println() }(); return c }
		func g(n int) { <-f(n) }`, ""},
	{"one of two is closed", `
		func f() { c, d := make(chan int), make(chan int); go func() { defer close(c); println() }(); <-c; <-d; if d == nil { close(d) } }`, "c"},
	{"another one is made in the next turn", `
		func f(n int) { for range n { c := make(chan int); if n > 3 { continue }; go func() { defer close(c); println() }(); <-c } }`, ""},
	{"one in each turn", `
		func f(n int) { for range n { c := make(chan int); go func() { defer close(c); println() }(); <-c } }`, "c"},
	{"whoever closes it waits for who waits", `
		var ch = make(chan int)
		func f() { c := make(chan int); go func() { defer close(c); ch <- 1 }(); <-c; <-ch }`, ""},
	{"whoever closes it waits for somebody else", `
		var ch = make(chan int)
		func f() { c := make(chan int); go func() { defer close(c); ch <- 1 }(); <-c }
		func g() { for { <-ch } }`, "c"},
	{"whoever closes it wants a lock that who waits has", `
		import "sync"
		var mu sync.Mutex
		func f() { mu.Lock(); c := make(chan int); go func() { defer close(c); mu.Lock(); mu.Unlock() }(); <-c; mu.Unlock() }`, ""},
	{"whoever closes it goes on for ever", `
		func f() { c := make(chan int); go func() { defer close(c); for { println() } }(); <-c }`, ""},
	{"whoever closes it waits in a loop for a variable", `
		var stop bool
		func f() { c := make(chan int); go func() { defer close(c); for !stop { } }(); <-c }`, ""},
	{"the goroutine of a new struct closes it", `
		type T struct { c chan int }
		func New() *T { t := &T{c: make(chan int)}; go t.run(); return t }
		func (t *T) run() { defer close(t.c); println() }
		func (t *T) Wait() { <-t.c }`, "c"},
	{"the goroutine of another struct closes its own", `
		type T struct { c chan int }
		type U struct { o *T }
		func New(u *U) *T { t := &T{c: make(chan int)}; go u.o.run(); return t }
		func (t *T) run() { defer close(t.c); println() }
		func (t *T) Wait() { <-t.c }`, ""},
	{"the field is set again", `
		type T struct { c chan int }
		func New() *T { t := &T{c: make(chan int)}; go t.run(); return t }
		func (t *T) run() { defer close(t.c); println() }
		func (t *T) Reset() { t.c = make(chan int) }
		func (t *T) Wait() { <-t.c }`, ""},
	{"others may close it", `
		type T struct { c chan int }
		func New() *T { return &T{c: make(chan int)} }
		func (t *T) Wait() { <-t.c }
		func (t *T) Close() { close(t.c) }`, "c"},
	{"others may close it some time", `
		type T struct { c chan int }
		func New() *T { return &T{c: make(chan int)} }
		func (t *T) Wait() { <-t.c }
		func (t *T) Close(x bool) { if x { close(t.c) } }`, ""},
	{"others may close it the first time", `
		import "sync"
		type T struct { c chan int; once sync.Once }
		func New() *T { return &T{c: make(chan int)} }
		func (t *T) Wait() { <-t.c }
		func (t *T) Close() { t.once.Do(func() { close(t.c) }) }`, "c"},
	{"others may close it the first time, by what two functions do", `
		import "sync"
		type T struct { c chan int; once sync.Once }
		func New() *T { return &T{c: make(chan int)} }
		func (t *T) Wait() { <-t.c }
		func (t *T) Close() { t.once.Do(t.end) }
		func (t *T) Abort() { t.once.Do(func() { println(); close(t.c) }) }
		func (t *T) end() { close(t.c) }`, "c"},
	{"others may close it the first time, each by a closure", `
		import "sync"
		type T struct { c chan int; once sync.Once }
		func New() *T { return &T{c: make(chan int)} }
		func (t *T) Wait() { <-t.c }
		func (t *T) Close() { t.once.Do(func() { close(t.c) }) }
		func (t *T) Abort() { t.once.Do(func() { println(); close(t.c) }) }`, "c"},
	{"others may do something else the first time", `
		import "sync"
		type T struct { c chan int; once sync.Once }
		func New() *T { return &T{c: make(chan int)} }
		func (t *T) Wait() { <-t.c }
		func (t *T) Log() { t.once.Do(func() { println() }) }
		func (t *T) Close() { t.once.Do(func() { close(t.c) }) }`, ""},
	{"others may close another one the first time", `
		import "sync"
		type T struct { c, d chan int; once sync.Once }
		func New() *T { return &T{c: make(chan int), d: make(chan int)} }
		func (t *T) Wait() { <-t.c; <-t.d }
		func (t *T) Stop() { t.once.Do(func() { close(t.d) }) }
		func (t *T) Close() { t.once.Do(func() { close(t.c) }) }`, ""},
	{"others may close that of another one the first time", `
		import "sync"
		type T struct { c chan int; once sync.Once }
		func New() *T { return &T{c: make(chan int)} }
		func (t *T) Wait() { <-t.c }
		func (t *T) Stop(u *T) { t.once.Do(func() { close(u.c) }) }
		func (t *T) Close() { t.once.Do(func() { close(t.c) }) }`, ""},
	{"others may close it the first time of all", `
		import "sync"
		type T struct { c chan int }
		var once sync.Once
		func New() *T { return &T{c: make(chan int)} }
		func (t *T) Wait() { <-t.c }
		func (t *T) Close() { once.Do(func() { close(t.c) }) }`, ""},
	{"others may do what they like the first time", `
		import "sync"
		type T struct { c chan int; Once sync.Once }
		func New() *T { return &T{c: make(chan int)} }
		func (t *T) Wait() { <-t.c }
		func (t *T) Close() { t.Once.Do(func() { close(t.c) }) }`, ""},
	{"whoever is first closes it", `
		import "sync"
		func f(n int) { for range n { var once sync.Once; c := make(chan int); end := func() { once.Do(func() { close(c) }) }; go end(); go end(); once.Do(func() { close(c) }); <-c } }`, "c"},
	{"whoever is first closes it, or nothing", `
		import "sync"
		func f(n int) { for range n { var once sync.Once; c := make(chan int); go once.Do(func() { println() }); go once.Do(func() { close(c) }); <-c } }`, ""},
	{"whoever is first closes it, or nothing, in a closure", `
		import "sync"
		func f(n int) { for range n { var once sync.Once; c := make(chan int); go func() { once.Do(func() { println() }) }(); once.Do(func() { close(c) }); <-c } }`, ""},
	{"whoever is first closes the first one", `
		import "sync"
		func f(n int) { var once sync.Once; for range n { c := make(chan int); once.Do(func() { close(c) }); <-c } }`, ""},
	{"whoever is first closes one of two", `
		import "sync"
		func f() { var once sync.Once; c, d := make(chan int), make(chan int); go once.Do(func() { close(d) }); once.Do(func() { close(c) }); <-c; <-d }`, ""},
	{"whoever is first closes what he has got", `
		import "sync"
		func f(n int) { var once sync.Once; c, d := make(chan int), make(chan int); end(&once, d); end(&once, c); <-c; <-d }
		func end(once *sync.Once, c chan int) { once.Do(func() { close(c) }) }`, ""},
	{"others may close it if a flag isn't set", `
		import "sync"
		type T struct { c chan int; mu sync.Mutex; closed bool }
		func New() *T { return &T{c: make(chan int)} }
		func (t *T) Wait() { <-t.c }
		func (t *T) Close() { t.mu.Lock(); defer t.mu.Unlock(); if t.closed { return }; t.closed = true; close(t.c) }`, "c"},
	{"another one sets the flag, too", `
		import "sync"
		type T struct { c chan int; mu sync.Mutex; closed bool }
		func New() *T { return &T{c: make(chan int)} }
		func (t *T) Wait() { <-t.c }
		func (t *T) Stop() { t.mu.Lock(); t.closed = true; t.mu.Unlock() }
		func (t *T) Close() { t.mu.Lock(); defer t.mu.Unlock(); if t.closed { return }; t.closed = true; close(t.c) }`, ""},
	{"others may close it if it isn't closed", `
		type T struct { c chan int }
		func New() *T { return &T{c: make(chan int)} }
		func (t *T) Wait() { <-t.c }
		func (t *T) Close() { select { case <-t.c: default: close(t.c) } }`, "c"},
	{"others can't call who closes it", `
		type t struct { c chan int }
		func New() *t { return &t{c: make(chan int)} }
		func (t *t) Wait() { <-t.c }
		func (t *t) close() { close(t.c) }`, ""},
	{"who makes it fails when a goroutine waits for it", `
		type T struct { c chan int }
		func New(x bool) *T { t := &T{c: make(chan int)}; go t.run(); if x { return nil }; return t }
		func (t *T) run() { <-t.c }
		func (t *T) Close() { close(t.c) }`, ""},
	{"who makes it fails before somebody waits for it", `
		type T struct { c chan int }
		func New(x bool) *T { t := &T{c: make(chan int)}; if x { return nil }; go t.run(); return t }
		func (t *T) run() { <-t.c }
		func (t *T) Close() { close(t.c) }`, "c"},
	{"the struct is made after it", `
		type T struct { c chan int }
		func New(x bool) *T { c := make(chan int); t := &T{c: c}; if x { return nil }; return t }
		func (t *T) Wait() { <-t.c }
		func (t *T) Close() { close(t.c) }`, "c"},
	{"who makes it gives it to a function before it fails", `
		type T struct { c chan int }
		var last chan int
		func keep(c chan int) { last = c }
		func New(x bool) *T { c := make(chan int); t := &T{c: c}; keep(c); if x { return nil }; return t }
		func Wait() { <-last }
		func (t *T) Close() { close(t.c) }`, ""},
	{"who makes it gives it away before it fails", `
		type T struct { c chan int }
		var all []chan int
		func New(x bool) *T { c := make(chan int); t := &T{c: c}; all = append(all, c); if x { return nil }; return t }
		func Wait() { <-all[0] }
		func (t *T) Close() { close(t.c) }`, ""},
	{"who makes it stores it elsewhere before it fails", `
		type T struct { c chan int }
		var last chan int
		func New(x bool) *T { c := make(chan int); t := &T{c: c}; last = c; if x { return nil }; return t }
		func Wait() { <-last }
		func (t *T) Close() { close(t.c) }`, ""},
	{"who closes it goes round on a ticker until he is ended", `
		import "time"
		func f(check func()) { c, q := make(chan int), make(chan int); go loop(check, c, q); <-c; close(q) }
		func loop(check func(), c, q chan int) {
			defer func() { close(c) }()
			for t := time.NewTicker(1); ; { select { case <-q: return; case <-t.C: check() } }
		}`, "q"},
	{"or until what he calls panics, which he survives", `
		import "time"
		func f(check func()) { c, q := make(chan int), make(chan int); go loop(check, c, q); <-c; close(q) }
		func loop(check func(), c, q chan int) {
			defer func() { recover(); close(c) }()
			for t := time.NewTicker(1); ; { select { case <-q: return; case <-t.C: check() } }
		}`, "c q"},
	{"a panic before it is closed, from which somebody recovers", `
		func f(x []int) { c := make(chan int); go func() { defer func() { recover() }(); println(x[3]); close(c) }(); <-c }`, ""},
	{"whoever closes it waits for nobody, for ever", `
		func f() { c := make(chan int); go func() { var d chan int; <-d; close(c) }(); <-c }`, ""},
	{"whoever closes it sends to nobody, for ever", `
		func f() { c := make(chan int); go func() { defer close(c); var d chan int; d <- 1 }(); <-c }`, ""},
	{"whoever closes it may wait for nobody, for ever", `
		func f(x bool) { c := make(chan int); go func() { var d chan int; if x { d = make(chan int, 1); d <- 1 }; <-d; close(c) }(); <-c }`, ""},
	{"whoever closes it waits for one of two that are nobody", `
		func f() { c := make(chan int); go func() { var d, e chan int; select { case <-d: case e <- 1: }; close(c) }(); <-c }`, ""},
	{"whoever closes it asks nobody, and goes on", `
		func f() { c := make(chan int); go func() { var d chan int; select { case <-d: default: }; close(c) }(); <-c }`, "c"},
	{"one of two may be nobody", `
		func f(x bool) { c, q := make(chan int), make(chan int); go func() { var d chan int; select { case <-d: case <-q: }; close(c) }(); close(q); <-c }`, "c q"},
	{"a callee of whoever closes it waits for nobody", `
		func f() { c := make(chan int); go func() { wait(nil); close(c) }(); <-c }
		func wait(d chan int) { <-d }`, ""},
	{"whoever closes it waits for what two branches leave", `
		func f(x, y bool) { c := make(chan int); go func() {
			var d chan int
			if x { d = make(chan int, 1); d <- 1 }
			if y { println(1) } else if x { println(2) }
			<-d; close(c)
		}(); <-c }`, ""},
	{"whoever closes it waits for what it has captured, set on one way", `
		func f(x bool) { c := make(chan int); var d chan int; if x { d = make(chan int, 1); d <- 1 }; go func() { <-d; close(c) }(); <-c }`, ""},
	{"whoever closes it waits for what it has captured, which isn't set yet", `
		func f() { c := make(chan int); var d chan int; go func() { <-d; close(c) }(); d = make(chan int, 1); d <- 1; <-c }`, ""},
	{"whoever closes it waits for what it has captured", `
		func f() { c, d := make(chan int), make(chan int, 1); d <- 1; go func() { <-d; close(c) }(); <-c }`, "c"},
	{"whoever closes it waits for what a function may return", `
		func f(x bool) { c := make(chan int); go func() { <-get(x); close(c) }(); <-c }
		func get(x bool) chan int { if x { return nil }; d := make(chan int, 1); d <- 1; return d }`, ""},
	{"whoever closes it waits for what a function always returns", `
		func f(x bool) { c := make(chan int); go func() { <-get(x); close(c) }(); <-c }
		func get(x bool) chan int { d := make(chan int, 1); if x { d <- 1; return d }; d <- 2; return d }`, "c"},
	{"whoever closes it waits for one of what a function may return", `
		func f(x bool) { c := make(chan int); go func() { _, d := get(x); <-d; close(c) }(); <-c }
		func get(x bool) (int, chan int) { d := make(chan int, 1); d <- 1; if x { return 1, nil }; return 2, d }`, ""},
	{"whoever closes it waits for a field that some structs lack", `
		type T struct { d chan int }
		func f(x bool) { c, t := make(chan int), &T{}; if x { t = &T{d: make(chan int, 1)}; t.d <- 1 }; go func() { <-t.d; close(c) }(); <-c }`, ""},
	{"whoever closes it waits for a field that all structs have", `
		type T struct { d chan int }
		func f(x bool) { c, t := make(chan int), &T{d: make(chan int, 1)}; t.d <- 1; go func() { <-t.d; close(c) }(); <-c }`, "c"},
	{"whoever closes it waits for a field that somebody clears", `
		type T struct { d chan int }
		func f(x bool) { c, t := make(chan int), &T{d: make(chan int, 1)}; t.d <- 1; go func() { <-t.d; close(c) }(); if x { t.d = nil }; <-c }`, ""},
	{"whoever closes it waits for a field that is set by others", `
		type T struct { D chan int }
		func F(t *T, s *T) { c := make(chan int); go func() { <-s.D; close(c) }(); <-c }
		func G() *T { return &T{} }`, ""},
	{"whoever closes it waits for one of two fields of a struct without a name", `
		func f() { c := make(chan int); var t struct { d, e chan int }; t.d = make(chan int, 1); t.d <- 1; go func() { <-t.e; close(c) }(); <-c }`, ""},
	{"whoever closes it waits for what isn't in a map", `
		func f(all map[int]chan int) { c := make(chan int); all = map[int]chan int{}; all[1] = make(chan int, 1); go func() { d := all[2]; <-d; close(c) }(); <-c }`, ""},
	{"whoever closes it has seen that it is in the map", `
		func f() { c, all := make(chan int), map[int]chan int{}; d := make(chan int, 1); d <- 1; all[1] = d
			go func() { if d := all[2]; d != nil { <-d }; close(c) }(); <-c }`, "c"},
	{"whoever closes it has seen that it isn't in the map", `
		func f() { c, all := make(chan int), map[int]chan int{}; d := make(chan int, 1); d <- 1; all[1] = d
			go func() { if d := all[2]; d == nil { <-d }; close(c) }(); <-c }`, ""},
	{"whoever closes it waits for what isn't set in a slice", `
		func f() { c, all := make(chan int), make([]chan int, 2); all[1] = make(chan int, 1); all[1] <- 1; go func() { <-all[0]; close(c) }(); <-c }`, ""},
	{"whoever closes it is given what he waits for, by some", `
		func f(x bool) { c, d := make(chan int), make(chan int, 1); d <- 1; if x { go end(c, nil) } else { go end(c, d) }; <-c }
		func end(c, d chan int) { <-d; close(c) }`, ""},
	{"whoever closes it is given what he waits for, by all", `
		func f(x bool) { c, d := make(chan int), make(chan int, 1); d <- 1; if x { go end(c, make(chan int, 1)) } else { go end(c, d) }; <-c }
		func end(c, d chan int) { d <- 1; close(c) }`, "c"},
	{"whoever closes it waits for what others give", `
		func F(d chan int) { c := make(chan int); go func() { <-d; close(c) }(); <-c }`, "c"},
	{"whoever closes it waits for the end of what has none", `
		import "context"
		func f() { c, ctx := make(chan int), context.Background(); go func() { <-ctx.Done(); close(c) }(); <-c }`, ""},
	{"whoever closes it waits for a timer that has sent before", `
		import "time"
		func f() { c := make(chan int); go func() { t := time.NewTimer(1); <-t.C; if !t.Stop() { <-t.C }; close(c) }(); <-c }`, ""},
	{"whoever closes it waits for a timer", `
		import "time"
		func f() { c := make(chan int); go func() { t := time.NewTimer(1); <-t.C; close(c) }(); <-c }`, "c"},
	{"whoever closes it waits for what he is sent", `
		type request struct { d chan int }
		func f() { c, all := make(chan int), make(chan request, 1); r := request{make(chan int, 1)}; r.d <- 1; all <- r
			go func() { r := <-all; s := &r; <-s.d; close(c) }(); <-c }`, "c"},
	{"whoever closes it waits for what he is sent, or isn't", `
		type request struct { d chan int }
		func f() { c, all := make(chan int), make(chan request, 1); r := request{make(chan int, 1)}; r.d <- 1; all <- r; close(all)
			go func() { r := <-all; s := &r; <-s.d; close(c) }(); <-c }`, ""},
	{"whoever closes it waits for a channel that he is sent, or isn't", `
		func f(q chan int) { c, all, d := make(chan int), make(chan chan int, 1), make(chan int, 1); d <- 1; all <- d; close(all)
			go func() { select { case d := <-all: <-d; case <-q: }; close(c) }(); <-c }`, "all"},
	{"whoever closes it waits for what may be in the map", `
		func f() { c, all := make(chan int), map[int]chan int{}; all[1] = make(chan int, 1); all[1] <- 1; go func() { d, ok := all[2]; println(ok); <-d; close(c) }(); <-c }`, ""},
	{"whoever closes it waits for what he has seen to be sent", `
		type request struct { d chan int }
		func f() { c, all := make(chan int), make(chan request, 1); r := request{make(chan int, 1)}; r.d <- 1; all <- r; close(all)
			go func() { for r := range all { s := &r; <-s.d }; close(c) }(); <-c }`, "c"},
	{"whoever closes it waits for what others may send empty", `
		type Request struct { d chan int }
		func F() chan Request { c, all := make(chan int), make(chan Request, 1); r := Request{make(chan int, 1)}; r.d <- 1; all <- r
			go func() { r := <-all; s := &r; <-s.d; close(c) }(); go func() { <-c }(); return all }`, ""},
	{"whoever closes it waits for what a variable of others holds", `
		func F(d *chan int) { c := make(chan int); go func() { <-*d; close(c) }(); <-c }`, "c"},
	{"whoever closes it waits for what he is sent empty", `
		type request struct { d chan int }
		func f() { c, all := make(chan int), make(chan request, 1); r := request{make(chan int, 1)}; r.d <- 1; all <- r; var none request; all <- none
			go func() { r := <-all; s := &r; <-s.d; close(c) }(); <-c }`, ""},
	{"whoever closes it has others wait for nobody", `
		import "iter"
		func f() { c := make(chan int); go func() { iter.Pull(func(func(int) bool) { var d chan int; <-d }); close(c) }(); <-c }`, ""},
	{"whoever closes it has others start who waits for nobody", `
		import "iter"
		func f() { c := make(chan int); go func() { start(); close(c) }(); <-c }
		func start() { go iter.Pull(func(func(int) bool) { var d chan int; <-d }); e := make(chan int); go func() { var d chan int; <-d; close(e) }(); select { case <-e: default: } }`, "c e"},
	{"whoever closes it has others wait for nobody elsewhere", `
		import "iter"
		var stop func()
		func f() { c := make(chan int); go func() { look(); close(c) }(); <-c }
		func look() { _, stop = iter.Pull(func(func(int) bool) { var d chan int; <-d }) }`, ""},
}

func TestChannelsThatAreClosedInAnyCase(t *testing.T) {
	for _, test := range ended {
		w := build(t, test.source)
		objects := slices.Sorted(maps.Keys(w.Operated()))
		channels := slices.DeleteFunc(slices.Clone(objects), func(l pointsto.Location) bool {
			return w.Points.Objects[l].Kind != pointsto.Channel || !w.Transferred().Ended[l]
		})
		served := w.waits.Served(objects, channels, func(f *ir.Function) bool { return f.Exported })
		var names []string
		for _, l := range channels {
			if name := w.NameOf(l); served.Has(l) {
				names = append(names, name[strings.LastIndexByte(name, '.')+1:])
			}
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

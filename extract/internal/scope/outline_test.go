package scope_test

import (
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/scope"
	"github.com/chancheck/chancheck/verify"
)

// What the outlines of a function say.
const (
	isClean   = "clean"
	isUnclear = "unclear" // something may go wrong
	isNone    = "none"    // some part has no outline
)

// ownContext is a context of a type of the package.
const ownContext = `
		import "context"
		type own struct{ context.Context; stop <-chan struct{} }
		func (o own) Done() <-chan struct{} { return o.stop }
`

// outlines are functions f with what their outlines say of them.
var outlines = []struct{ name, source, want string }{
	{"a channel from which others receive, too, but nobody sends", `
		var Use func(<-chan int)
		func f() { c := make(chan int); Use(c); go func() { <-c }(); close(c) }`, isClean},
	{"one from which they may have received what was sent", `
		var Use func(<-chan int)
		func f() { c := make(chan int, 1); Use(c); c <- 1; <-c }`, isNone},
	{"one that others may close, too", `
		var Use func(chan int)
		func f() { c := make(chan int); Use(c); go func() { <-c }(); close(c) }`, isNone},
	{"one on which others may send", `
		var Use func(chan<- int)
		func f() { c := make(chan int, 1); Use(c); go func() { <-c }(); close(c) }`, isNone},
	{"a context of a type of the package", ownContext + `
		func wait(ctx context.Context) { <-ctx.Done() }
		func f() { stop := make(chan struct{}); go wait(own{nil, stop}); close(stop) }`, isClean},
	{"one that derives from it", ownContext + `
		func f() {
			stop := make(chan struct{})
			ctx, cancel := context.WithCancel(own{nil, stop})
			defer cancel()
			go func() { <-ctx.Done() }()
			close(stop)
		}`, isClean},
	{"one whose parent nobody ends", ownContext + `
		func f() {
			stop := make(chan struct{})
			ctx, cancel := context.WithCancel(own{nil, stop})
			defer cancel()
			<-ctx.Done()
		}`, isUnclear},
	{"one that takes a message for all", ownContext + `
		func f() {
			stop := make(chan struct{})
			ctx, cancel := context.WithCancel(own{nil, stop})
			defer cancel()
			go func() { <-ctx.Done() }()
			stop <- struct{}{}
		}`, isNone},
	{"a select on channels of others in the same place", `
		type box struct{ c <-chan int }
		func (b *box) wait(d <-chan int) { select { case <-b.c: case <-d: } }
		func f(others, more <-chan int) { c := make(chan int); go (&box{c}).wait(nil); close(c); (&box{others}).wait(more) }`, isClean},
	{"one on others while somebody waits for what comes after", `
		type box struct{ c <-chan int }
		func (b *box) wait(d <-chan int) { select { case <-b.c: case <-d: } }
		func f() { c, d := make(chan int), make(chan int); go (&box{c}).wait(d) }`, isUnclear},
	{"a variable that is nil and captured", `
		func f() { var c chan int = nil; done := make(chan int); go func() { c <- 1; done <- 1 }(); <-done }`, isNone},
	{"a loop that asks for what doesn't change", `
		var n int
		func f(x bool) { c := make(chan int); go func() { for { if x { break }; n++ }; c <- 1 }(); <-c }`, isUnclear},
	{"one that asks for a constant", `
		var n int
		func f() { c, x := make(chan int), false; go func() { for !x { n++ }; c <- 1 }(); <-c }`, isUnclear},
	{"one that may end otherwise", `
		var n int
		func f(x bool, most int) {
			c := make(chan int)
			go func() {
				for i := 0; i < most; i++ {
					if x { break }
					n++
				}
				c <- 1
			}()
			<-c
		}`, isClean},
	{"one that may end otherwise, and asks for what others store", `
		var n int
		var ready bool
		func f(list []int) {
			c := make(chan int)
			go func() {
				for _, x := range list {
					if ready { break }
					n += x
				}
				c <- 1
			}()
			<-c
		}`, isClean},
	{"one that asks for what others store, and how an operation ended", `
		var ready bool
		func f() {
			c, d := make(chan int), make(chan int)
			go func() {
				for !ready {
					select { case <-d: default: }
				}
				c <- 1
			}()
			<-c
			close(d)
		}`, isUnclear},
	{"one that asks a function for what others store", `
		import "sync"
		var n int
		type state struct { mu sync.Mutex; ready bool }
		func (s *state) isReady() bool { s.mu.Lock(); defer s.mu.Unlock(); return s.ready }
		func f(s *state) { c := make(chan int); go func() { for !s.isReady() { n++ }; c <- 1 }(); <-c }`, isUnclear},
	{"one that asks a function for what it stores itself", `
		var n int
		type list struct { n int }
		func (l *list) next() bool { l.n--; return l.n > 0 }
		func f(l *list) { c := make(chan int); go func() { for l.next() { n++ }; c <- 1 }(); <-c }`, isClean},
	{"one that asks for what it stores itself", `
		type list struct { n int }
		func f(l *list) { c := make(chan int); go func() { for l.n > 0 { l.n-- }; c <- 1 }(); <-c }`, isClean},
	{"what a helper is given and a goroutine of it has", `
		func answer(c chan int) { go func() { c <- 1 }() }
		func f() { a, b := make(chan int), make(chan int); answer(a); answer(b); <-a; <-b }`, isClean},
	{"what a helper is given and a goroutine of it has twice", `
		func answer(c chan int) { go func() { c <- 1 }() }
		func f() { a, b := make(chan int), make(chan int); answer(a); answer(a); <-a; <-b }`, isUnclear},
	{"a helper that runs what it is given in a function of its own", `
		func call(run func()) { func() { defer func() { recover() }(); run() }() }
		func f() {
			a, b := make(chan int), make(chan int)
			go call(func() { close(a) })
			go call(func() { close(b) })
			<-a
			<-b
		}`, isClean},
	{"one that runs the same twice", `
		func call(run func()) { func() { defer func() { recover() }(); run() }() }
		func f() {
			a, b := make(chan int), make(chan int)
			close := func() { close(a) }
			go call(close)
			go call(close)
			<-a
			<-b
		}`, isUnclear},
	{"what a test does at its end, registered for ever", `
		import "testing"
		func f(t *testing.T) { c := make(chan int); for { t.Cleanup(func() { <-c }) } }`, isNone},
	{"a counter that a test waits for at its end, by a method value", `
		import ("sync"; "testing")
		func f(t *testing.T) { var wg sync.WaitGroup; wg.Add(1); t.Cleanup(wg.Wait); go func() { wg.Done() }() }`, isClean},
	{"a counter that it waits for in vain", `
		import ("sync"; "testing")
		func f(t *testing.T) { var wg sync.WaitGroup; wg.Add(1); t.Cleanup(wg.Wait) }`, isUnclear},
	{"a function that is fuzzed", `
		import "testing"
		func f(f *testing.F) { c := make(chan int); f.Fuzz(func(t *testing.T, n int) { c <- n }); <-c }`, isNone},
	{"a handler in a box", `
		import ("net/http"; "net/http/httptest")
		func f() { c := make(chan int); httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { c <- 1 })); <-c }`, isClean},
	{"a counter that is replaced", `
		import "sync"
		func f() { var wg sync.WaitGroup; wg.Add(1); go func() { wg.Done() }(); wg = sync.WaitGroup{}; wg.Wait() }`, isNone},
	{"a Once that is replaced", `
		import "sync"
		func f() { var once sync.Once; c := make(chan int, 1); send := func() { c <- 1 }; once.Do(send); once = sync.Once{}; once.Do(send) }`, isNone},
	{"a lock that it locks at its end, and holds", `
		import ("sync"; "testing")
		func f(t *testing.T) { var mu sync.Mutex; mu.Lock(); t.Cleanup(mu.Lock) }`, isUnclear},
	{"a channel that is got at by the methods of what a method returns", `
		var Keep func(any)
		type Inner struct { c chan int }
		func (i *Inner) C() chan int { return i.c }
		type Outer struct { i *Inner }
		func (o *Outer) Inner() *Inner { return o.i }
		func f() {
			o := &Outer{&Inner{make(chan int)}}
			Keep(o)
			go func() { o.Inner().C() <- 1 }()
			<-o.Inner().C()
		}`, isNone},
	{"a goroutine that says that it is done", `
		func f() { done := make(chan bool); go func() { done <- true }(); <-done }`, isClean},
	{"a goroutine that doesn't", `
		func f() { done := make(chan bool); go func() { println() }(); <-done }`, isUnclear},
	{"one that may not", `
		func f(x bool) { done := make(chan bool); go func() { if x { done <- true } }(); <-done }`, isUnclear},
	{"one that does in both cases", `
		func f(x bool) { done := make(chan bool); go func() { if x { done <- true } else { close(done) } }(); <-done }`, isClean},
	{"a receiver that gives up", `
		func f(x bool) { c := make(chan int); go func() { c <- 1 }(); if x { return }; <-c }`, isUnclear},
	{"a receiver that gives up beside a buffer", `
		func f(x bool) { c := make(chan int, 1); go func() { c <- 1 }(); if x { return }; <-c }`, isUnclear}, // a message may be left
	{"what a select has taken decides what comes next", `
		func f() {
			a, b := make(chan int), make(chan int)
			go func() { a <- 1; b <- 1 }()
			for i := 0; i < 2; i++ {
				select { case <-a: case <-b: return }
			}
		}`, isUnclear},
	{"a channel that is closed ends a loop", `
		func f(list []int) { c := make(chan int); go func() { for _, x := range list { c <- x }; close(c) }(); for range c { } }`, isClean},
	{"one that isn't does not", `
		func f(list []int) { c := make(chan int); go func() { for _, x := range list { c <- x } }(); for range c { } }`, isUnclear},
	{"a helper that is given the channel", `
		func say(c chan int) { c <- 1 }
		func f() { c := make(chan int); go say(c); <-c }`, isClean},
	{"a helper that is given another one", `
		func say(c chan int) { c <- 1 }
		func f() { c, d := make(chan int), make(chan int, 1); go say(d); <-c; <-d }`, isUnclear},
	{"a deferred call", `
		func f(x bool) { c := make(chan int); go func() { defer close(c); if x { return }; println() }(); <-c }`, isClean},
	{"a goroutine that leaves without", `
		import "runtime"
		func f(x bool) { c := make(chan int); go func() { if x { runtime.Goexit() }; close(c) }(); <-c }`, isUnclear},
	{"one that leaves with its deferred calls", `
		import "runtime"
		func f(x bool) { c := make(chan int); go func() { defer close(c); if x { runtime.Goexit() } }(); <-c }`, isClean},
	{"a goroutine that others may let leave", `
		import "runtime"
		func f(g func(func())) { c := make(chan int); go func() { g(func() { runtime.Goexit() }); close(c) }(); <-c }`, isUnclear},
	{"one that a library may let leave, some calls down", `
		import ("runtime"; "slices")
		func leave(x bool) { if x { runtime.Goexit() } }
		func try(list []int) { slices.SortFunc(list, func(x, y int) int { leave(x == y); return x - y }) }
		func f(list []int) { c := make(chan int); go func() { try(list); close(c) }(); <-c }`, isUnclear},
	{"one that a method of others may let leave, with its deferred calls", `
		import "runtime"
		func leave() { runtime.Goexit() }
		func f(v interface { Visit(func()) }) { c := make(chan int); go func() { defer close(c); v.Visit(leave) }(); <-c }`, isClean},
	{"one that lets another one leave", `
		import "runtime"
		func call(g func()) { g() }
		func f() { c := make(chan int); go func() { go call(func() { runtime.Goexit() }); close(c) }(); <-c }`, isClean},
	{"a panic that is recovered", `
		func f(x bool) {
			c := make(chan int)
			go func() { defer func() { recover() }(); if x { panic(1) }; close(c) }()
			<-c
		}`, isUnclear},
	{"a function that calls itself", `
		func down(n int, c chan int) { if n > 0 { down(n-1, c); return }; c <- 1 }
		func f(n int) { c := make(chan int); go down(n, c); <-c }`, isClean}, // it comes to its end
	{"a function that calls itself and ends its goroutine, with a deferred call each time", `
		import "runtime"
		func down(n int, c chan int) { defer func() { c <- 1 }(); if n == 0 { runtime.Goexit() }; down(n-1, c) }
		func f(n int) { c := make(chan int); go down(n, c); <-c }`, isUnclear},
	{"one that ends its goroutine with one deferred call", `
		import "runtime"
		func down(n int) { if n == 0 { runtime.Goexit() }; down(n-1) }
		func f(n int) { c := make(chan int); go func() { defer func() { c <- 1 }(); down(n) }(); <-c }`, isClean},
	{"functions that call each other until one panics, with a deferred call each time", `
		func down(n int, c chan int) { defer func() { c <- 1 }(); if n == 0 { panic(n) }; further(n, c) }
		func further(n int, c chan int) { down(n-1, c) }
		func f(n int) { c := make(chan int); go func() { defer func() { recover() }(); down(n, c) }(); <-c }`, isUnclear},
	{"functions that recover what they have called in a circle, and go on", `
		func down(n int, c chan int) { defer func() { recover() }(); if n == 0 { c <- 1; panic(n) }; down(n-1, c) }
		func f(n int) { c := make(chan int); go down(n, c); <-c }`, isClean},
	{"functions that recover what they have called in a circle, and say so", `
		func down(n int, c chan int) { defer func() { if recover() != nil { c <- 1 } }(); if n == 0 { panic(n) }; down(n-1, c); panic(n) }
		func f(n int) { c := make(chan int); go down(n, c); <-c }`, isUnclear},
	{"locks in an array of structs", `
		import "sync"
		func f() {
			var a [2]struct{ mu sync.Mutex }
			done := make(chan bool)
			go func() { a[0].mu.Lock(); <-done; a[1].mu.Unlock() }()
			done <- true
		}`, isNone},
	{"a flag that is tested after it was loaded again", `
		import "sync"
		func f() {
			var mu sync.Mutex
			kept := false
			set := make(chan bool)
			go func() { mu.Lock(); kept = true; mu.Unlock(); close(set) }()
			before := kept
			<-set
			mu.Lock()
			after := kept
			if before { mu.Unlock() }
			if after { println() }
			mu.Lock(); mu.Unlock()
		}`, isUnclear},
	{"a flag in an array", `
		import "sync"
		func f() {
			var mu sync.Mutex
			var a [2]struct{ kept bool }
			go func() { mu.Lock(); a[0].kept = true; a[1].kept = false; if a[0].kept { return }; mu.Unlock() }()
			mu.Lock(); mu.Unlock()
		}`, isUnclear},
	{"a lock that is kept", `
		import "sync"
		func f(x bool) { var mu sync.Mutex; mu.Lock(); if !x { mu.Unlock() }; mu.Lock(); mu.Unlock() }`, isUnclear},
	{"a lock that is given back", `
		import "sync"
		func f(x bool) { var mu sync.Mutex; mu.Lock(); if x { println() }; mu.Unlock(); mu.Lock(); mu.Unlock() }`, isClean},
	{"what is done once", `
		import "sync"
		func f() { var once sync.Once; once.Do(func() { once.Do(func() { println() }) }) }`, isUnclear},
	{"what is done once by a function that has been made for that", `
		import "sync"
		func f() { var mu sync.Mutex; once := sync.OnceFunc(func() { mu.Lock(); mu.Unlock() }); mu.Lock(); once(); mu.Unlock() }`, isUnclear},
	{"what a library does once, where it is asked for", `
		import "sync"
		func f() { var mu sync.Mutex; once := sync.OnceValue(func() int { mu.Lock(); defer mu.Unlock(); return 1 }); mu.Lock(); once(); mu.Unlock() }`, isUnclear},
	{"an iterator that a library runs", `
		import "iter"
		func f() { c := make(chan int); next, stop := iter.Pull(func(yield func(int) bool) { c <- 1; yield(2) }); next(); stop(); <-c }`, isNone},
	{"a context that is cancelled", `
		import "context"
		func f() { ctx, cancel := context.WithCancel(context.Background()); done := make(chan int); go func() { <-ctx.Done(); close(done) }(); cancel(); <-done }`, isClean},
	{"a goroutine beside which a context may never end", `
		import "context"
		func f(x bool) { ctx, cancel := context.WithCancel(context.Background()); c := make(chan int); go func() { select { case c <- 1: case <-ctx.Done(): } }(); if x { cancel() } }`, isUnclear},
	{"a context that nobody cancels", `
		import "context"
		func f() { ctx := context.Background(); done := make(chan int); go func() { <-ctx.Done(); close(done) }(); <-done }`, isNone},
	{"a channel that is replaced", `
		func f() { c := make(chan int); go func() { c <- 1 }(); c = make(chan int); <-c }`, isUnclear},
	{"a channel that is made in a loop", `
		func f(n int) { for i := 0; i < n; i++ { c := make(chan int); go func() { c <- 1 }(); <-c } }`, isClean},
	{"one that the next turn waits for", `
		func f(n int) {
			var last chan int
			for i := 0; i < n; i++ {
				c := make(chan int)
				go func() { c <- 1 }()
				if last != nil { <-last }
				last = c
			}
		}`, isNone},
	{"one that the next turn gets at by a pointer", `
		func f(n int) {
			var last chan int
			for i := 0; i < n; i++ {
				c := make(chan int)
				go func() { <-last }()
				last = c
				c <- 1
			}
		}`, isNone},
	{"one that is waited for after the loop", `
		func f(n int) {
			var c chan int
			for i := 0; i < n; i++ { c = make(chan int); go func(c chan int) { c <- 1 }(c) }
			<-c
		}`, isUnclear},
	{"one that is gathered in a slice", `
		func f(n int) {
			var list []chan int
			for i := 0; i < n; i++ { c := make(chan int); list = append(list, c); go func() { c <- 1 }() }
			for _, c := range list { <-c }
		}`, isNone},
	{"one that is closed when all turns are over", `
		func f(n int) { for i := 0; i < n; i++ { c := make(chan int); defer close(c); go func() { <-c }() } }`, isNone},
	{"one that nobody waits for in one turn", `
		func f(n int) { for i := 0; i < n; i++ { c := make(chan int); go func() { c <- 1 }(); if i > 2 { <-c } } }`, isUnclear},
	{"one in a loop in a loop", `
		func f(n int) {
			for i := 0; i < n; i++ {
				c := make(chan int)
				for j := 0; j < n; j++ { go func() { c <- 1 }(); <-c }
			}
		}`, isClean},
	{"a channel of a helper that is called twice", `
		func once() { c := make(chan int); go func() { c <- 1 }(); <-c }
		func f() { d := make(chan int, 1); once(); d <- 1; <-d; once() }`, isClean},
	{"one that the helper returns", `
		func start() chan int { c := make(chan int); go func() { c <- 1 }(); return c }
		func f() { a, b := start(), start(); <-a; <-a; <-b }`, isNone},
	{"one that the helper keeps in a variable", `
		var kept chan int
		func once() { c := make(chan int); kept = c; go func() { c <- 1 }(); <-c }
		func f() { d := make(chan int, 1); once(); go func() { <-kept }(); d <- 1; <-d; once() }`, isNone},
	{"one that the helper sends away and gets back", `
		func once(out chan chan int) { c := make(chan int, 1); out <- c; c <- 1; d := <-out; <-d }
		func f() { out := make(chan chan int, 2); once(out); once(out) }`, isNone},
	{"one that the helper is given back", `
		func pass(c chan int) chan int { d := make(chan int); if c != nil { <-c }; return d }
		func f() { c := pass(nil); pass(c) }`, isNone},
	{"one of a function that calls itself", `
		func down(n int, said chan int) { c := make(chan int); go func() { c <- 1 }(); if n > 0 { down(n-1, said) }; <-c; said <- 1 }
		func f(n int) { said := make(chan int, 1); go down(n, said); for range said { } }`, isNone},
	{"a struct of a helper that is called twice", `
		type box struct{ c chan int }
		func newBox() *box { return &box{c: make(chan int)} }
		func once() { b := newBox(); go func() { b.c <- 1 }(); <-b.c }
		func f() { d := make(chan int, 1); once(); d <- 1; <-d; once() }`, isClean},
	{"one beside another of its type", `
		type box struct{ c chan int }
		func newBox() *box { return &box{c: make(chan int)} }
		func once(other *box) { b := newBox(); go func() { b.c <- 1 }(); <-other.c }
		func f() { b := newBox(); once(b); once(b) }`, isNone},
	{"one in a field of what others have", `
		type Box struct{ stop chan int }
		func (b *Box) Stop() { b.stop <- 1 }
		func f(b *Box) { b.stop = make(chan int); go func(c chan int) { <-c }(b.stop) }`, isNone},
	{"one in a field of what a library has kept", `
		import "sync"
		type box struct{ stop chan int }
		var all sync.Map
		func Stop() { v, _ := all.Load(1); v.(*box).stop <- 1 }
		func f() { b := &box{make(chan int)}; all.Store(1, b); <-b.stop }`, isNone},
	{"one in a field of what the same function has made", `
		type box struct{ stop chan int }
		func (b *box) halt() { b.stop <- 1 }
		func f() { b := &box{}; b.stop = make(chan int); go b.halt(); <-b.stop }`, isClean},
	{"a struct that is given away, of which others call methods", `
		type box struct{ c chan int }
		func (b *box) Put() { b.c <- 1 }
		var Keep func(any)
		func f() { b := &box{c: make(chan int)}; Keep(b); <-b.c }`, isClean},
	{"one with a method that says what it has", `
		type box struct{ c chan int }
		func (b *box) C() chan int { return b.c }
		var Keep func(any)
		func f() { b := &box{c: make(chan int)}; Keep(b); <-b.c }`, isNone},
	{"one with a field that others can use", `
		type Box struct{ C chan int }
		var Keep func(any)
		func f() { b := &Box{C: make(chan int)}; Keep(b); <-b.C }`, isNone},
	{"a function that is given away and returns a channel", `
		var Keep func(func() chan int)
		func f() { c := make(chan int); Keep(func() chan int { return c }); <-c }`, isNone},
	{"a variable of which others have the address", `
		var Keep func(*chan int)
		func f() { c := make(chan int); Keep(&c); <-c }`, isNone},
	{"a channel that a function makes which others call, too", `
		var Keep func(func())
		func f() {
			made := make(chan chan int, 1)
			start := func() { c := make(chan int, 1); c <- 1; made <- c }
			Keep(start)
			start()
			<-<-made
		}`, isNone},
	{"a helper that is given another channel by others", `
		type box struct{ c chan int }
		func newBox(c chan int) *box { return &box{c} }
		func (b *box) put() { b.c <- 1 }
		func f() { c := make(chan int); go newBox(c).put(); <-c }
		func g() { c := make(chan int); newBox(c).put() }`, isClean},
	{"a channel of a subtest that runs in parallel", `
		import "testing"
		func f(t *testing.T) { d := make(chan int, 1); d <- 1; <-d; t.Run("", func(t *testing.T) { t.Parallel(); c := make(chan int); go func() { c <- 1 }(); <-c }) }`, isClean},
	{"one that subtests in parallel have from the test", `
		import "testing"
		func f(t *testing.T) { c := make(chan int); t.Run("", func(t *testing.T) { t.Parallel(); c <- 1 }); <-c }`, isNone},
	{"a lock of a turn", `
		import "sync"
		func f(n int) { for i := 0; i < n; i++ { var mu sync.Mutex; mu.Lock(); mu.Lock() } }`, isUnclear},
	{"a channel that is returned", `
		func started() chan int { c := make(chan int); go func() { c <- 1 }(); return c }
		func f() { <-started() }`, isClean},
	{"a capacity that isn't known", `
		func f(n int) { c := make(chan int, n); go func() { c <- 1 }(); <-c }`, isNone},
	{"a function that is given away", `
		var Call func(func())
		func f() { c := make(chan int); Call(func() { c <- 1 }); <-c }`, isClean}, // it is called, sooner or later
	{"a function that is given away and waits for what never comes", `
		var Call func(func())
		func f() { c := make(chan int); Call(func() { <-c }) }`, isNone},
	{"one that sends what a select may receive", `
		import "time"
		var Call func(func())
		func f() {
			c := make(chan int)
			Call(func() { c <- 1 })
			select { case <-c: case <-time.After(time.Second): }
		}`, isClean},
	{"one that waits for what its caller does first", `
		var Call func(func())
		func f() { a, b := make(chan int), make(chan int); Call(func() { <-a; b <- 1 }); close(a); <-b }`, isClean},
	{"one that waits for what its caller does afterwards", `
		var Call func(func())
		func f() { a, b := make(chan int), make(chan int); Call(func() { <-a; b <- 1 }); <-b; close(a) }`, isNone},
	{"one that does by others what a select waits for", `
		var Call func(func())
		func wait(c chan int) { <-c }
		func put(c chan int) { c <- 1 }
		func f() {
			a, b, never := make(chan int), make(chan int), make(chan int)
			Call(func() { wait(a); put(b) })
			select { case <-b: case <-never: }
			close(a)
		}`, isNone},
	{"one that waits by a method for what its caller does afterwards", `
		var Call func(func())
		type event struct{ c chan int }
		func (e *event) wait() { <-e.c }
		func (e *event) fire() { close(e.c) }
		func put(c chan int) { c <- 1 }
		func take(c chan int) { <-c }
		func f() { e, b := &event{make(chan int)}, make(chan int); Call(func() { e.wait(); put(b) }); take(b); e.fire() }`, isNone},
	{"two that wait for each other", `
		var Call func(func())
		func f() { a, b := make(chan int), make(chan int); Call(func() { <-a; b <- 1 }); Call(func() { <-b; a <- 1 }) }`, isNone},
	{"two that wait for each other, one of whom its caller serves", `
		var Call func(func())
		func f() { a, b := make(chan int, 1), make(chan int, 1); a <- 1; Call(func() { <-a; b <- 1 }); Call(func() { <-b; a <- 1 }) }`, isClean},
	{"one that waits two calls down for what its caller does afterwards", `
		var Call func(func())
		func wait1(c chan int) { wait2(c) }
		func wait2(c chan int) { <-c }
		func fire1(c chan int) { fire2(c) }
		func fire2(c chan int) { close(c) }
		func f() { b := make(chan int); a := make(chan int); Call(func() { wait1(a); b <- 1 }); <-b; fire1(a) }`, isNone},
	{"one that waits for what another one closes", `
		var Call func(func())
		func f() { c := make(chan int); Call(func() { <-c }); defer close(c) }`, isClean},
	{"one that waits for another one again and again", `
		var Call func(func())
		func f() { c := make(chan int); Call(func() { <-c }); Call(func() { c <- 1 }) }`, isClean},
	{"a channel that is given away", `
		var Keep func(chan int)
		func f() { c := make(chan int); Keep(c); <-c }`, isNone},
	{"a channel that hangs on a lock of the package", `
		import "sync"
		var mu sync.Mutex
		func f() { done := make(chan int); mu.Lock(); go func() { mu.Lock(); mu.Unlock(); close(done) }(); <-done; mu.Unlock() }`, isNone},
	{"a wait group that counts any number of goroutines", `
		import "sync"
		func f(list []func()) { var wg sync.WaitGroup; for _, g := range list { wg.Add(1); go func() { defer wg.Done(); g() }() }; wg.Wait() }`, isClean},
	{"one that counts them one by one", `
		import "sync"
		func f(list []int) { var wg sync.WaitGroup; for range list { wg.Add(1); go wg.Done() }; wg.Wait() }`, isClean},
	{"one that some goroutines don't count down", `
		import "sync"
		func f(list []int) { var wg sync.WaitGroup; for _, n := range list { wg.Add(1); go func() { if n > 0 { wg.Done() } }() }; wg.Wait() }`, isUnclear},
	{"one that may be counted down twice", `
		import "sync"
		func f(list []int) { var wg sync.WaitGroup; for _, n := range list { wg.Add(1); go func() { if n > 0 { wg.Done() }; wg.Done() }() }; wg.Wait() }`, isUnclear},
	{"one that goroutines count down after they have waited", `
		import "sync"
		func f() { var a, b sync.WaitGroup; a.Add(1); b.Add(1); go func() { a.Wait(); b.Done() }(); go func() { b.Wait(); a.Done() }(); a.Wait() }`, isUnclear},
	{"one with a goroutine that ends the program with a panic", `
		import "sync"
		func f(x bool) { var wg sync.WaitGroup; wg.Add(1); go func() { if x { panic(1) }; wg.Done() }(); wg.Wait() }`, isClean},
	{"one with a goroutine that counts for ever", `
		import "sync"
		func f() { var wg sync.WaitGroup; wg.Add(1); go func() { for { wg.Done() } }(); wg.Wait() }`, isUnclear},
	{"a context that somebody may cancel", `
		import "context"
		func f(x bool) { ctx, cancel := context.WithCancel(context.Background()); done := make(chan int); go func() { <-ctx.Done(); close(done) }(); if x { cancel() }; <-done }`, isUnclear},
	{"a context that the caller ends", `
		import "context"
		func F(ctx context.Context) { f(ctx) }
		func f(ctx context.Context) { done := make(chan int); go func() { <-ctx.Done(); close(done) }(); <-done }`, isClean},
	{"a channel that one of two goroutines closes, by a flag", `
		import "sync"
		func f() {
			var mu sync.Mutex
			done, closed := make(chan int), false
			end := func() { mu.Lock(); defer mu.Unlock(); if closed { return }; closed = true; close(done) }
			go end()
			go end()
			<-done
		}`, isClean},
	{"a channel that neither of two goroutines closes, by a flag", `
		import "sync"
		func f() {
			var mu sync.Mutex
			done, closed := make(chan int), true
			end := func() { mu.Lock(); defer mu.Unlock(); if closed { return }; closed = true; close(done) }
			go end()
			go end()
			<-done
		}`, isUnclear},
	{"functions that call each other", `
		func a(c chan int, n int) { c <- 1; b(c, n) }
		func b(c chan int, n int) { <-c; if n > 0 { a(c, n-1) } }
		func f(n int) { c := make(chan int, 1); a(c, n) }`, isClean},
	{"functions that call each other before they receive", `
		func a(c chan int, n int) { c <- 1; b(c, n) }
		func b(c chan int, n int) { if n > 0 { a(c, n-1) }; <-c }
		func f(n int) { c := make(chan int, 1); a(c, n) }`, isUnclear},
	{"three functions that call each other, and a lock", `
		import "sync"
		func a(mu *sync.Mutex, n int) { mu.Lock(); mu.Unlock(); if n > 0 { b(mu, n-1) } }
		func b(mu *sync.Mutex, n int) { if n > 1 { a(mu, n) } else { d(mu, n) } }
		func d(mu *sync.Mutex, n int) { mu.Lock(); mu.Unlock(); b(mu, n-1); a(mu, n) }
		func f(n int) { var mu sync.Mutex; a(&mu, n); d(&mu, n) }`, isClean},
	{"three functions that call each other while a lock is held", `
		import "sync"
		func a(mu *sync.Mutex, n int) { mu.Lock(); mu.Unlock(); if n > 0 { b(mu, n-1) } }
		func b(mu *sync.Mutex, n int) { if n > 1 { a(mu, n) } else { d(mu, n) } }
		func d(mu *sync.Mutex, n int) { mu.Lock(); b(mu, n-1); mu.Unlock() }
		func f(n int) { var mu sync.Mutex; a(&mu, n) }`, isUnclear},
	{"functions that start each other", `
		import "sync"
		func a(mu *sync.Mutex, n int) { mu.Lock(); mu.Unlock(); if n > 0 { go b(mu, n-1) } }
		func b(mu *sync.Mutex, n int) { mu.Lock(); go a(mu, n); mu.Unlock() }
		func f(n int) { var mu sync.Mutex; a(&mu, n) }`, isClean},
	{"functions that start each other and keep a lock", `
		import "sync"
		func a(mu *sync.Mutex, n int) { mu.Lock(); if n > 0 { go b(mu, n-1) } }
		func b(mu *sync.Mutex, n int) { mu.Lock(); go a(mu, n); mu.Unlock() }
		func f(n int) { var mu sync.Mutex; a(&mu, n) }`, isUnclear},
	{"a goroutine that may stop before it counts down", `
		import "sync"
		func f(x bool) { var wg sync.WaitGroup; wg.Add(1); go func() { if x { select {} }; wg.Done() }(); wg.Wait() }`, isUnclear},
	{"a helper that is given another lock while one is held", `
		import "sync"
		func with(mu *sync.RWMutex) { mu.Lock(); mu.Unlock() }
		func f() { var a, b sync.RWMutex; a.Lock(); with(&b); a.Unlock(); with(&a) }`, isClean},
	{"a helper that is given the lock that is held", `
		import "sync"
		func with(mu *sync.RWMutex) { mu.Lock(); mu.Unlock() }
		func f() { var a, b sync.RWMutex; with(&b); a.Lock(); with(&a); a.Unlock() }`, isUnclear},
	{"a helper that is given one lock or another", `
		import "sync"
		func with(mu *sync.Mutex) { mu.Lock(); mu.Unlock() }
		func f(x bool) { var a, b sync.Mutex; mu := &a; if x { mu = &b }; with(mu); go with(mu) }`, isClean},
	{"a helper that keeps one lock or another", `
		import "sync"
		func take(mu *sync.Mutex) { mu.Lock() }
		func f(x bool) { var a, b sync.Mutex; mu := &a; if x { mu = &b }; take(mu); take(mu) }`, isUnclear},
	{"a method of one struct or another", `
		import "sync"
		type node struct { mu sync.RWMutex; inner struct{ mu sync.Mutex } }
		func (t *node) put() { t.mu.Lock(); t.inner.mu.Lock(); t.inner.mu.Unlock(); t.mu.Unlock() }
		func F(v any) { f(v) }
		func f(v any) { var wg sync.WaitGroup; t := &node{}; t.put(); if other, ok := v.(*node); ok { t = other }; t.put(); go t.put(); wg.Wait() }`, isClean},
	{"a method that takes a lock twice, of one struct or another", `
		import "sync"
		type node struct { mu sync.RWMutex; inner struct{ mu sync.Mutex } }
		func (t *node) put() { t.mu.Lock(); t.inner.mu.Lock(); t.inner.mu.Lock() }
		func F(v any) { f(v) }
		func f(v any) { var wg sync.WaitGroup; wg.Wait(); t := &node{}; if other, ok := v.(*node); ok { t = other }; t.put() }`, isUnclear},
	{"a channel or another one that a helper sends on and receives from", `
		func swap(c chan int) { c <- 1; <-c }
		func f(x bool) { a, b := make(chan int, 1), make(chan int, 1); c := a; if x { c = b }; swap(c) }`, isClean},
	{"a channel that a helper sends on if it is the one", `
		func put(c chan int) { c <- 1 }
		func f(x bool) { a, b := make(chan int, 1), make(chan int, 1); c := a; if x { c = b }; put(c); <-a; <-b }`, isUnclear},
}

// TestOutlinesSayWhatMayGoWrong looks at all parts of f.
func TestOutlinesSayWhatMayGoWrong(t *testing.T) {
	for _, test := range slices.Concat(outlines, outlinesOfFields, outlinesOfTurns, outlinesOfTimers) {
		if got := outlineAnswer(t, test.source); got != test.want {
			t.Errorf("%s: the answer is %s, not %s", test.name, got, test.want)
		}
	}
}

func outlineAnswer(t *testing.T, source string) string {
	t.Helper()
	s, program := scopes(t, source)
	return answerIn(t, s, program)
}

// answerIn is the answer for f in a package.
func answerIn(t *testing.T, s *scope.Package, program *interp.Program) string {
	t.Helper()
	for _, root := range program.Roots() {
		if root.Function.Display != "f" {
			continue
		}
		answer := isClean
		for _, part := range s.Parts(root) {
			pieces := part.Pieces()
			if len(pieces) == 0 {
				return isNone
			}
			for _, piece := range pieces {
				outlines := slices.Collect(piece.Outlines())
				switch {
				case !slices.ContainsFunc(outlines, func(o *scope.Outline) bool { return o.System != nil }):
					return isNone
				case !slices.ContainsFunc(outlines, outlineIsClean):
					answer = isUnclear
				}
			}
		}
		return answer
	}
	t.Fatal("f is no root")
	return ""
}

func outlineIsClean(o *scope.Outline) bool {
	for o.System != nil {
		result := verify.Check(o.System, verify.Options{States: 100_000})
		if result.Inconclusive == "" || !o.Grow(result.Exhausted) {
			refined := o.Refined()
			return result.Answer == verify.Clean || refined != nil && outlineIsClean(refined)
		}
	}
	return false
}

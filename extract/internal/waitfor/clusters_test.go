package waitfor_test

import (
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/outline"
	"github.com/chancheck/chancheck/extract/internal/slice"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
	"github.com/chancheck/chancheck/extract/internal/waitfor"
	"github.com/chancheck/chancheck/extract/ir"
)

// A world is a program, ready to be asked who hangs on whom.
type world struct {
	*supergraphtest.World
	waits *waitfor.Analysis
}

func build(t *testing.T, source string) *world {
	t.Helper()
	w := supergraphtest.Build(t, source)
	work := &waitfor.Work{}
	outlines := outline.New(slice.New(w.Graph), work, func(typeName string) bool { return strings.HasPrefix(typeName, "p.") })
	return &world{w, waitfor.New(w.Graph, work, outlines.IsMade)}
}

// together are programs by what shows that objects belong together, or don't.
var together = []struct{ name, source, want string }{
	{"nothing to do with each other", `
		func f() {
			a := make(chan int)
			b := make(chan int)
			go send(a)
			go send(b)
			<-a
			<-b
		}
		func send(c chan int) { c <- 1 }`, "a b"},
	{"one way", `
		func f() {
			a := make(chan int)
			b := make(chan int)
			go func() { <-a; close(b) }()
			close(a)
			<-b
		}`, "a b"},
	{"each waits before it serves the other", `
		func f() {
			a := make(chan int)
			b := make(chan int)
			go func() { <-b; close(a) }()
			<-a
			close(b)
		}`, "a+b"},
	{"by way of a call", `
		func f() {
			a := make(chan int)
			b := make(chan int)
			go func() { wait(b); close(a) }()
			wait(a)
			close(b)
		}
		func wait(c chan int) { <-c }`, "a+b"},
	{"by starting a goroutine only afterwards", `
		func f() {
			a := make(chan int)
			b := make(chan int)
			go func() { <-b; go func() { close(a) }() }()
			<-a
			close(b)
		}`, "a+b"},
	{"a deferred call comes after everything", `
		func f() {
			a := make(chan int)
			b := make(chan int)
			go func() { defer close(a); <-b }()
			<-a
			close(b)
		}`, "a+b"},
	{"who closes a channel comes after one who is stopped by that", `
		func f() {
			a := make(chan int)
			b := make(chan int)
			go func() { defer close(b); defer func() { recover() }(); a <- 1 }()
			<-b
			close(a)
		}`, "a+b"},
	{"a cycle of three", `
		func f() {
			a := make(chan int)
			b := make(chan int)
			c := make(chan int)
			go func() { <-a; close(b) }()
			go func() { <-b; close(c) }()
			<-c
			close(a)
		}`, "a+b+c"},
	{"who only asks, waits, too", `
		func f() {
			a := make(chan int, 1)
			b := make(chan int)
			go func() { if len(a) > 0 { close(b) } }()
			<-b
			a <- 1
		}`, "a+b"},
	{"a select with a default asks", `
		func f() {
			a := make(chan int)
			b := make(chan int)
			go func() { select { case <-a: close(b); default: } }()
			<-b
			a <- 1
		}`, "a+b"},
	{"a lock under which nobody waits", `
		import "sync"
		func f() {
			var mu sync.Mutex
			n := 0
			a := make(chan int)
			go func() { mu.Lock(); n++; mu.Unlock(); a <- 1 }()
			mu.Lock()
			n++
			mu.Unlock()
			<-a
		}`, "a mu"},
	{"locks in one order", `
		import "sync"
		func f() {
			var a, b sync.Mutex
			go func() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }()
			a.Lock()
			b.Lock()
			b.Unlock()
			a.Unlock()
		}`, "a b"},
	{"locks in both orders", `
		import "sync"
		func f() {
			var a, b sync.Mutex
			go func() { b.Lock(); a.Lock(); a.Unlock(); b.Unlock() }()
			a.Lock()
			b.Lock()
			b.Unlock()
			a.Unlock()
		}`, "a+b"},
	{"locks in both orders, released by deferred calls", `
		import "sync"
		func f() {
			var a, b sync.Mutex
			go lock(&b, &a)
			lock(&a, &b)
		}
		func lock(x, y *sync.Mutex) {
			x.Lock()
			defer x.Unlock()
			y.Lock()
			defer y.Unlock()
		}`, "a+b"},
	{"a lock is held over a receive, and the sender needs it", `
		import "sync"
		func f() {
			var mu sync.Mutex
			c := make(chan int)
			go func() { mu.Lock(); mu.Unlock(); c <- 1 }()
			mu.Lock()
			<-c
			mu.Unlock()
		}`, "c+mu"},
	{"a lock is held over a receive, and the sender doesn't need it", `
		import "sync"
		func f() {
			var mu sync.Mutex
			c := make(chan int)
			go func() { c <- 1; mu.Lock(); mu.Unlock() }()
			mu.Lock()
			<-c
			mu.Unlock()
		}`, "c mu"},
	{"what a test does at its end, after it has waited", `
		import ("sync"; "testing")
		func f(t *testing.T) {
			var wg sync.WaitGroup
			c := make(chan int)
			wg.Add(1)
			go func() { <-c; wg.Done() }()
			t.Cleanup(func() { close(c) })
			wg.Wait()
		}`, "c+wg"},
	{"a wait group, and what goroutines do before they are done", `
		import "sync"
		func f() {
			var wg sync.WaitGroup
			c := make(chan int)
			wg.Add(1)
			go func() { defer wg.Done(); c <- 1 }()
			wg.Wait()
			<-c
		}`, "c+wg"},
}

func TestObjectsBelongTogetherThatWaitForEachOther(t *testing.T) {
	for _, test := range together {
		t.Run(test.name, func(t *testing.T) {
			w := build(t, test.source)
			if got := w.NamesOf(w.waits.RootClusters("p.f", w.Reach("p.f"))); got != test.want {
				t.Errorf("clusters %s, want %s", got, test.want)
			}
		})
	}
}

// TestWhatTestsDoJoinsNothing has two locks that only a test takes in both orders.
func TestWhatTestsDoJoinsNothing(t *testing.T) {
	w := build(t, `
		import "sync"
		type t struct { a, b sync.Mutex; c chan int }
		func (x *t) one() { x.a.Lock(); <-x.c; x.a.Unlock() }
		func (x *t) two() { x.b.Lock(); <-x.c; x.b.Unlock() }
		func TestBoth(x *t) {
			x.a.Lock(); x.two(); x.a.Unlock()
			x.b.Lock(); x.one(); x.b.Unlock()
		}`)
	objects := w.Objects("a", "b")
	isTest := func(f *ir.Function) bool { return strings.HasPrefix(f.Display, "Test") }
	if got := w.NamesOf(w.waits.SharedClusters(isTest, objects)[0]); got != "a b" {
		t.Errorf("without tests: clusters %s", got)
	}
	withTests := w.waits.SharedClusters(func(*ir.Function) bool { return false }, objects, objects[:1])
	if got, one := w.NamesOf(withTests[0]), w.NamesOf(withTests[1]); got != "a+b" || one != "a" {
		t.Errorf("with tests: clusters %s, of one of them %s", got, one)
	}
}

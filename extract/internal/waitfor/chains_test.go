package waitfor_test

import (
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/waitfor"
	"github.com/chancheck/chancheck/extract/ir"
)

// chained are programs by which objects hang on each other. Whose name begins with s is
// shared.
var chained = []struct{ name, source, want string }{
	{"each waits before it serves the other", `
		func f() { a, b := make(chan int), make(chan int); go func() { <-b; close(a) }(); <-a; close(b) }`, "a+b"},
	{"one way", `
		func f() { a, b := make(chan int), make(chan int); go func() { <-a; close(b) }(); close(a); <-b }`, "a b"},
	{"who asks without blocking goes on", `
		func f() {
			a, b := make(chan int, 1), make(chan int)
			go func() { select { case <-a: default: }; close(b) }()
			<-b
			a <- 1
		}`, "a b"},
	{"who asks again and again isn't stuck there", `
		func f() {
			a, b := make(chan int), make(chan int)
			go func() { for stop := false; !stop; { select { case <-a: stop = true; default: } }; b <- 1 }()
			select { case a <- 1: default: }
			<-b
		}`, "a+b"},
	{"who asks again and again doesn't", `
		func f() {
			a, b := make(chan int, 1), make(chan int)
			go func() {
				for {
					select { case <-a: close(b); return; default: }
				}
			}()
			<-b
			a <- 1
		}`, "a+b"},
	{"who asks in a function that is called again and again doesn't", `
		func ask(c chan int) bool { select { case <-c: return true; default: return false } }
		func f() {
			a, b := make(chan int, 1), make(chan int)
			go func() { for !ask(a) { }; close(b) }()
			<-b
			a <- 1
		}`, "a+b"},
	{"who asks in a function that calls itself doesn't", `
		func ask(a, b chan int) { select { case <-a: close(b); return; default: }; ask(a, b) }
		func f() {
			a, b := make(chan int, 1), make(chan int)
			go ask(a, b)
			<-b
			a <- 1
		}`, "a+b"},
	{"what a test does at its end comes after everything", `
		import "testing"
		func f(t *testing.T) { a, b := make(chan int), make(chan int); go func() { <-a; close(b) }(); t.Cleanup(func() { close(a) }); <-b }`, "a+b"},
	{"a lock that a test gives back at its end", `
		import ("sync"; "testing")
		func f(t *testing.T) { var m sync.Mutex; a := make(chan int); m.Lock(); t.Cleanup(func() { m.Unlock() }); go func() { m.Lock(); m.Unlock(); close(a) }(); <-a }`, "a+m"},
	{"who wakes somebody again and again goes on", `
		func f() {
			a, b := make(chan int, 1), make(chan int)
			go func() { for range 3 { select { case a <- 1: default: } }; close(b) }()
			<-b
			<-a
		}`, "a b"},
	{"a select with a case of one who is served", `
		func f() {
			a, b, done := make(chan int), make(chan int, 1), make(chan int, 1)
			go func() { select { case <-b: case <-done: }; close(a) }()
			done <- 1
			<-a
			b <- 1
		}`, "a b done"},
	{"a select that ends by what most wait for", `
		func f() {
			a, b, done := make(chan int), make(chan int), make(chan int)
			go func() { select { case <-b: case <-done: }; close(a) }()
			go func() { <-done }()
			close(done)
			<-a
			close(b)
		}`, "a b done"},
	{"a select that ends by what is closed too late", `
		func f() {
			a, b, done := make(chan int), make(chan int), make(chan int)
			go func() { select { case <-b: case <-done: }; close(a) }()
			go func() { <-b }()
			close(done)
			<-a
			close(b)
		}`, "a+b done"},
	{"a select none of whose cases is served before", `
		func f() {
			a, b, done := make(chan int), make(chan int), make(chan int)
			go func() { select { case <-b: case <-done: }; close(a) }()
			<-a
			close(b)
			close(done)
		}`, "a+b done"},
	{"what is waited for before a lock is taken", `
		import "sync"
		func f() {
			var mu sync.Mutex
			a := make(chan int)
			go func() { mu.Lock(); mu.Unlock(); close(a) }()
			<-a
			mu.Lock()
			mu.Unlock()
		}`, "a mu"},
	{"what is waited for while a caller holds a lock", `
		import "sync"
		func lock(mu *sync.Mutex) { mu.Lock() }
		func unlock(mu *sync.Mutex) { mu.Unlock() }
		func f() {
			var mu sync.Mutex
			a := make(chan int)
			go func() { mu.Lock(); mu.Unlock(); close(a) }()
			lock(&mu)
			<-a
			unlock(&mu)
		}`, "a+mu"},
	{"what is waited for after a callee has released a lock", `
		import "sync"
		func lock(mu *sync.Mutex) { mu.Lock() }
		func unlock(mu *sync.Mutex) { mu.Unlock() }
		func f() {
			var mu sync.Mutex
			a := make(chan int)
			go func() { mu.Lock(); mu.Unlock(); close(a) }()
			for range 2 {
				lock(&mu)
				unlock(&mu)
				<-a
			}
		}`, "a mu"},
	{"what is waited for under a lock that a deferred call releases", `
		import "sync"
		func f() {
			var mu sync.RWMutex
			a := make(chan int)
			go func() { mu.RLock(); defer mu.RUnlock(); close(a) }()
			func() { mu.Lock(); defer func() { mu.Unlock() }(); <-a }()
			<-a
		}`, "a+mu"},
	{"a deferred call that releases a lock before what follows", `
		import "sync"
		func f() {
			var mu sync.RWMutex
			a := make(chan int)
			go func() { mu.RLock(); defer mu.RUnlock(); close(a) }()
			func() { mu.Lock(); defer mu.Unlock() }()
			<-a
		}`, "a mu"},
	{"a lock that another goroutine releases", `
		import "sync"
		func f() {
			var mu sync.Mutex
			a := make(chan int)
			mu.Lock()
			go func() { <-a; mu.Unlock() }()
			mu.Lock()
			close(a)
		}`, "a+mu"},
	{"two locks that can't be told apart", `
		import "sync"
		func f() {
			var list [2]struct{ mu sync.Mutex }
			a := make(chan int)
			x, y := &list[0], &list[1]
			go func() { x.mu.Lock(); close(a); x.mu.Unlock() }()
			x.mu.Lock()
			y.mu.Lock()
			y.mu.Unlock()
			<-a
			x.mu.Unlock()
		}`, "a+list"},
	{"what was waited for before an object was made", `
		func f() {
			s := make(chan int)
			go func() { s <- 1 }()
			<-s
			go g(s)
			s <- 1
			<-s
		}
		func g(s chan int) {
			<-s
			a := make(chan int)
			go func() { a <- 1 }()
			<-a
			s <- 1
		}`, "a s"},
	{"what was waited for before an object was made by a function that calls itself", `
		func f() {
			s := make(chan int)
			go g(s, nil)
			s <- 1
			s <- 1
			<-s
		}
		func g(s, last chan int) {
			<-s
			a := make(chan int)
			if last != nil { last <- 1; return }
			go g(s, a)
			<-a
			s <- 1
		}`, "a+s"},
	{"what was waited for before an object that is given back", `
		func f() {
			s := make(chan int)
			go g(s)
			s <- 1
			<-s
		}
		func start() chan int { c := make(chan int); return c }
		func g(s chan int) {
			a := start()
			<-s
			go func() { a <- 1 }()
			<-a
			s <- 1
		}`, "c+s"},
	{"a lock that another goroutine releases later", `
		import "sync"
		func f() {
			var mu sync.Mutex
			a := make(chan int)
			mu.Lock()
			go func() { <-a; go func() { mu.Unlock() }() }()
			mu.Lock()
			close(a)
		}`, "a+mu"},
	{"what is waited for since", `
		func f() {
			s := make(chan int)
			go func() { g(s) }()
			g(s)
			s <- 1
			s <- 1
		}
		func g(s chan int) {
			a := make(chan int)
			go func() { <-s; a <- 1 }()
			<-a
		}`, "a+s"},
	{"what is waited for since, by what is called before anything is waited for", `
		func f() {
			s := make(chan int)
			go func() { g(s) }()
			g(s)
			s <- 1
			s <- 1
		}
		func g(s chan int) {
			a := make(chan int)
			go first(a, s)
			<-a
		}
		func first(a, s chan int) { second(a, s) }
		func second(a, s chan int) { <-s; third(a) }
		func third(a chan int) { a <- 1 }`, "a+s"},
	{"what is waited for before an object was made in a loop", `
		func f() {
			s := make(chan int)
			go g(s)
			s <- 1
		}
		func g(s chan int) {
			var last chan int
			for range 2 {
				a := make(chan int)
				if last != nil { go func() { <-a; s <- 1 }(); <-s; last <- 1 }
				last = a
			}
		}`, "a+s"},
	{"a function that is done once, and asks for that", `
		import "sync"
		func f() {
			var once sync.Once
			a := make(chan int)
			go once.Do(func() { <-a })
			once.Do(func() { println() })
			close(a)
		}`, "a+once"},
	{"functions that are given to the same one", `
		func do(x func()) { x() }
		func f() {
			a, b := make(chan int), make(chan int)
			go func() { do(func() { <-a }); do(func() { close(b) }) }()
			do(func() { close(a) })
			do(func() { <-b })
		}`, "a b"},
}

// TestTwoObjectsHangOnEachOther: those that do so by way of a third one are no pair.
func TestTwoObjectsHangOnEachOther(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"two in a circle", `
			func f() { a, b := make(chan int), make(chan int); go func() { <-b; close(a) }(); <-a; close(b) }`, "a:b b:a"},
		{"three in a circle", `
			func f() {
				a, b, c := make(chan int), make(chan int), make(chan int)
				go func() { <-a; close(b) }()
				go func() { <-b; close(c) }()
				<-c
				close(a)
			}`, "a: b: c:"},
		{"one way", `
			func f() { a, b := make(chan int), make(chan int); go func() { <-a; close(b) }(); close(a); <-b }`, "a: b:"},
	} {
		w := build(t, test.source)
		objects := w.Reach("p.f")
		isShared := func(pointsto.Location) bool { return false }
		var got []string
		for _, l := range objects {
			got = append(got, w.NameOf(l)+":"+w.NamesOf([][]pointsto.Location{w.waits.ChainsOfRoot("p.f", objects, isShared).Mutual(l)}))
		}
		if joined := strings.Join(got, " "); joined != test.want {
			t.Errorf("%s: %s, want %s", test.name, joined, test.want)
		}
	}
}

// TestChainsThatTakeTooLongAreOneGroup: nothing is known then of who hangs on whom.
func TestChainsThatTakeTooLongAreOneGroup(t *testing.T) {
	w := build(t, `
		import "sync"
		func f() {
			var a, b sync.Mutex
			go func() { a.Lock(); a.Unlock() }()
			a.Lock()
			a.Unlock()
			b.Lock()
			b.Unlock()
		}`)
	objects := w.Reach("p.f")
	isShared := func(pointsto.Location) bool { return false }
	for _, test := range []struct {
		waits *waitfor.Analysis
		want  string
	}{
		{w.waits, "a b"},
		{waitfor.New(w.Graph, waitfor.SpentWork(), nil), "a+b"},
	} {
		if got := w.NamesOf(test.waits.ChainsOfRoot("p.f", objects, isShared).Groups(objects)); got != test.want {
			t.Errorf("chains of a root: groups %s, want %s", got, test.want)
		}
	}
	isTest := func(*ir.Function) bool { return false }
	spent := waitfor.New(w.Graph, waitfor.SpentWork(), nil)
	if got := w.NamesOf(spent.ChainsOfPackage(isTest, objects, isShared).Groups(objects)); got != "a+b" {
		t.Errorf("chains of a package: groups %s, want all in one", got)
	}
}

func TestObjectsHangTogetherInACircle(t *testing.T) {
	for _, test := range chained {
		t.Run(test.name, func(t *testing.T) {
			w := build(t, test.source)
			objects := w.Reach("p.f")
			isShared := func(l pointsto.Location) bool { return w.NameOf(l) == "s" }
			chains := w.waits.ChainsOfPackage(func(*ir.Function) bool { return false }, objects, isShared)
			if got := w.NamesOf(chains.Groups(objects)); got != test.want {
				t.Errorf("groups %s, want %s", got, test.want)
			}
		})
	}
}

package waitfor_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// disciplined are programs by what shows that nobody is stuck because of a lock, with the locks of which that is known.
var disciplined = []struct{ name, source, want string }{
	{"in one order", `
		func f() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }
		func g() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }`, "a b c"},
	{"in both orders", `
		func f() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }
		func g() { b.Lock(); a.Lock(); a.Unlock(); b.Unlock() }`, "c"},
	{"in both orders, by calls", `
		func f() { a.Lock(); takeB(); a.Unlock() }
		func g() { b.Lock(); takeA(); b.Unlock() }
		func takeA() { a.Lock(); a.Unlock() }
		func takeB() { b.Lock(); b.Unlock() }`, "c"},
	{"in both orders, one for writing", `
		func f() { a.Lock(); d.Lock(); d.Unlock(); a.Unlock() }
		func g() { d.Lock(); a.Lock(); a.Unlock(); d.Unlock() }`, "b c"},
	{"in a circle of three", `
		func f() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }
		func g() { b.Lock(); c.Lock(); c.Unlock(); b.Unlock() }
		func h() { c.Lock(); a.Lock(); a.Unlock(); c.Unlock() }`, ""},
	{"one after the other", `
		func f() { a.Lock(); a.Unlock(); b.Lock(); b.Unlock() }
		func g() { b.Lock(); b.Unlock(); a.Lock(); a.Unlock() }`, "a b c"},
	{"over a send to one who doesn't want it", `
		func f() { a.Lock(); ch <- 1; a.Unlock() }
		func g() { <-ch; a.Lock(); a.Unlock() }
		func h() { for { <-ch } }`, "b c"},
	{"over a send that is received without it", `
		func f() { a.Lock(); ch <- 1; a.Unlock() }
		func g() { <-ch }`, "a b c"},
	{"over a send that is received with it", `
		func f() { a.Lock(); ch <- 1; a.Unlock() }
		func g() { for { a.Lock(); <-ch; a.Unlock() } }`, "b c"},
	{"beside a send", `
		func f() { a.Lock(); a.Unlock(); ch <- 1 }
		func g() { for { <-ch; a.Lock(); a.Unlock() } }`, "a b c"},
	{"while a library may run what takes it", `
		func f() { a.Lock(); all.Range(func(k, v any) bool { takeB(); return true }); a.Unlock() }
		func g() { b.Lock(); a.Lock(); a.Unlock(); b.Unlock() }
		func takeB() { b.Lock(); b.Unlock() }`, "c"},
	{"while a goroutine is started that takes it", `
		func f() { a.Lock(); go takeA(); a.Unlock() }
		func takeA() { a.Lock(); a.Unlock() }`, "a b c"},
	{"while it waits for one that takes it", `
		func f() { a.Lock(); go func() { takeA(); ch <- 1 }(); <-ch; a.Unlock() }
		func takeA() { a.Lock(); a.Unlock() }`, "b c"},
	{"one that is kept", `
		func f() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }
		func g() bool { b.Lock(); return true }`, "a c"},
	{"one that hangs on one that others may release", `
		func f() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }
		func g() { b.Lock(); takeA() }
		func takeA() { a.Lock(); a.Unlock() }
		func h() { b.Unlock() }`, "a c"},
	{"one of two", `
		func f(x bool) { l := &a; if x { l = &b }; l.Lock(); l.Unlock() }
		func g() { b.Lock() }`, "c"},
	{"over a wait for nobody", `
		func f() { a.Lock(); var d chan int; <-d; a.Unlock() }`, "b c"},
	{"over a wait for nobody, or somebody", `
		func f(x bool) { a.Lock(); var d chan int; if x { d = make(chan int, 1) }; d <- 1; a.Unlock() }`, "b c"},
	{"over a call that waits for nobody", `
		func f() { a.Lock(); stay(nil); a.Unlock() }
		func stay(d chan int) { <-d }
		func g() { b.Lock(); waitForOne(make(chan int, 1)); b.Unlock() }
		func waitForOne(d chan int) { d <- 1 }`, "b c"},
	{"over a call that waits for nobody, and takes it", `
		func f() { waitIn(nil) }
		func waitIn(d chan int) { a.Lock(); <-d; a.Unlock() }`, "b c"},
	{"over what a library runs that waits for nobody", `
		func f() { a.Lock(); iter.Pull(func(func(int) bool) { var d chan int; <-d }); a.Unlock() }`, "b c"},
	{"while a goroutine is started that waits for nobody", `
		func f() { e := make(chan int); a.Lock(); go func() { var d chan int; <-d; close(e) }(); a.Unlock(); <-e }`, "a b c"},
	{"either of two", `
		func f(x bool) { l := &a; if x { l = &b }; l.Lock(); l.Unlock() }`, "a b c"},
}

// TestLocksBecauseOfWhichNobodyIsStuck asks about the locks of each program: those are named of which all operations
// are told.
func TestLocksBecauseOfWhichNobodyIsStuck(t *testing.T) {
	const variables = `import ("iter"; "sync")
var _ = iter.Pull[int]
var all sync.Map
var a, b, c sync.Mutex
var d sync.RWMutex
var ch = make(chan int)
func F(o chan bool) { wait(o) }
func wait(o chan bool) { // so that they aren't left out
	a.Lock(); o <- true; a.Unlock(); b.Lock(); o <- true; b.Unlock(); c.Lock(); o <- true; c.Unlock()
}
`
	for _, test := range disciplined {
		w := build(t, strings.Replace(variables, "{ wait(o) }", "{ "+callsIn(test.source)+"wait(o) }", 1)+test.source)
		released := w.waits.Served(slices.Sorted(maps.Keys(w.Operated())), nil, nil).Operations()
		missing := map[string]bool{}
		for _, f := range w.Order {
			for _, o := range w.Operations(f) {
				for _, l := range o.Objects {
					if name := w.Points.Objects[l].Name; o.IsLock() && f.Site.IsValid() {
						missing[name] = missing[name] || !slices.Contains(released, f.At(o.At).Instr().Site)
					}
				}
			}
		}
		var names []string
		for _, name := range slices.Sorted(maps.Keys(missing)) {
			if !missing[name] {
				names = append(names, name[strings.LastIndexByte(name, '.')+1:])
			}
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// callsIn starts each function of a source that has no parameters or one.
func callsIn(source string) string {
	calls := ""
	for _, f := range []string{"f", "g", "h"} {
		switch {
		case strings.Contains(source, "func "+f+"(x bool)"):
			calls += "go " + f + "(len(o) > 0); "
		case strings.Contains(source, "func "+f+"()"):
			calls += "go " + f + "(); "
		}
	}
	return calls
}

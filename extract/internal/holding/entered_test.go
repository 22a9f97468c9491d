package holding_test

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
)

func relocksIn(a *holding.Analysis, f *supergraph.Function) int { return len(a.Relocks(f)) }

// TestWhatIsTakenOnSomeWays looks at functions that call others with a lock. What is wanted are those who wait for themselves.
func TestWhatIsTakenOnSomeWays(t *testing.T) {
	const types = `import "context"
import "os"
import "sync"
var _ context.Context
var _ = os.Exit
type T struct { mu, other sync.Mutex; list []int; byName map[string]int; n int; is bool; f func() }
func (t *T) Fill(v int) { t.list = append(t.list, v); t.byName["x"] = v; t.is = v > 3 }
func (t *T) one() { t.mu.Lock(); t.n++; t.mu.Unlock() }
`
	const one = `func (t *T) Each() { t.each() }
func (t *T) each() { for range t.list { t.one() } }
`
	const some = `func (t *T) Some(n int) { t.some(n) }
func (t *T) some(n int) { for i := 0; i < n; i++ { t.one() } }
`
	const those = `func (t *T) Those(l []int) { t.those(l) }
func (t *T) those(l []int) { for range l { t.one() } }
`
	const fails = `func (t *T) load(name string) { if _, err := os.ReadFile(name); err != nil { t.one() } }
`
	for _, test := range []struct{ name, source, want string }{
		{"for each in a slice", one + `func (t *T) Run() { t.mu.Lock(); t.each(); t.mu.Unlock() }`, "Run"},
		{"without the lock", one + `func (t *T) Run() { t.mu.Lock(); t.mu.Unlock(); t.each() }`, ""},
		{"with another lock", one + `func (t *T) Run() { t.other.Lock(); t.each(); t.other.Unlock() }`, ""},
		{"the slice was emptied", one + `func (t *T) Run() { t.mu.Lock(); t.list = nil; t.each(); t.mu.Unlock() }`, ""},
		{"the slice is asked for", one + `func (t *T) Run() { t.mu.Lock(); if len(t.list) < 1 { t.each() }; t.mu.Unlock() }`, ""},
		{"another one was emptied", one + `func (t *T) Run() { t.mu.Lock(); clear(t.byName); t.each(); t.mu.Unlock() }`, "Run"},
		{"a goroutine", one + `func (t *T) Run() { t.mu.Lock(); go t.each(); t.mu.Unlock() }`, ""},
		{"in a loop", one + `func (t *T) Run(n int) { for range n { t.mu.Lock(); t.each(); t.mu.Unlock() } }`, "Run"},
		{"some of a loop", `func (t *T) Each() { t.each() }; func (t *T) each() { for _, v := range t.list { if v == t.n { t.one() } } }; func (t *T) Run() { t.mu.Lock(); t.each(); t.mu.Unlock() }`, ""},
		{"for each in a map", `func (t *T) Each() { t.each() }; func (t *T) each() { for range t.byName { t.one() } }; func (t *T) Run() { t.mu.Lock(); t.each(); t.mu.Unlock() }`, "Run"},
		{"after a loop", `func (t *T) Each() { t.each() }; func (t *T) each() { for range t.byName { if t.is { return } }; t.one() }; func (t *T) Run() { t.mu.Lock(); t.each(); t.mu.Unlock() }`, ""},
		{"as many as are given", some + `func (t *T) Run(n int) { t.mu.Lock(); t.some(n); t.mu.Unlock() }`, "Run"},
		{"as many as are asked for", some + `func (t *T) Run(n int) { t.mu.Lock(); if n < 1 { t.some(n) }; t.mu.Unlock() }`, ""},
		{"none", some + `func (t *T) Run() { t.mu.Lock(); t.some(0); t.mu.Unlock() }`, ""},
		{"those that are given", those + `func (t *T) Run(l []int) { t.mu.Lock(); t.those(l); t.mu.Unlock() }`, "Run"},
		{"those that are asked for", those + `func (t *T) Run(l []int) { t.mu.Lock(); if l == nil { t.those(l) }; t.mu.Unlock() }`, ""},
		{"those that there aren't", those + `func (t *T) Run() { t.mu.Lock(); t.those(nil); t.mu.Unlock() }`, ""},
		{"it lets go of the lock", `func (t *T) Each() { t.mu.Lock(); t.each(); t.mu.Unlock() }; func (t *T) each() { t.mu.Unlock(); for range t.list { t.one() }; t.mu.Lock() }`, ""},
		{"all who call have the lock", fails + `func (t *T) Run() { t.mu.Lock(); t.load("x"); t.mu.Unlock() }`, "Run"},
		{"all of two", fails + `func (t *T) Run() { t.mu.Lock(); t.load("x"); t.mu.Unlock() }; func (t *T) More() { t.mu.Lock(); defer t.mu.Unlock(); t.load("y") }`, "Run More"},
		{"one of two", fails + `func (t *T) Run() { t.mu.Lock(); t.load("x"); t.mu.Unlock() }; func (t *T) More() { t.load("y") }`, ""},
		{"one who starts it", fails + `func (t *T) Run() { t.mu.Lock(); t.load("x"); t.mu.Unlock() }; func (t *T) More() { t.mu.Lock(); go t.load("y"); t.mu.Unlock() }`, ""},
		{"one with another struct", fails + `func (t *T) Run() { t.mu.Lock(); t.load("x"); t.mu.Unlock() }; func (t *T) More(u *T) { t.mu.Lock(); u.load("y"); t.mu.Unlock() }`, ""},
		{"others, too", `func (t *T) Load(name string) { if _, err := os.ReadFile(name); err != nil { t.one() } }; func (t *T) Run() { t.mu.Lock(); t.Load("x"); t.mu.Unlock() }`, ""},
		{"it is said", `func (t *T) Run() { t.mu.Lock(); t.is = true; t.load(); t.mu.Unlock() }; func (t *T) load() { if !t.is { t.one() } }`, ""},
		{"it was asked", `func (t *T) Run(c context.Context) { t.mu.Lock(); if c.Err() != nil { t.load(c) }; t.mu.Unlock() }; func (t *T) load(c context.Context) { if c.Err() == nil { t.one() } }`, ""},
		{"it was asked otherwise", `func (t *T) Run(c context.Context) { t.mu.Lock(); if t.n > 0 { t.load(c) }; t.mu.Unlock() }; func (t *T) load(c context.Context) { if c.Err() == nil { t.one() } }`, "Run"},
		{"a literal that is returned", `func (t *T) later() func() { return func() { t.mu.Lock(); t.n++; t.mu.Unlock() } }; func (t *T) Run() { t.mu.Lock(); f := t.later(); f(); t.mu.Unlock() }`, "Run"},
		{"a literal that was kept", `func (t *T) later(u *T) func() { if t.f == nil { t.f = func() { u.mu.Lock(); u.n++; u.mu.Unlock() } }; return t.f }; func (t *T) Run(u *T) { t.mu.Lock(); f := u.later(t); f(); t.mu.Unlock() }`, ""},
		{"it is told", `func (t *T) Run() { t.mu.Lock(); t.load(true); t.mu.Unlock() }; func (t *T) load(is bool) { if !is { t.one() } }`, ""},
	} {
		if got := foundIn(t, types+test.source, relocksIn); got != test.want {
			t.Errorf("%s: %q", test.name, got)
		}
	}
}

// TestWhatIsTakenInTheEnd looks at functions that defer what takes a lock. What is wanted are those who wait for themselves.
func TestWhatIsTakenInTheEnd(t *testing.T) {
	const types = `import "sync"
type T struct { mu, other sync.Mutex; n int; is bool }
func (t *T) one() { t.mu.Lock(); t.n++; t.mu.Unlock() }
func (t *T) another() { t.other.Lock(); t.n++; t.other.Unlock() }
func (t *T) again() { t.mu.Unlock(); t.n++; t.mu.Lock() }
`
	for _, test := range []struct{ name, body, want string }{
		{"before the release", "t.mu.Lock(); defer t.mu.Unlock(); defer t.one()", "Run"},
		{"after the release", "t.mu.Lock(); defer t.one(); defer t.mu.Unlock()", ""},
		{"before the lock", "defer t.one(); t.mu.Lock(); defer t.mu.Unlock()", ""},
		{"released on one way", "t.mu.Lock(); defer t.one(); if n > 0 { t.mu.Unlock(); return }; t.n++; t.mu.Unlock()", ""},
		{"released before", "t.mu.Lock(); t.mu.Unlock(); defer t.one()", ""},
		{"another lock", "t.mu.Lock(); defer t.mu.Unlock(); defer t.another()", ""},
		{"a literal", "t.mu.Lock(); defer t.mu.Unlock(); defer func() { t.mu.Lock(); t.n++; t.mu.Unlock() }()", "Run"},
		{"a literal that releases", "t.mu.Lock(); defer t.mu.Unlock(); defer func() { t.mu.Unlock(); t.n++; t.mu.Lock() }()", ""},
		{"a function that releases", "t.mu.Lock(); defer t.mu.Unlock(); defer t.again()", ""},
		{"the lock itself", "t.mu.Lock(); defer t.mu.Lock()", "Run"},
		{"after a release", "t.mu.Lock(); defer t.mu.Unlock(); func() { t.mu.Unlock(); defer t.mu.Lock(); t.n++ }()", ""},
		{"on one way", "t.mu.Lock(); defer t.mu.Unlock(); if n > 0 { defer t.one() }", "Run"},
		{"on a way that is never taken", "t.mu.Lock(); defer t.mu.Unlock(); if t.is { defer t.one() }", ""},
		{"by a call", "t.mu.Lock(); defer t.mu.Unlock(); func() { defer t.one(); t.n++ }()", "Run"},
	} {
		if got := foundIn(t, types+"func (t *T) Run(n int) { "+test.body+" }", relocksIn); got != test.want {
			t.Errorf("%s: %q", test.name, got)
		}
	}
}

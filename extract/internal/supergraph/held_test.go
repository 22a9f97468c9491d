package supergraph_test

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
)

// TestWhoReleasesWhatHeHasNotTaken looks at each function alone, on all its paths.
func TestWhoReleasesWhatHeHasNotTaken(t *testing.T) {
	const types = `import "sync"
type s struct { mu sync.RWMutex; n int; c chan int }
func (s *s) wait() { s.mu.Lock(); <-s.c; s.mu.Unlock() } // so that it isn't left out
func use(f func()) { f() }
func (s *s) apart() { s.mu.Unlock(); <-s.c; s.mu.Lock() }
func (s *s) apartOrNot() { s.mu.Unlock(); if <-s.c > 0 { s.mu.Lock() } }
func (s *s) apartAndOut() { s.mu.Unlock(); if <-s.c > 0 { panic("") }; s.mu.Lock() }
func (s *s) forever() { s.mu.Unlock(); for { <-s.c } }
func (s *s) onlyIf(told bool) { s.takeIf(told) }
func (s *s) take() { s.mu.Lock(); s.n++ }
func (s *s) takeIf(told bool) { if told { s.mu.Lock() } }
func (s *s) again(n int) { s.mu.Unlock(); if n > 0 { s.mu.Lock(); s.again(n-1); s.mu.Unlock() }; s.mu.Lock() }
func (s *s) wrong(n int) { if n > 0 { s.wrong(n-1); s.mu.Lock() }; s.mu.Unlock(); s.wrong(n-1) }
func each(f func()) { for range 3 { inner(f) } }
func inner(f func()) { f() }
func (s *s) unlocked() { each(func() { s.n++ }) }
func (s *s) try() bool { s.mu.Lock(); if s.n > 0 { s.mu.Unlock(); return false }; return true }
`
	for _, test := range []struct {
		name, body string
		want       bool
	}{
		{"his own", "s.mu.Lock(); s.n++; s.mu.Unlock()", false},
		{"his own, deferred", "s.mu.Lock(); defer s.mu.Unlock(); s.n++", false},
		{"his own, on each path", "s.mu.Lock(); if s.n > 0 { s.mu.Unlock(); return }; s.mu.Unlock()", false},
		{"his own, in a loop", "for s.n > 0 { s.mu.RLock(); s.mu.RUnlock() }", false},
		{"kept on one path", "s.mu.Lock(); if s.n > 0 { return }; s.mu.Unlock()", false},
		{"another one's", "s.n++; s.mu.Unlock()", true},
		{"another one's, on one path", "if s.n > 0 { s.mu.Lock() }; s.mu.Unlock()", true},
		{"his own, as he was told", "if told { s.mu.Lock() }; s.n++; if told { s.mu.Unlock() }", false},
		{"his own, unless he was told", "if !told { s.mu.Lock() }; s.n++; if told { return }; s.mu.Unlock()", false},
		{"his own, if he was given nothing", "if given == nil { s.mu.Lock() }; s.n++; if given != nil { s.n++ } else { s.mu.Unlock() }", false},
		{"another one's, as he was told", "if told { s.mu.Lock() }; s.n++; if !told { s.mu.Unlock() }", true},
		{"another one's, unless he was told", "if told { s.mu.Lock() }; if told { s.n++ }; s.mu.Unlock()", true},
		{"his own, if nothing changed", "if s.n > 0 { s.mu.Lock() }; s.n++; if s.n > 0 { s.mu.Unlock() }", true},
		{"his own, by turns", "for i := range 3 { odd := i%2 == 1; if odd { s.mu.Lock() }; if !odd { s.mu.Unlock() } }", true},
		{"what he was told to take", "s.takeIf(told); s.n++; if told { s.mu.Unlock() }", false},
		{"what he was told not to take", "s.takeIf(told); s.n++; if !told { s.mu.Unlock() }", true},
		{"his own, by what is run as he was told", "take := func() { if told { s.mu.Lock() } }; release := func() { if told { s.mu.Unlock() } }; take(); s.n++; release()", false},
		{"what he passes that he is told", "s.onlyIf(true); s.n++; s.mu.Unlock()", false},
		{"what he passes that he isn't told", "s.onlyIf(false); s.n++; s.mu.Unlock()", true},
		{"one of two", "s.mu.Lock(); o.mu.RLock(); s.n += o.n; o.mu.RUnlock(); s.mu.Unlock()", false},
		{"for a while, by what is run", "s.mu.Lock(); each(func() { s.mu.Unlock(); <-s.c; s.mu.Lock() }); s.mu.Unlock()", false},
		{"for good, by what a goroutine runs", "s.mu.Lock(); go each(func() { s.mu.Unlock(); <-s.c }); s.mu.Unlock()", true},
		{"for good, by what never ends", "s.mu.Lock(); go func() { s.forever() }()", true},
		{"for a while, again and again", "s.mu.Lock(); s.again(3); s.mu.Unlock()", false},
		{"again and again", "s.mu.Lock(); s.wrong(3)", true},
		{"twice", "s.mu.Lock(); s.mu.Unlock(); s.mu.Unlock()", true},
		{"as a reader what was written", "s.mu.Lock(); s.mu.RUnlock()", true},
		{"later, in a loop", "s.mu.Lock(); for s.n > 0 { s.mu.Unlock() }", true},
		{"by a goroutine", "s.mu.Lock(); go s.mu.Unlock()", true},
		{"by whoever has the method", "s.mu.Lock(); use(s.mu.Unlock)", true},
		{"by whoever has a function", "s.mu.Lock(); go use(func() { s.mu.Unlock() })", true},
		{"by a function that is run", "s.mu.Lock(); use(func() { s.mu.Unlock() })", false},
		{"by a function that is deferred", "s.mu.Lock(); defer func() { s.mu.Unlock() }()", false},
		{"by a function that is run twice", "s.mu.Lock(); use(func() { s.mu.Unlock() }); use(func() { s.mu.Unlock() })", true},
		{"for a while", "s.mu.Lock(); s.apart(); s.mu.Unlock()", false},
		{"for a while, as somebody has it, though it isn't seen", "s.apart(); s.mu.Lock(); s.mu.Unlock()", false},
		{"for a while, as he has it perhaps, and then for good", "s.mu.Lock(); if s.n > 0 { s.mu.Unlock() }; s.apart(); s.mu.Unlock()", true},
		{"for a while, or for good", "s.apartOrNot()", true},
		{"for a while, by who ends then", "s.apartAndOut()", false},
		{"what others have taken", "s.take(); s.n++; s.mu.Unlock()", false},
		{"what others have taken, perhaps", "s.try(); s.mu.Unlock()", true},
	} {
		w := supergraphtest.Build(t, types+"func (s *s) f(told bool, given *int, o *s) { "+test.body+" }\nfunc g() { x := &s{c: make(chan int)}; go x.wait(); x.f(x.n > 0, &x.n, &s{}); x.unlocked() }")
		got := false
		for l := range w.Operated() {
			got = got || w.ReleasesOthers(l)
		}
		if got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

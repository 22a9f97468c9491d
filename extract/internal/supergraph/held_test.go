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
func (s *s) take() { s.mu.Lock(); s.n++ }
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
		{"for a while, as nobody has it", "s.apart(); s.mu.Lock(); s.mu.Unlock()", true},
		{"for a while, after it was released", "s.mu.Lock(); if s.n > 0 { s.mu.Unlock() }; s.apart(); s.mu.Unlock()", true},
		{"what others have taken", "s.take(); s.n++; s.mu.Unlock()", false},
		{"what others have taken, perhaps", "s.try(); s.mu.Unlock()", true},
	} {
		w := supergraphtest.Build(t, types+"func (s *s) f() { "+test.body+" }\nfunc g() { x := &s{c: make(chan int)}; go x.wait(); x.f() }")
		got := false
		for l := range w.Operated() {
			got = got || w.ReleasesOthers(l)
		}
		if got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

package supergraph_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
	"github.com/chancheck/chancheck/extract/ir"
)

// TestWhoGivesALockBack follows the lock of a struct through a method, and what that may run. What is wanted are the
// lines that wait while it is held, or "broken".
func TestWhoGivesALockBack(t *testing.T) {
	const types = `import ("runtime"; "sync")
type s struct { mu sync.RWMutex; m sync.Mutex; n int; c chan int; told bool; next *s; all sync.Map; release func() }
func (s *s) wait() { s.mu.Lock(); <-s.c; s.mu.Unlock() } // so that it isn't left out
func (s *s) lock() { s.mu.Lock() }
func (s *s) unlock() { s.mu.Unlock() }
func (s *s) apart() { s.mu.Unlock(); s.c <- 1; s.mu.Lock() }
func (s *s) lockIf(told bool) { if told { s.mu.Lock() } }
func (s *s) try() bool { s.mu.Lock(); if s.n > 0 { s.mu.Unlock(); return false }; return true }
func (s *s) with(f func()) { s.mu.Lock(); defer s.mu.Unlock(); f() }
func (s *s) safely(f func()) { defer func() { recover() }(); f() }
func (s *s) count() int { s.mu.RLock(); defer s.mu.RUnlock(); return s.n }
func (s *s) countOrNot(locked bool) int { if !locked { s.mu.RLock(); defer s.mu.RUnlock() }; return s.n }
func (s *s) receive() { <-s.c }
func (s *s) poll() { for !s.told { } }
func (s *s) fail() { if s.n > 3 { panic("") }; s.c <- 1 }
func each(f func()) { for range 3 { f() } }
var _ = runtime.NumCPU
`
	for _, test := range []struct{ name, body, want string }{
		{"at once", "s.mu.Lock(); s.n++; s.mu.Unlock()", "4"},
		{"when it has waited", "s.mu.Lock();\ns.c <- 1\ns.mu.Unlock();\n<-s.c", "4 31"},
		{"deferred", "s.mu.Lock(); defer s.mu.Unlock();\n<-s.c", "4 31"},
		{"deferred on one path", "if s.n > 0 { s.mu.Lock(); defer s.mu.Unlock() };\n<-s.c", "4 31"},
		{"deferred in a loop", "for range 3 { s.mu.Lock(); defer s.mu.Unlock() }", "broken"},
		{"what is deferred before waits with it", "defer s.receive(); s.mu.Lock(); defer s.mu.Unlock()", "4 30"},
		{"on each path", "s.mu.Lock(); if s.n > 0 { s.mu.Unlock(); return }; s.mu.Unlock()", "4"},
		{"not on one path", "s.mu.Lock(); if s.n > 0 { return }; s.mu.Unlock()", "broken"},
		{"in each turn", "for s.n > 0 { s.mu.RLock(); s.mu.RUnlock() }", "4"},
		{"not in each turn", "for s.n > 0 { s.mu.RLock(); if s.n > 3 { continue }; s.mu.RUnlock() }", "broken"},
		{"twice", "s.mu.Lock(); s.mu.Unlock(); s.mu.Unlock()", "broken"},
		{"as another one", "s.mu.Lock(); s.mu.RUnlock()", "broken"},
		{"taken again", "s.mu.Lock(); s.count(); s.mu.Unlock()", "broken"},
		{"read again", "s.mu.RLock(); s.count(); s.mu.RUnlock()", "broken"},
		{"that of another struct", "s.mu.Lock(); s.next.mu.Lock(); s.next.mu.Unlock(); s.mu.Unlock()", "broken"},
		{"with another lock", "s.mu.Lock();\ns.m.Lock(); s.receive(); s.m.Unlock(); s.mu.Unlock()", "4 31"},
		{"by helpers", "s.lock();\n<-s.c; s.unlock()", "4 31"},
		{"by a helper, once", "s.lock();\n<-s.c", "broken"},
		{"by a helper on one path", "if s.try() {\n<-s.c; s.unlock() }", "broken"},
		{"as it was told", "s.lockIf(told); if told { s.mu.Unlock() }", "4"},
		{"as it wasn't told", "s.lockIf(told); if !told { s.mu.Unlock() }", "broken"},
		{"of one that is told not to take it", "s.mu.Lock(); s.countOrNot(true); s.mu.Unlock()", "4 30"},
		{"of one that is told to take it", "s.mu.Lock(); s.countOrNot(false); s.mu.Unlock()", "broken"},
		{"for a while", "s.mu.Lock(); s.apart(); s.mu.Unlock()", "4 30"},
		{"what is run with it", "s.with(func() {\n<-s.c })", "4 10"},
		{"what is run with it takes it", "s.with(func() { s.count() })", "broken"},
		{"what is run in a loop takes it", "each(func() { s.count() })", "4"},
		{"what is given to a library takes it", "s.mu.Lock(); s.all.Range(func(k, v any) bool { return s.count() > 1 }); s.mu.Unlock()", "broken"},
		{"what is given to a library takes it, without it", "s.mu.Lock(); s.mu.Unlock(); s.all.Range(func(k, v any) bool { return s.count() > 1 })", "4"},
		{"what is started takes it", "s.mu.Lock(); go s.count(); s.mu.Unlock()", "4 30"},
		{"what is started keeps it", "go s.lock()", "broken"},
		{"what is started releases it", "s.mu.Lock(); go s.unlock()", "broken"},
		{"whoever has the method", "s.mu.Lock(); each(s.mu.Unlock)", "broken"},
		{"a loop that others end", "s.mu.Lock(); for !s.told { }; s.mu.Unlock()", "broken"},
		{"a call that others end", "s.mu.Lock(); s.poll(); s.mu.Unlock()", "broken"},
		{"a loop that others end, without it", "s.mu.Lock(); s.mu.Unlock(); for !s.told { }", "4"},
		{"the end of the goroutine", "s.mu.Lock(); if s.n > 0 { runtime.Goexit() }; s.mu.Unlock()", "broken"},
		{"the end of the goroutine, deferred", "s.mu.Lock(); defer s.mu.Unlock(); if s.n > 0 { runtime.Goexit() }", "4"},
		{"a panic", "s.mu.Lock(); s.fail(); s.mu.Unlock()", "4 30"},
		{"a panic from which somebody recovers", "s.safely(func() { s.mu.Lock(); s.fail(); s.mu.Unlock() })", "broken"},
		{"a panic from which somebody recovers, deferred", "s.safely(func() { s.mu.Lock(); defer s.mu.Unlock(); s.fail() })", "4 30"},
		{"a panic from which it recovers itself", "defer func() { recover() }(); s.mu.Lock(); if s.n > 0 { panic(s.n) }; s.mu.Unlock()", "broken"},
		{"taken twice, and released once", "s.mu.Lock(); s.lock(); s.mu.Unlock()", "broken"},
		{"released in each turn", "s.mu.Lock(); for range 3 { defer s.mu.Unlock() }", "broken"},
		{"the method is kept", "s.release = s.mu.Unlock; s.mu.Lock(); s.mu.Unlock()", "broken"},
		{"a goroutine releases it as well", "s.mu.Lock(); s.mu.Unlock(); go s.mu.Unlock()", "broken"},
		{"tried, and kept", "if s.mu.TryLock() { s.n++ }", "broken"},
		{"tried", "if s.mu.TryLock() { s.mu.Unlock() }", "broken"},
	} {
		w := supergraphtest.Build(t, types+strings.Repeat("\n", 11)+"func (s *s) f(told bool) { "+test.body+" }\nfunc g() { x := &s{c: make(chan int), next: &s{}}; go x.wait(); x.f(x.n > 0) }")
		if got := disciplineOf(w, "mu"); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// disciplineOf are the lines of what waits, is started or called while the lock of some name is held.
func disciplineOf(w *supergraphtest.World, name string) string {
	for l := range w.Operated() {
		if object := &w.Points.Objects[l]; object.Kind != pointsto.Field || !strings.HasSuffix(object.Name, name) {
			continue
		}
		d, ok := w.DisciplineOf(l)
		if !ok {
			return "broken"
		}
		var lines []int
		for _, i := range d.Inside {
			if op := i.Instr().Op; op == ir.OpSend || op == ir.OpReceive || op == ir.OpGo || len(w.CalleesAt(i)) > 0 {
				lines = append(lines, i.Instr().Site.Line)
			}
		}
		slices.Sort(lines)
		var text []string
		for _, line := range slices.Compact(lines) {
			text = append(text, strconv.Itoa(line))
		}
		return strings.Join(text, " ")
	}
	return "none"
}

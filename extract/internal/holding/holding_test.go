package holding_test

import (
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
)

const types = `
import ("errors"; "log"; "sync")
var errs = errors.New("")
type link interface { send(string) error; has(string) bool }
type s struct { done chan int; mu sync.Mutex; rw sync.RWMutex; n int; b bool; link link; peers map[string]*s; others, more []*s; made *made; list []string; b0, cleared bool; cur *s; in struct { mu sync.Mutex } }
func newS(l link) *s { return &s{link: l, peers: map[string]*s{}} }
func (s *s) set() { s.mu.Lock(); s.rw.Lock(); s.b, s.n, s.list = !s.b, s.n+1, append(s.list, ""); s.link.send(""); s.rw.Unlock(); s.mu.Unlock() }
func (s *s) reset() { s.b = false }
func (s *s) lock(name string) { s.mu.Lock(); s.link.send(name); s.mu.Unlock() }
func (s *s) rlock() { s.rw.RLock(); s.link.send(""); s.rw.RUnlock() }
func (s *s) perhaps(locked bool) { if !locked { s.mu.Lock(); s.link.send(""); s.mu.Unlock() } }
func (s *s) deeper(name string) error { s.lock(name); return errs }
func (s *s) exit() { s.link.send(""); log.Fatal("") }
func (s *s) spins() { for { s.link.send("") } }
func (s *s) turn() { s.cur = newS(s.link) }
func (s *s) isMany(really bool) bool { s.link.send(""); return really && s.n > 3 }
func (s *s) isDeep(n int) bool { s.link.send(""); return n > 3 || s.isDeep(n+1) }
func (s *s) never() error { s.link.send(""); return nil }
func fresh(l link) *s { return &s{link: l} }
func (s *s) enter() { s.cleared = false; p := newS(s.link); s.others = append(s.others, p); s.more = append(s.more, newS(s.link)) }
func (x *s) copied() []*s { return append([]*s(nil), x.others...) }
func (x *s) taken() []*s { list := x.more; x.more = nil; return list }
func (x *s) last() (list []*s) { defer x.rlock(); list = x.copied(); for len(list) > 3 { list = list[1:] }; return list }
func (x *s) find() *s { return x.others[0] }
func (x *s) pop() *s { p := x.more[0]; x.more = x.more[1:]; return p }
func (x *s) load() (*made, error) { if x.link.has("") { return nil, errs }; return x.made, nil }
type made struct { mu sync.Mutex; link link; set, perhaps, late, reset *s }
func (x *s) make() (*made, error) {
	m := &made{link: x.link, reset: x}
	if m.isBad() { return nil, errs }
	m.set = x
	if x.b { m.perhaps = x }
	x.made = m
	m.late = x
	return m, nil
}
func (m *made) isBad() bool { return m.link.send("") != nil }
func (m *made) drop() { m.mu.Lock(); m.reset = nil; m.link.send(""); m.mu.Unlock() }
type says interface { says() }
func saysTo(x says) { x.says() }
func (s *s) says() { s.lock("") }
type tells interface { tells() }
func tellsTo(x tells) { x.tells() }
func (s *s) tells() { s.lock("") }
func (m *made) tells() {}
var mu sync.Mutex
func locks() { mu.Lock(); <-make(chan int); mu.Unlock() }
func (s *s) inner() { s.in.mu.Lock(); s.link.send(""); s.in.mu.Unlock() }
`

// analyse makes the analysis of a function with a body; others may call those that open says.
func analyse(t *testing.T, body string, open bool) (*holding.Analysis, *supergraph.Function) {
	w := supergraphtest.Build(t, types+"func (s *s) f(b bool, o *s) error { "+body+" ; return nil }\nfunc g(l link) { x := newS(l); go x.set(); x.enter(); m, _ := x.make(); m.drop(); x.f(true, x); x.lock(\"\"); x.rlock() }\nfunc h(x *s) { x.f(true, x) }")
	a := holding.New(w.Graph, func(*supergraph.Function) bool { return open })
	return a, a.ByName["(*p.s).f"]
}

func TestWhatIsKeptOnOneSide(t *testing.T) {
	for _, test := range []struct {
		name, body string
		open, want bool
	}{
		{"by a field", "s.mu.Lock(); s.link.send(``); if s.b { return errs }; s.mu.Unlock()", false, true},
		{"by an error", "s.mu.Lock(); if err := s.link.send(``); err != nil { return err }; s.mu.Unlock()", false, true},
		{"by the second of two errors", "s.mu.Lock(); if err := s.link.send(``); err != nil { s.mu.Unlock(); return err }; if err := s.link.send(``); err != nil { return err }; s.mu.Unlock()", false, true},
		{"on the other side", "s.mu.Lock(); s.link.send(``); if s.b { s.mu.Unlock() }", false, true},
		{"a read lock", "s.rw.RLock(); s.link.send(``); if s.b { return errs }; s.rw.RUnlock()", false, true},
		{"in a loop", "for _, p := range s.peers { p.mu.Lock(); p.link.send(``); if p.b { continue }; p.mu.Unlock() }", false, true},
		{"by what others pass", "s.mu.Lock(); s.link.send(``); if b { return errs }; s.mu.Unlock()", true, true},
		{"by what the package passes", "s.mu.Lock(); s.link.send(``); if b { return errs }; s.mu.Unlock()", false, false},
		{"nowhere", "s.mu.Lock(); if s.b { s.mu.Unlock(); return errs }; s.link.send(``); s.mu.Unlock()", false, false},
		{"where it isn't held", "if s.n > 0 { s.mu.Lock(); s.link.send(``); s.mu.Unlock() }; if s.b { return errs }", false, false},
		{"where it may not be held", "if s.n > 0 { s.mu.Lock() }; s.link.send(``); if s.b { return errs }; if s.n > 0 { s.mu.Unlock() }", false, false},
		{"where it is asked twice", "s.mu.Lock(); s.link.send(``); if s.b { s.mu.Unlock(); return errs }; if s.b { return errs }; s.mu.Unlock()", false, false},
		{"where the same is asked of a function twice", "s.mu.Lock(); if s.link.has(``) { s.mu.Unlock(); return errs }; if s.link.has(``) { return errs }; s.mu.Unlock()", false, false},
		{"where it has been set", "s.mu.Lock(); s.b = false; s.link.send(``); if s.b { return errs }; s.mu.Unlock()", false, false},
		{"where a call has set it", "s.mu.Lock(); s.reset(); s.link.send(``); if s.b { return errs }; s.mu.Unlock()", false, false},
		{"where a variable remembers", "x := false; if s.n > 0 { x = true }; s.mu.Lock(); s.link.send(``); if x { return errs }; s.mu.Unlock()", false, false},
		{"where there is never an error", "s.mu.Lock(); if s.never() != nil { return errs }; s.mu.Unlock()", false, false},
		{"where it panics", "s.mu.Lock(); s.link.send(``); if s.b { panic(0) }; s.mu.Unlock()", false, false},
		{"by a variable that others have", "s.mu.Lock(); x := s.link.has(``); go func() { if x { s.rlock() } }(); x = s.link.has(``); if x { return errs }; s.mu.Unlock()", false, true},
		{"where a variable that others have was set before", "x := false; go func() { if x { s.rlock() } }(); s.mu.Lock(); x = s.b; s.link.send(``); if x { return errs }; s.mu.Unlock()", false, false},
		{"by an answer to what isn't known", "s.mu.Lock(); if s.isMany(s.b) { return errs }; s.mu.Unlock()", false, true},
		{"where a constant says the answer", "s.mu.Lock(); if s.isMany(false) { return errs }; s.mu.Unlock()", false, false},
		{"where a function asks itself", "s.mu.Lock(); if s.isDeep(s.n) { return errs }; s.mu.Unlock()", false, true},
		{"by what is passed, and changed later", "s.mu.Lock(); s.link.send(``); if b { return errs }; s.mu.Unlock(); func() { b = s.b; s.rlock() }()", true, true},
		{"by what is passed, and changed before", "func() { b = s.b; s.rlock() }(); s.mu.Lock(); s.link.send(``); if b { return errs }; s.mu.Unlock()", true, false},
		{"by what is passed, and set before", "b = true; s.mu.Lock(); s.link.send(``); if b { return errs }; s.mu.Unlock(); func() { b = s.b; s.rlock() }()", true, false},
		{"in a loop that sets it later", "for range s.list { s.mu.Lock(); s.link.send(``); if s.b { continue }; s.b = true; s.mu.Unlock() }", false, true},
		{"in a loop that sets it first", "for range s.list { s.mu.Lock(); s.b = true; s.link.send(``); if s.b { continue }; s.mu.Unlock() }", false, false},
		{"in a loop that sets it before", "for range s.list { s.b = true }; s.mu.Lock(); s.link.send(``); if s.b { return errs }; s.mu.Unlock()", false, false},
		{"if it is more, not less", "s.mu.Lock(); if s.n < o.n { s.mu.Unlock(); return errs }; s.link.send(``); if s.n > o.n { return errs }; s.mu.Unlock()", false, true},
		{"if it is less, not less", "s.mu.Lock(); if s.n < o.n { s.mu.Unlock(); return errs }; s.link.send(``); if o.n > s.n { return errs }; s.mu.Unlock()", false, false},
		{"if it is neither more nor less, but another one", "s.mu.Lock(); if s.n < o.n { s.mu.Unlock(); return errs }; if s.n > o.n { s.mu.Unlock(); return errs }; s.link.send(``); if s.n != o.n { return errs }; s.mu.Unlock()", false, false},
		{"between two numbers", "s.mu.Lock(); if len(s.list) > 5 { s.mu.Unlock(); return errs }; s.link.send(``); if len(s.list) > 3 { return errs }; s.mu.Unlock()", false, true},
		{"beyond a number", "s.mu.Lock(); if len(s.list) > 5 { s.mu.Unlock(); return errs }; s.link.send(``); if len(s.list) >= 6 { return errs }; s.mu.Unlock()", false, false},
		{"below nothing", "s.mu.Lock(); if len(s.list) == 0 { s.mu.Unlock(); return errs }; s.link.send(``); if len(s.list) < 1 { return errs }; s.mu.Unlock()", false, false},
		{"by what whoever makes it sets", "m := s.made; m.mu.Lock(); m.link.send(``); if m.set == nil { return errs }; m.mu.Unlock()", false, false},
		{"by what whoever makes it sets, perhaps", "m := s.made; m.mu.Lock(); m.link.send(``); if m.perhaps == nil { return errs }; m.mu.Unlock()", false, true},
		{"by what whoever makes it sets when others have it", "m := s.made; m.mu.Lock(); m.link.send(``); if m.late == nil { return errs }; m.mu.Unlock()", false, true},
		{"by what somebody takes away", "m := s.made; m.mu.Lock(); m.link.send(``); if m.reset == nil { return errs }; m.mu.Unlock()", false, true},
		{"by a result that goes with an error", "s.mu.Lock(); m, err := s.load(); if err != nil { s.mu.Unlock(); return err }; s.link.send(``); if m == nil { return errs }; s.mu.Unlock()", false, false},
		{"by a result that goes with no error", "s.mu.Lock(); m, _ := s.load(); s.link.send(``); if m == nil { return errs }; s.mu.Unlock()", false, true},
		{"by one constant of some", "s.mu.Lock(); switch s.n { case 0: s.mu.Unlock(); return errs; case 1: s.link.send(``); return errs }; s.mu.Unlock()", false, true},
		{"by none of some constants", "s.mu.Lock(); switch s.n { case 0: s.mu.Unlock(); return errs; case 1: s.mu.Unlock(); s.link.send(``); return errs }", false, false},
		{"by what it isn't compared with", "s.mu.Lock(); if s.n < o.n { s.mu.Unlock(); return errs }; s.link.send(``); if s.n > 3 { return errs }; s.mu.Unlock()", false, true},
		{"by what can't be as it was compared with something else", "s.mu.Lock(); if s.n > o.n || o.n > 3 { s.mu.Unlock(); return errs }; s.link.send(``); if s.n > 3 { return errs }; s.mu.Unlock()", false, false},
		{"by what may be as it was compared with something else", "s.mu.Lock(); if s.n > o.n || o.n > 5 { s.mu.Unlock(); return errs }; s.link.send(``); if s.n > 3 { return errs }; s.mu.Unlock()", false, true},
		{"by a difference that can't be", "s.mu.Lock(); if s.n-o.n > 1 || o.n > 2 { s.mu.Unlock(); return errs }; s.link.send(``); if s.n > 3 { return errs }; s.mu.Unlock()", false, false},
		{"by a difference that may be", "s.mu.Lock(); if s.n-o.n > 1 || o.n > 3 { s.mu.Unlock(); return errs }; s.link.send(``); if s.n > 3 { return errs }; s.mu.Unlock()", false, true},
		{"by what can't be as something else was set", "s.mu.Lock(); if s.n > o.n { s.mu.Unlock(); return errs }; o.n = 3; s.link.send(``); if s.n > 5 && o.n < 4 { return errs }; s.mu.Unlock()", false, false},
		{"by what comes first", "s.mu.Lock(); select { case <-s.done: return errs; default: }; s.link.send(``); s.mu.Unlock()", false, true},
		{"where it is constant", "s.mu.Lock(); s.link.send(``); if len(`abc`) > 4 { return errs }; s.mu.Unlock()", false, false},
		{"by what nobody sets", "s.mu.Lock(); s.link.send(``); if s.b0 { return errs }; s.mu.Unlock()", false, false},
		{"by what is set to nothing but false", "s.mu.Lock(); s.link.send(``); if s.cleared { return errs }; s.mu.Unlock()", false, false},
		{"where it may panic", "s.mu.Lock(); s.link.send(``); if s.b { if s.n > 0 { panic(0) }; return errs }; s.mu.Unlock()", false, true},
		{"where it never returns", "s.mu.Lock(); s.link.send(``); if s.b { for { s.link.send(``) } }; s.mu.Unlock()", false, false},
		{"where it calls what never returns", "s.mu.Lock(); s.link.send(``); if s.b { s.spins(); return errs }; s.mu.Unlock()", false, false},
		{"deferred before, in a loop", "s.mu.Lock(); defer s.mu.Unlock(); for { s.mu.Unlock(); s.link.send(``); s.mu.Lock(); if s.b { return errs } }", false, false},
		{"where the program ends", "s.mu.Lock(); s.link.send(``); if s.b { s.exit(); return errs }; s.mu.Unlock()", false, false},
		{"deferred meanwhile", "s.mu.Lock(); if s.n > 0 { s.mu.Unlock(); return errs }; defer s.mu.Unlock(); s.link.send(``); if s.b { return errs }", false, false},
		{"deferred before", "s.mu.Lock(); defer s.mu.Unlock(); s.mu.Unlock(); s.link.send(``); s.mu.Lock(); if s.b { return errs }", false, false},
		{"in what is listed elsewhere", "for _, p := range s.copied() { p.mu.Lock(); p.link.send(``); if p.b { continue }; p.mu.Unlock() }", false, true},
		{"in what is listed elsewhere, of which some was cut off", "for _, p := range s.last() { p.mu.Lock(); p.link.send(``); if p.b { continue }; p.mu.Unlock() }", false, true},
		{"in what was taken from a list", "for _, p := range s.taken() { p.mu.Lock(); p.link.send(``); if p.b { continue }; p.mu.Unlock() }", false, false},
		{"in what a call finds", "p := s.find(); p.mu.Lock(); p.link.send(``); if p.b { return errs }; p.mu.Unlock()", false, true},
		{"in what a call takes away", "p := s.pop(); p.mu.Lock(); p.link.send(``); if p.b { return errs }; p.mu.Unlock()", false, false},
		{"in what a call makes", "p := fresh(s.link); p.mu.Lock(); p.link.send(``); if p.b { return errs }; p.mu.Unlock()", false, false},
		{"in what is new", "x := newS(s.link); x.mu.Lock(); x.link.send(``); if x.b { return errs }; x.mu.Unlock()", false, false},
		{"in what is thrown away", "p := s.peers[``]; p.mu.Lock(); p.link.send(``); if p.b { delete(s.peers, ``); return errs }; p.mu.Unlock()", false, false},
		{"in what is replaced", "s.mu.Lock(); s.link.send(``); if s.b { *s = *newS(s.link); return errs }; s.mu.Unlock()", false, false},
	} {
		a, f := analyse(t, test.body, test.open)
		if got := len(a.Kept(f)) > 0; got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestWhatIsTakenAgain(t *testing.T) {
	for _, test := range []struct {
		name, body string
		want       []int // how many calls lead there, for each
	}{
		{"by itself", "s.mu.Lock(); s.link.send(``); s.mu.Lock()", []int{0}},
		{"by a call", "s.mu.Lock(); defer s.mu.Unlock(); s.lock(``)", []int{1}},
		{"by a call of a call", "s.mu.Lock(); defer s.mu.Unlock(); return s.deeper(``)", []int{2}},
		{"by way of an interface", "s.mu.Lock(); defer s.mu.Unlock(); saysTo(s)", []int{3}},
		{"by way of an interface to another one", "s.mu.Lock(); defer s.mu.Unlock(); saysTo(o)", nil},
		{"by way of an interface that others implement", "s.mu.Lock(); defer s.mu.Unlock(); tellsTo(s); tellsTo(&made{})", nil},
		{"in each turn of a loop", "for _, x := range s.list { s.mu.Lock(); defer s.mu.Unlock(); s.link.send(x) }", []int{0}},
		{"in each turn of a loop, of another one", "for _, x := range s.others { x.mu.Lock(); defer x.mu.Unlock(); x.link.send(``) }", nil},
		{"in each turn of a loop, by what ends with the turn", "for _, x := range s.list { func() { s.mu.Lock(); defer s.mu.Unlock(); s.link.send(x) }() }", nil},
		{"in each turn of a loop that releases it, perhaps", "for _, x := range s.list { s.mu.Lock(); if s.link.send(x) != nil { s.mu.Unlock(); continue }; defer s.mu.Unlock(); return nil }", nil},
		{"by readers", "s.rw.RLock(); defer s.rw.RUnlock(); s.rlock()", []int{1}},
		{"by a call on one side", "s.mu.Lock(); if s.link.send(``) != nil { s.lock(``) }; s.mu.Unlock()", []int{1}},
		{"in a loop", "s.mu.Lock(); for range s.peers { s.lock(``) }; s.mu.Unlock()", []int{1}},
		{"in a loop that counts", "s.mu.Lock(); for _, x := range s.list { if s.link.send(x) != nil { s.lock(x) } }; s.mu.Unlock()", []int{1}},
		{"in what is found twice", "s.cur.mu.Lock(); s.cur.lock(``); s.cur.mu.Unlock()", []int{1}},
		{"in what is another one then", "s.cur.mu.Lock(); s.turn(); s.cur.lock(``); s.cur.mu.Unlock()", nil},
		{"in a part", "s.in.mu.Lock(); s.inner(); s.in.mu.Unlock()", []int{1}},
		{"in the same of the others", "o.mu.Lock(); o.lock(``); o.mu.Unlock()", []int{1}},
		{"after it was released", "s.mu.Lock(); s.mu.Unlock(); s.lock(``)", nil},
		{"where it may be released", "s.mu.Lock(); if s.b { s.mu.Unlock() }; s.lock(``); if !s.b { s.mu.Unlock() }", nil},
		{"perhaps", "s.mu.Lock(); s.perhaps(true); s.mu.Unlock()", nil},
		{"by another one", "s.mu.Lock(); o.lock(``); s.mu.Unlock()", nil},
		{"another lock", "s.mu.Lock(); s.rlock(); s.mu.Unlock()", nil},
		{"by a goroutine", "s.mu.Lock(); go s.lock(``); s.mu.Unlock()", nil},
		{"in the end", "s.mu.Lock(); defer s.lock(``); s.mu.Unlock()", nil},
		{"where it never comes", "s.mu.Lock(); s.b = true; s.reset(); if s.b { s.lock(``) }; s.mu.Unlock()", nil},
		{"where there is more than it has added", "s.mu.Lock(); s.peers[``] = o; if len(s.peers) > 8 { s.lock(``) }; s.mu.Unlock()", []int{1}},
		{"where it counts to more than one", "s.mu.Lock(); s.n++; if s.n >= 3 { s.lock(``) }; s.mu.Unlock()", []int{1}},
		{"where there is what it has added", "s.mu.Lock(); s.peers[``] = o; if len(s.peers) >= 1 { s.lock(``) }; s.mu.Unlock()", nil},
		{"where there is what it has added twice", "s.mu.Lock(); s.peers[``], s.peers[`a`] = o, s; if len(s.peers) > 1 { s.lock(``) }; s.mu.Unlock()", nil},
		{"where there is what it has added in a loop", "s.mu.Lock(); for range 9 { s.peers[s.list[0]] = o }; if len(s.peers) > 8 { s.lock(``) }; s.mu.Unlock()", nil},
		{"where there is just what it has added", "s.mu.Lock(); m := map[int]bool{}; m[s.n] = true; if len(m) > 8 { s.lock(``) }; s.mu.Unlock()", nil},
		{"of a variable of the package", "mu.Lock(); locks(); mu.Unlock()", []int{1}},
		{"where callers decide", "s.mu.Lock(); s.link.send(``); if b { s.lock(``) }; s.mu.Unlock()", nil},
		{"where the lock is a new one", "s.mu.Lock(); *s = *newS(s.link); s.lock(``); s.mu.Unlock()", nil},
		{"of one peer after the other", "for _, p := range s.peers { p.mu.Lock(); if p.b { p.mu.Unlock() } }", nil},
	} {
		a, f := analyse(t, test.body, false)
		var got []int
		for _, r := range a.Relocks(f) {
			got = append(got, len(r.Again.Calls))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestWhoIsGivenALock(t *testing.T) {
	a, f := analyse(t, "s.mu.Lock(); s.link.send(``); s.mu.Unlock(); for _, p := range s.peers { p.rw.Lock(); s.link.send(``); p.rw.Unlock() }", false)
	var got []bool
	for _, taken := range a.Takings(f) {
		got = append(got, taken.IsGiven())
	}
	if want := []bool{true, false}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

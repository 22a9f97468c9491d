package holding_test

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
)

// askers ask, first and then again, something that others set so; with what they do in between; and whether the lock is forgotten
// where the second answer is another one.
var askers = []struct {
	name, first, between, again, set string
	forgets                          bool
}{
	{"a flag", "if t.shut", "t.c.Wait()", "t.shut", "t.shut = true", true},
	{"a flag that nobody sets back", "if !t.shut", "t.c.Wait()", "!t.shut", "t.shut = true", false},
	{"no wait", "if t.shut", "t.n++", "t.shut", "t.shut = true", false},
	{"a wait on one way", "if t.shut", "if t.n > 0 { t.c.Wait() }", "t.shut", "t.shut = true", false},
	{"a wait with another lock", "if t.shut", "t.other.Wait()", "t.shut", "t.shut = true", false},
	{"another flag", "if t.open", "t.c.Wait()", "t.shut", "t.shut = true", true},
	{"an answer", "if t.isShut()", "t.c.Wait()", "t.isShut()", "t.shut = true", true},
	{"an answer, but no", "if !t.isShut()", "t.c.Wait()", "!t.isShut()", "t.shut = true", false},
	{"the other answer", "if !t.isOpen()", "t.c.Wait()", "!t.isOpen()", "t.shut = true", true},
	{"the other answer of that", "if t.isOpen()", "t.c.Wait()", "t.isOpen()", "t.shut = true", false},
	{"an answer that does more", "if t.forgets()", "t.c.Wait()", "t.forgets()", "t.shut = true", false},
	{"an answer that hangs on more", "if t.isEither()", "t.c.Wait()", "t.isEither()", "t.shut = true", false},
	{"no wait for an answer", "if t.isShut()", "t.n++", "t.isShut()", "t.shut = true", false},
	{"a number", "if t.state < 0", "t.c.Wait()", "t.state < 0", "t.state = -1", true},
	{"a number that is another one", "if t.state < 0", "t.c.Wait()", "t.state < 0", "t.state = 1", false},
	{"a number that isn't known", "if t.state < 0", "t.c.Wait()", "t.state < 0", "t.state = n", false},
	{"no such number", "if t.state >= 0", "t.c.Wait()", "t.state >= 0", "t.state = -1", false},
	{"a number in one step", "if t.isDown()", "t.c.Wait()", "t.isDown()", "atomic.CompareAndSwapInt32(&t.down, 0, 1)", true},
	{"another number in one step", "if t.isDown()", "t.c.Wait()", "t.isDown()", "atomic.CompareAndSwapInt32(&t.down, 1, 0)", false},
	{"a number that is exchanged", "if t.isDown()", "t.c.Wait()", "t.isDown()", "atomic.SwapInt32(&t.down, 1)", true},
	{"a number that is added to", "if t.isDown()", "t.c.Wait()", "t.isDown()", "atomic.AddInt32(&t.down, 1)", false},
	{"a new struct", "if t.shut", "t.c.Wait()", "t.shut", "u := &T{}; u.shut = true", false},
	{"what it sets itself", "if t.shut", "t.c.Wait(); t.Set(1)", "t.shut", "t.shut = true", false},
	{"another lock all the time", "t.mu2.Lock(); defer t.mu2.Unlock(); if t.shut", "t.c.Wait()", "t.shut", "t.shut = true", false},
}

func TestWhatIsAskedAfterAWait(t *testing.T) {
	for _, c := range askers {
		w := supergraphtest.Build(t, `
import ("sync"; "sync/atomic")
var _ = atomic.LoadInt32
type T struct { mu, mu2 sync.Mutex; c, other *sync.Cond; n, state int; down int32; shut, open bool }
func New() *T { t := &T{}; t.c, t.other = sync.NewCond(&t.mu), sync.NewCond(&t.mu2); return t }
func (t *T) isShut() bool { return t.shut }
func (t *T) isOpen() bool { return !t.shut }
func (t *T) isDown() bool { return atomic.LoadInt32(&t.down) == 1 }
func (t *T) isEither() bool { return t.shut == t.open }
func (t *T) forgets() bool { t.n = 0; return t.shut }
func (t *T) Set(n int) { `+c.set+` }
func (t *T) Open() { t.open = true }
func (t *T) Ask() { t.mu.Lock(); `+c.first+` { t.mu.Unlock(); return }; `+c.between+`; if `+c.again+` { return }; t.mu.Unlock() }
`)
		a := holding.New(w.Graph, func(f *supergraph.Function) bool { return f.Exported })
		found := 0
		for _, f := range w.Graph.Order {
			found += len(a.Kept(f))
		}
		if (found == 1) != c.forgets {
			t.Errorf("%s: %d are forgotten", c.name, found)
		}
	}
}

package holding_test

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
)

// negatives are conditions that ask whether a number is less than zero, what is asked before, and what others do to a number; and whether
// a lock is forgotten for such a number.
var negatives = []struct {
	name, before, asks, others string
	forgets                    bool
}{
	{"what is given", "false", "n < 0", "", true},
	{"what is given, the other way round", "false", "!(n >= 0)", "", true},
	{"what is given, on the right", "false", "0 > n", "", true},
	{"what was asked before", "n < 0", "n < 0", "", false},
	{"what was asked before in other words", "n <= 0", "n < 0", "", false},
	{"what isn't ruled out", "n == 0", "n < 0", "", true},
	{"what nobody sets", "false", "t.n < 0", "t.n = 1", false},
	{"what somebody sets", "false", "t.n < 0", "t.n = -1", true},
	{"what somebody counts down", "false", "t.n < 0", "t.n--", false},
	{"what somebody sets in one step", "false", "atomic.LoadInt32(&t.down) < 0", "atomic.CompareAndSwapInt32(&t.down, 0, -1)", true},
	{"what isn't asked for", "n != 0", "n > 0 && n == 0", "", false},
}

func TestWhatIsLessThanZero(t *testing.T) {
	for _, c := range negatives {
		w := supergraphtest.Build(t, `
import ("sync"; "sync/atomic")
var _ = atomic.LoadInt32
type T struct { mu sync.Mutex; n int; down int32 }
func (t *T) Set() { `+c.others+` }
func (t *T) Ask(n int) { if `+c.before+` { return }; t.mu.Lock(); if `+c.asks+` { return }; t.mu.Unlock() }
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

package holding_test

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
)

// closers are what a struct is made with, conditions for which a goroutine waits, bodies of Close, and functions beside; and whether Close
// leaves the goroutine waiting.
var closers = []struct {
	name, made, waits, closes, others string
	leaves                            bool
}{
	{"nothing to do", "", "t.n == 0 && !t.closed", "t.closed = true; t.g.Wait()", "", true},
	{"a wakeup", "", "t.n == 0 && !t.closed", "t.closed = true; t.c.Broadcast(); t.g.Wait()", "", false},
	{"a wakeup for one", "", "t.n == 0 && !t.closed", "t.closed = true; t.c.Signal(); t.g.Wait()", "", false},
	{"a wakeup by a call", "", "t.n == 0 && !t.closed", "t.closed = true; t.Put(); t.g.Wait()", "", false},
	{"something to do", "n: 1", "t.n == 0 && !t.closed", "t.closed = true; t.g.Wait()", "", false},
	{"enough to do", "n: 3", "t.n < 2 && !t.closed", "t.closed = true; t.g.Wait()", "", false},
	{"too little to do", "n: 1", "t.n < 2 && !t.closed", "t.closed = true; t.g.Wait()", "", true},
	{"too much to do", "n: 3", "t.n > 2 && !t.closed", "t.closed = true; t.g.Wait()", "", true},
	{"no more to do than that", "n: 2", "t.n > 2 && !t.closed", "t.closed = true; t.g.Wait()", "", false},
	{"as much as there may be", "n: 2", "t.n >= 2 && !t.closed", "t.closed = true; t.g.Wait()", "", true},
	{"something else than that", "n: 2", "t.n != 3 && !t.closed", "t.closed = true; t.g.Wait()", "", true},
	{"no more than that", "n: 2", "t.n <= 2 && !t.closed", "t.closed = true; t.g.Wait()", "", true},
	{"an answer", "", "t.isIdle() && !t.closed", "t.closed = true; t.g.Wait()", "func (t *T) isIdle() bool { return t.n == 0 }", true},
	{"an answer of others", "", "idle() && !t.closed", "t.closed = true; t.g.Wait()", "func idle() bool { return time.Now().IsZero() }", false},
	{"no flag", "", "t.n == 0", "t.closed = true; t.g.Wait()", "", false},
	{"no end that is waited for", "", "t.n == 0 && !t.closed", "t.closed = true", "", true},
	{"a caller who wakes", "", "t.n == 0 && !t.closed", "t.closed = true", "func (t *T) Leave() { t.Close(); t.c.Broadcast() }", false},
	{"another one who closes", "", "t.n == 0 && !t.closed", "t.closed = true", "func (t *T) Stop() { t.closed = true; t.c.Broadcast() }", false},
	{"a wait only where there is something", "", "t.n == 0 && !t.closed", "t.closed = true; if t.n > 0 { t.g.Wait() }", "func (t *T) Stop() { t.closed = true; t.c.Broadcast() }", false},
	{"a flag that nobody comes to set", "", "t.n == 0 && !t.closed", "if isOff { t.closed = true }", "var isOff bool", false},
	{"a wait that nobody comes to", "", "t.n == 0 && !t.closed", "t.closed = true; if isOff { t.g.Wait() }", "var isOff bool; func (t *T) Stop() { t.closed = true; t.c.Broadcast() }", false},
	{"a goroutine that wakes", "", "t.n == 0 && !t.closed", "t.closed = true; t.g.Wait()", "func (t *T) Watch() { go t.Put() }", false},
	{"a literal that wakes", "", "t.n == 0 && !t.closed", "t.closed = true; t.g.Wait()", "func (t *T) Watch() { time.AfterFunc(1, func() { t.c.Broadcast() }) }", false},
}

func TestWhoIsLeftWaiting(t *testing.T) {
	for _, c := range closers {
		w := supergraphtest.Build(t, `
import ("sync"; "time")
var _ = time.Now
type T struct { mu sync.Mutex; c *sync.Cond; n int; closed bool; g sync.WaitGroup }
func New() *T { t := &T{`+c.made+`}; t.c = sync.NewCond(&t.mu); t.g.Add(1); go t.run(); return t }
func (t *T) run() { defer t.g.Done(); t.mu.Lock(); defer t.mu.Unlock(); for `+c.waits+` { t.c.Wait() }; t.n-- }
func (t *T) Put() { t.mu.Lock(); t.n++; t.mu.Unlock(); t.c.Signal() }
func (t *T) Close() { `+c.closes+` }
`+c.others)
		a := holding.New(w.Graph, func(f *supergraph.Function) bool { return f.Exported })
		found := 0
		for _, f := range w.Graph.Order {
			found += len(a.Unwoken(f))
		}
		if (found == 1) != c.leaves {
			t.Errorf("%s: %d are left waiting", c.name, found)
		}
	}
}

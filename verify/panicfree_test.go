package verify_test

import (
	"cmp"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// A panicTally counts what was compared of programs that don't panic.
type panicTally struct{ ruledOut, always, clean, stuck, saved, more int }

// TestPanicFreeMissesNoResolution: who is stuck in some resolution of the steps in doubt, without
// what leads to a panic, is known to Check, and hardly anybody else.
func TestPanicFreeMissesNoResolution(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	var count panicTally
	for i := range sample(5000) {
		panicFreeAgrees(t, randomPanics(r), &count)
		if t.Failed() {
			t.Fatalf("system %d", i)
		}
	}
	t.Logf("%+v", count)
	if count.more > count.stuck/20 {
		t.Errorf("%d are stuck in no resolution", count.more)
	}
	for _, n := range []int{count.ruledOut, count.always, count.clean, count.stuck, count.saved} {
		if n < sample(60) {
			t.Errorf("something is rare: %+v", count)
		}
	}
}

func FuzzPanicFreeAgrees(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		panicFreeAgrees(t, randomPanics(rand.New(rand.NewPCG(a, b))), &panicTally{})
	})
}

// randomPanics makes a system in which many a channel is closed.
func randomPanics(r *rand.Rand) *model.System {
	sys := randomDoubts(r)
	for p := range sys.Processes {
		for s := range sys.Processes[p].States {
			for j := range sys.Processes[p].States[s].Transitions {
				t := &sys.Processes[p].States[s].Transitions[j]
				if t.Kind == model.Receive && t.Object >= 0 && r.IntN(3) == 0 {
					t.Kind, t.Label = model.Close, 0
				}
			}
		}
	}
	return sys
}

func panicFreeAgrees(t *testing.T, sys *model.System, count *panicTally) {
	t.Helper()
	without := checked(t, sys, verify.Options{States: 64, Plain: true, NoPanic: true})
	r := resolve(sys, 100, true)
	if r == nil {
		return
	}
	_, may := toldWith(sys, without, r.some)
	switch {
	case without.Inconclusive != "":
		count.always++
		if len(r.some) > 0 {
			t.Errorf("%s, says Check, but not in all resolutions:\n%s", without.Inconclusive, textOf(t, sys))
		}
		return
	case len(without.Panics) > 0:
		count.ruledOut++
	}
	for f := range may {
		if f[0] == 'p' {
			t.Errorf("%s, says Check, which is ruled out:\n%s", f, textOf(t, sys))
		}
		if f[0] == 's' && !r.some[f] {
			count.more++
		}
	}
	stuck := false
	for f := range r.some {
		stuck = stuck || f[0] == 's'
		if f[0] == 's' && !may[f] {
			t.Errorf("%s in a resolution, Check doesn't know it:\n%s", f, textOf(t, sys))
		}
	}
	if stuck {
		count.stuck++
	} else {
		count.clean++
	}
	if whole := checked(t, sys, verify.Options{States: 64}); whole.Answer != verify.Clean && without.Answer == verify.Clean {
		count.saved++
	}
	if reduced := checked(t, sys, verify.Options{States: 64, NoPanic: true}); (reduced.Answer == verify.Clean) != (without.Answer == verify.Clean) {
		t.Errorf("with symmetry %v, without it %v:\n%s", reduced.Answer, without.Answer, textOf(t, sys))
	}
}

// TestPanicsDecideWhatIsTaken: small systems, main and a worker, over an unbuffered channel, with
// what goes wrong where nothing panics.
func TestPanicsDecideWhatIsTaken(t *testing.T) {
	const waits = "receive-closed 0 0 -> 2\nstate 2"
	const again = `
			state 1
			tau -1 0 -> 2 doubt "again"
			tau -1 0 -> 3 doubt "again"
			state 2
			close 0 0 -> 3
			state 3`
	for _, test := range []struct{ name, main, worker, want string }{
		{"a close after which nothing panics", waits, "close 0 0 -> 1\ntau -1 0 -> 0\nstate 1", "clean"},
		{"a close that may never be, as there is a second one in some programs", waits, "close 0 0 -> 1\ntau -1 0 -> 0" + again, "unknown"},
		{"a close that comes, as nothing else does", waits, "close 0 0 -> 1" + again, "clean"},
		{"a choice in doubt that always panics, beside something certain", waits, `tau -1 0 -> 3
			tau -1 0 -> 1 doubt "which"
			tau -1 0 -> 2 doubt "which"
			state 1
			close -1 0 -> 3
			state 2
			close -1 0 -> 3
			state 3`, "it panics in any case"},
	} {
		sys, err := model.ParseText(strings.NewReader(`system ""
object channel "o" cap 0 labels { "" }
family "worker" { 1 }
process "main"
state 0
spawn 0 0 -> 1
state 1
`+test.main+"\nprocess \"worker\"\nstate 0\n"+test.worker+"\n"), "test")
		if err != nil {
			t.Fatal(err)
		}
		result := verify.Check(sys, verify.Options{NoPanic: true})
		if got := cmp.Or(result.Inconclusive, result.Answer.String()); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

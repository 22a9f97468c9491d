package verify_test

import (
	"math/rand/v2"
	"testing"

	"github.com/chancheck/chancheck/model"
)

// TestWhatIsReachedIsAttained explores random systems: wherever a process comes, it may come if
// nothing that was done is ever undone. That rules something out, too.
func TestWhatIsReachedIsAttained(t *testing.T) {
	n := 10000
	if testing.Short() {
		n = 2000
	}
	r := rand.New(rand.NewPCG(7, 7))
	ruledOut := 0
	for range n {
		sys := randomSystem(r)
		ruledOut += checkAttained(t, sys)
	}
	if ruledOut < n {
		t.Errorf("of %d systems only %d states are ruled out", n, ruledOut)
	}
}

func FuzzAttained(f *testing.F) {
	f.Fuzz(func(t *testing.T, a, b uint64) {
		checkAttained(t, randomSystem(rand.New(rand.NewPCG(a, b))))
	})
}

// checkAttained compares the states that processes come to with those that they may come to, and
// counts those that are ruled out.
func checkAttained(t *testing.T, sys *model.System) (ruledOut int) {
	t.Helper()
	attained := sys.Attain()
	o := &oracle{sys: sys}
	_, worlds, _ := o.explore(2000)
	for _, w := range worlds {
		for p, at := range w.at {
			if at >= 0 && !attained.Reaches(p, at) {
				t.Fatalf("process %d comes to state %d, which isn't attained:\n%s", p, at, textOf(t, sys))
			}
		}
	}
	for p := range sys.Processes {
		for i := range sys.Processes[p].States {
			if !attained.Reaches(p, i) {
				ruledOut++
			}
		}
	}
	return ruledOut
}

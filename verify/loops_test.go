package verify_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// randomLoops are systems with choices in doubt, some of which leave loops that end.
func randomLoops(r *rand.Rand) *model.System {
	sys := randomDoubts(r)
	for p := range sys.Processes {
		for s := range sys.Processes[p].States {
			transitions := sys.Processes[p].States[s].Transitions
			if len(transitions) > 1 && transitions[0].Doubt != "" && transitions[1].Doubt != "" && r.IntN(2) == 0 {
				transitions[r.IntN(2)].Leaves = true
			}
		}
	}
	return sys
}

// A loopTally counts what was compared.
type loopTally struct{ systems, found, byEnding, missed int }

// loopsAgree compares what is found on one system with the resolutions of those programs that leave
// their loops in the end.
func loopsAgree(t *testing.T, sys *model.System, count *loopTally) {
	t.Helper()
	result := checkedPlainly(t, sys)
	if result.Inconclusive != "" {
		return
	}
	all, ending := resolve(sys, 100, false), resolveFair(sys, 100, false, true)
	if all == nil || ending == nil {
		return
	}
	count.systems++
	sure, _ := toldWith(sys, result, ending.some)
	for f := range sure {
		count.found++
		if !ending.every[f] {
			t.Errorf("%s is a finding, but doesn't come about in every program that leaves its loops", f)
		}
		if !all.every[f] {
			count.byEnding++
		}
	}
	for f := range ending.every {
		if (strings.HasPrefix(f, "stuck") || strings.HasPrefix(f, "panic")) && !sure[f] {
			count.missed++
		}
	}
}

// TestLoopsEndAsResolutionsDo compares with all resolutions, one by one.
func TestLoopsEndAsResolutionsDo(t *testing.T) {
	n := sample(2500)
	if *long {
		n = 60_000
	}
	r := rand.New(rand.NewPCG(7, 11))
	var count loopTally
	for range n {
		sys := randomLoops(r)
		if loopsAgree(t, sys, &count); t.Failed() {
			t.Fatalf("system:\n%s", textOf(t, sys))
		}
	}
	t.Logf("%d systems, %d findings, of them %d as loops end; %d come about and are no finding", count.systems, count.found, count.byEnding, count.missed)
	if count.byEnding < n/1000 {
		t.Error("next to nothing hangs on the end of a loop: the test tests little")
	}
}

// FuzzLoops is TestLoopsEndAsResolutionsDo with seeds that the fuzzer chooses.
func FuzzLoops(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		loopsAgree(t, randomLoops(rand.New(rand.NewPCG(a, b))), &loopTally{})
	})
}

// TestLoopsThatAreEnteredAnewNeedNotBeLeftHere: state 0 and state 1 are the same loop with a flag that each round
// turns, which is left in state 1 each time, and then begins with the flag as it was.
func TestLoopsThatAreEnteredAnewNeedNotBeLeftHere(t *testing.T) {
	const again = "state 0\ntau -1 0 -> 1 doubt \"more\"\ntau -1 0 -> 2 doubt \"more\" leaves\n"
	for entered, want := range map[string]string{
		"state 1\ntau -1 0 -> 0 doubt \"more\"\ntau -1 0 -> 0 doubt \"more\" leaves\n": "unknown",
		"state 1\ntau -1 0 -> 0\n": "found",
	} {
		sys := systemOf(t, "tau -1 0 -> 2\nstate 2", []string{again + entered + "state 2\nreceive 0 0 -> 2"})
		if got := summary(checked(t, sys, verify.Options{})); !strings.HasPrefix(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

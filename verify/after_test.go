package verify_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// TestExplorationBeginsAfterAnExecution: who is stuck after an execution is so at once if the
// exploration begins there, and after a part of it can still get there.
func TestExplorationBeginsAfterAnExecution(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	found := 0
	for range sample(20_000) {
		found += afterAgrees(t, r, randomSystem(r))
	}
	if found < sample(3000) {
		t.Errorf("only %d findings", found)
	}
}

func afterAgrees(t *testing.T, r *rand.Rand, sys *model.System) (found int) {
	t.Helper()
	options := verify.Options{States: 2000, Plain: r.IntN(2) == 0}
	whole := verify.Check(sys, options)
	if whole.Inconclusive != "" {
		return 0
	}
	for _, f := range whole.Findings {
		if f.Category != verify.Leak && f.Category != verify.Deadlock {
			continue
		}
		found++
		options.After = f.Trace
		if again := verify.Check(sys, options); !isAmong(again, &f, 0) {
			t.Fatalf("after %v of\n%s\nthere is %+v, want it at once: %+v", f.Trace, textOf(t, sys), again, f)
		}
		options.After = f.Trace[:r.IntN(len(f.Trace)+1)]
		if again := verify.Check(sys, options); !isAmong(again, &f, len(f.Trace)-len(options.After)) {
			t.Fatalf("after %v of\n%s\nthere is %+v, want %+v", options.After, textOf(t, sys), again, f)
		}
	}
	return found
}

// isAmong reports whether the process of a finding is stuck at its state, too, in a result,
// alone or with others, after no more than some steps.
func isAmong(result verify.Result, f *verify.Finding, most int) bool {
	here := verify.Blocked{Process: f.Process, State: f.State}
	return slices.ContainsFunc(result.Findings, func(other verify.Finding) bool {
		return len(other.Trace) <= most && (other.Process == f.Process && other.State == f.State || slices.Contains(other.Also, here))
	})
}

func TestWhatCannotComeFirstIsNoAnswer(t *testing.T) {
	sys := lockSystem()
	add(sys, sequence(t, sys, "lock m; lock m"))
	f := verify.Check(sys, verify.Options{}).Findings[0]
	options := verify.Options{After: append(slices.Clone(f.Trace), f.Trace[0])}
	if got := verify.Check(sys, options); got.Inconclusive == "" || !reflect.DeepEqual(got.Findings, []verify.Finding(nil)) {
		t.Errorf("%+v after what can't be done", got)
	}
}

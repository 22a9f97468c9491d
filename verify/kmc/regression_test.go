package kmc_test

import (
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/kmc"
)

// decideAt decides a system at one bound.
func decideAt(t testing.TB, sys *model.System, k int) *kmc.Result {
	t.Helper()
	r, err := kmc.Decide(sys, kmc.Options{K: k, Thorough: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func expect(t testing.TB, r *kmc.Result, name string, want kmc.Status) {
	t.Helper()
	if got := r.Property(name); got.Status != want {
		t.Errorf("k=%d: %s %v (%s), want %v", r.K, name, got.Status, got.Note, want)
	}
}

// The counter-examples to Algorithm 1 as it is printed. All verdicts were
// found by exploring the full system by definition.
var counterexamples = []struct {
	name, text       string
	k                int
	safe, exhaustive kmc.Status
	verdict          kmc.Verdict
}{
	{"CE-1: visited configurations lose s", `
		p: 0 -ps!a-> 1
		s: 0 -ps?a-> 1
		r: 0 -rq!a-> 0
		q: 0 -rq?a-> 0`, 1, kmc.Holds, kmc.Holds, kmc.Safe},
	{"CE-2: visited configurations, reduced 2-safe", `
		p: 0 -qp?b-> 0
		q: 0 -qr!b-> 1, 1 -qp!b-> 1
		r: 0 -qr?b-> 1, 1 -rq!a-> 0`, 2, kmc.Fails, kmc.Holds, kmc.Unsafe},
	{"CE-2 at k=1", `
		p: 0 -sp?a-> 1
		q: 0 -rq?a-> 0
		r: 0 -sr?a-> 1, 1 -rq!a-> 1
		s: 0 -sr!a-> 2, 2 -sp!a-> 2`, 1, kmc.Fails, kmc.Fails, kmc.Unsafe},
	{"CE-3: visited configurations, reduced 1-exhaustive", `
		p: 0 -pr!a-> 2, 2 -qp?a-> 2
		q: 0 -qp!a-> 0
		r: 0 -pr?a-> 1, 1 -rs!a-> 1
		s:`, 1, kmc.Fails, kmc.Fails, kmc.Unsafe},
	{"CE-6: stored transitions, Theorem 4", `
		p: 0 -pr!a-> 1, 1 -pq!a-> 2
		q: 0 -pq?a-> 0, 0 -rq?a-> 0
		r: 0 -rq!a-> 1`, 1, kmc.Fails, kmc.Holds, kmc.Unsafe},
	{"CE-8: no configuration of the reduced system shows the conflict", `
		p: 0 -qp?a-> 3, 3 -pq!a-> 3
		q: 0 -qp!a-> 1, 1 -pq?a-> 0, 1 -rq?a-> 3, 3 -pq?a-> 3
		r: 0 -rq!a-> 1`, 1, kmc.Fails, kmc.Fails, kmc.Unsafe},
	{"CE-9: stored transitions, accepted though unsafe", `
		p: 0 -pr!a-> 1, 1 -pq!a-> 2
		q: 0 -rq?a-> 1, 1 -pq?a-> 2, 0 -pq?a-> 3
		r: 0 -rq!a-> 1, 1 -pr?a-> 2`, 1, kmc.Fails, kmc.Holds, kmc.Unsafe},
	{"six transitions: stored transitions, accepted though unsafe", `
		p: 0 -pr!b-> 1, 1 -qp?a-> 2
		q: 0 -qp!a-> 1, 1 -qr!a-> 2
		r: 0 -pr?b-> 0, 0 -qr?a-> 1`, 1, kmc.Fails, kmc.Holds, kmc.Unsafe},
}

func TestCounterexamples(t *testing.T) {
	for _, c := range counterexamples {
		t.Run(c.name, func(t *testing.T) {
			sys := machines(t, c.text)
			r := decideAt(t, sys, c.k)
			expect(t, r, kmc.PropSafe, c.safe)
			expect(t, r, kmc.PropExhaustive, c.exhaustive)
			if r.Verdict != c.verdict {
				t.Errorf("verdict %v (%s), want %v", r.Verdict, r.Reason, c.verdict)
			}
		})
	}
}

package verify_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/verify"
)

// Random systems have many shapes that nobody would think of. What is said about
// each is a line in a golden file: whether it is right, the comparisons with the
// oracles tell; a line that changes shows that something else is said now.

// TestAnswersAboutRandomSystems has for each the verdict, the number of
// configurations, and of each property whether it holds, fails (with the length
// of the execution that shows it) or is undecided.
func TestAnswersAboutRandomSystems(t *testing.T) {
	var b strings.Builder
	for seed := range uint64(300) {
		sys := draw(seed, directedness(seed%5/2))
		options := verify.KMCOptions{K: 1 + int(seed%3), States: 1500, NoReduction: seed%7 == 0, Thorough: seed%2 == 0, Peer: seed%5 == 0}
		if seed%4 == 0 {
			options.K, options.Max = 0, 4
		}
		r, err := verify.KMC(sys, options)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%d: %v at %d, %d/%d and %d/%d:", seed, r.Verdict, r.K, r.States, r.Transitions, r.ReducedStates, r.ReducedTransitions)
		for _, p := range r.Properties {
			fmt.Fprintf(&b, " %c", p.Status.String()[0])
			if p.Witness != nil {
				fmt.Fprint(&b, len(p.Witness.Steps))
			}
		}
		b.WriteString("\n")
	}
	golden(t, "kmc-random.golden", b.String())
}

// TestFindingsInRandomSystems has for each the answer, the number of
// configurations, and each finding: where, how far away, and how many others are
// stuck with it.
func TestFindingsInRandomSystems(t *testing.T) {
	var b strings.Builder
	r := rand.New(rand.NewPCG(11, 12))
	for i := range 600 {
		result := verify.Check(randomSystem(r), verify.Options{States: []int{1500, 40}[i%2], Plain: i%3 == 0})
		fmt.Fprintf(&b, "%d: %v, %d/%d", i, result.Answer, result.States, result.Transitions)
		if result.Inconclusive != "" {
			fmt.Fprintf(&b, " %s %v %v", result.Inconclusive, result.Exhausted, result.Conflicts)
		}
		for _, f := range result.Findings {
			fmt.Fprintf(&b, "; %s %d.%d.%d after %d with %d", f.Category, f.Process, f.State, f.Transition, len(f.Trace), len(f.Also))
		}
		for _, h := range result.Hangs {
			fmt.Fprintf(&b, "; maybe %s %d.%d.%d after %d hangs on %v", h.Category, h.Process, h.State, h.Transition, len(h.Trace), h.Steps)
		}
		b.WriteString("\n")
	}
	golden(t, "random.golden", b.String())
}

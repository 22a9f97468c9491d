package kmc_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/internal/golden"
	"github.com/chancheck/chancheck/verify/kmc"
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
		options := kmc.Options{K: 1 + int(seed%3), States: 1500, NoReduction: seed%7 == 0, Thorough: seed%2 == 0, Peer: seed%5 == 0}
		if seed%4 == 0 {
			options.K, options.Max = 0, 4
		}
		r, err := kmc.Decide(sys, options)
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
	golden.Compare(t, filepath.Join("testdata", "kmc-random.golden"), b.String())
}

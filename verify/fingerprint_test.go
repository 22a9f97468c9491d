package verify_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/internal/golden"
	"github.com/chancheck/chancheck/verify"
)

// Random systems have many shapes that nobody would think of. What is said about
// each is a line in a golden file: whether it is right, the comparisons with the
// oracles tell; a line that changes shows that something else is said now.

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
	golden.Compare(t, filepath.Join("testdata", "random.golden"), b.String())
}

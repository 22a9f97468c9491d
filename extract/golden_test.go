package extract_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/extract/internal/ssatest"
)

// TestSystems compares the systems of small programs with those in testdata/systems.
func TestSystems(t *testing.T) {
	ssatest.Golden(t, filepath.Join("testdata", "systems", "*.txtar"), "systems", systems)
}

// systems are the systems of all roots of a program, and what else is known of
// them.
func systems(t *testing.T, source string) string {
	t.Helper()
	var b strings.Builder
	for _, root := range extract.NewProgram(slice(t, source)).Roots() {
		x := root.Extract(extract.Options{})
		fmt.Fprintf(&b, "# %s\n", root.Function.Display)
		if x.Inconclusive != "" {
			fmt.Fprintf(&b, "# inconclusive: %s\n", x.Inconclusive)
		}
		if x.Bounded {
			fmt.Fprintln(&b, "# bounded")
		}
		for _, o := range x.Open {
			fmt.Fprintf(&b, "# open: %s at %s: %s\n", o.Name, o.Site, o.Reason)
		}
		if x.System == nil {
			continue
		}
		if err := x.System.Validate(); err != nil {
			t.Error(err)
		}
		if err := x.System.WriteText(&b); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

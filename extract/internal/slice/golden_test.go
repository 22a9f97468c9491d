package slice_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/slice"
	"github.com/chancheck/chancheck/extract/internal/ssatest"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
)

// TestGoldenSlices compares the slices of small programs with those in testdata/slices: for
// each root, of the clusters of its objects, and of all of these together.
func TestGoldenSlices(t *testing.T) {
	ssatest.Golden(t, filepath.Join("testdata", "slices", "*.txtar"), "slices", func(t *testing.T, source string) string {
		t.Helper()
		w := prepare(t, ssatest.Build(t, source))
		var b strings.Builder
		for _, root := range w.Roots() {
			name := root.Function.Name
			all := w.Reach(name)
			clusters := w.waits.RootClusters(name, all)
			if len(clusters) > 1 {
				clusters = append(clusters, all)
			}
			for _, objects := range clusters {
				fmt.Fprintf(&b, "# %s: %s\n", name, w.NamesOf([][]pointsto.Location{objects}))
				coarse := w.sliceText(w.slicer.Of([]string{name}, objects, slice.Coarse))
				b.WriteString(coarse)
				if fine := w.sliceText(w.slicer.Of([]string{name}, objects, slice.Fine)); fine != coarse {
					b.WriteString("# with data\n" + fine)
				}
			}
		}
		return b.String()
	})
}

// TestGoldenSlicesOfClients compares what clients run, for each object, with testdata/clients.
func TestGoldenSlicesOfClients(t *testing.T) {
	ssatest.Golden(t, filepath.Join("testdata", "clients", "*.txtar"), "slices", func(t *testing.T, source string) string {
		t.Helper()
		p := ssatest.Build(t, source)
		pkg := supergraphtest.Lower(p)
		w := analysed(t, pkg)
		var b strings.Builder
		for _, l := range slices.Sorted(maps.Keys(w.Operated())) {
			q := w.clientsOf(l)
			q.Variables, q.Initializer = pkg.Variables, pkg.Initializer
			for _, level := range []slice.Level{slice.Coarse, slice.Fine} {
				s := w.slicer.Clients(q, level)
				if s == nil {
					fmt.Fprintf(&b, "# %s: nobody calls anything\n", w.NameOf(l))
					break
				}
				fmt.Fprintf(&b, "# %s, level %d: clients choose among %v, others can call %v of these; cut %v\n", w.NameOf(l), level, q.Chosen, q.Open, s.Cut)
				b.WriteString(w.sliceText(s))
			}
		}
		return b.String()
	})
}

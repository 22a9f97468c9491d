package extract_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/chancheck/chancheck/extract"
)

var update = flag.Bool("update", false, "write the systems that are extracted to testdata/systems")

// TestSystems compares the systems of small programs with those in
// testdata/systems, word for word. A change there is not wrong in itself: it must
// be one that was meant. Each file says at its top what to look at.
func TestSystems(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "systems", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(archive.Files) == 0 || archive.Files[0].Name != "p.go" {
				t.Fatal("the first file must be p.go")
			}
			got := systems(t, string(archive.Files[0].Data))
			if *update {
				archive.Files = []txtar.File{archive.Files[0], {Name: "systems", Data: []byte(got)}}
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			compareLines(t, got, string(archive.Files[len(archive.Files)-1].Data))
		})
	}
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

// compareLines shows the first line that differs, with those before it.
func compareLines(t *testing.T, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		if i < len(g) && i < len(w) && g[i] == w[i] {
			continue
		}
		from := max(i-5, 0)
		t.Fatalf("got\n%s\nwant\n%s", strings.Join(slices.Clone(g[min(from, len(g)):min(i+2, len(g))]), "\n"),
			strings.Join(w[min(from, len(w)):min(i+2, len(w))], "\n"))
	}
}

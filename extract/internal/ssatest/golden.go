package ssatest

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// Update says that golden files are written anew. A change there is not wrong in itself: it
// must be one that was meant.
var Update = flag.Bool("update", false, "write the golden files in testdata")

// Golden compares what is made of programs with what it was, word for word. Each of the files
// that a pattern names says at its top what to look at, and has a program and what is made of
// that.
func Golden(t *testing.T, pattern, made string, from func(t *testing.T, program string) string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
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
			got := from(t, string(archive.Files[0].Data))
			if *Update {
				archive.Files = []txtar.File{archive.Files[0], {Name: made, Data: []byte(got)}}
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			CompareLines(t, got, string(archive.Files[len(archive.Files)-1].Data))
		})
	}
}

// CompareLines shows the first line that differs, with those before it.
func CompareLines(t *testing.T, got, want string) {
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

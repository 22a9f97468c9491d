// Package golden compares what tests make with files that say what it was. A change there is not
// wrong in itself: it must be one that was meant.
package golden

import (
	"flag"
	"os"
	"strings"
	"testing"
)

// Update says that golden files are written anew.
var Update = flag.Bool("update", false, "write the golden files in testdata")

// Compare compares a text with a file.
func Compare(t *testing.T, file, got string) {
	t.Helper()
	if *Update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	CompareLines(t, got, string(want))
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
		t.Fatalf("line %d: got\n%s\nwant\n%s", i+1, strings.Join(g[min(from, len(g)):min(i+2, len(g))], "\n"),
			strings.Join(w[min(from, len(w)):min(i+2, len(w))], "\n"))
	}
}

package ssatest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/chancheck/chancheck/internal/golden"
)

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
			if *golden.Update {
				archive.Files = []txtar.File{archive.Files[0], {Name: made, Data: []byte(got)}}
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			golden.CompareLines(t, got, string(archive.Files[len(archive.Files)-1].Data))
		})
	}
}

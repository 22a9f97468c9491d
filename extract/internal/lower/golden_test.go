package lower

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/chancheck/chancheck/extract/internal/ssatest"
	"github.com/chancheck/chancheck/internal/golden"
)

// TestSkeletons compares the skeletons of the programs in testdata, and of some
// whose systems package extract has, with what they were, word for word.
func TestSkeletons(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "programs", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, topic := range []string{"calls", "leaflocks", "names", "testing", "writers"} {
		files = append(files, filepath.Join("..", "..", "testdata", "systems", topic+".txtar"))
	}
	for _, file := range files {
		topic := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(topic, func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			golden.Compare(t, filepath.Join("testdata", "skeletons", topic+".golden"), skeletons(t, string(archive.Files[0].Data)))
		})
	}
}

// skeletons are those of a program, in the order of the source.
func skeletons(t *testing.T, program string) string {
	t.Helper()
	p := Slice(sourceOf(ssatest.Build(t, program)))
	var b strings.Builder
	for _, name := range p.Own {
		b.WriteString(p.Functions[name].String())
	}
	if f := p.Functions[p.Initializer]; f != nil {
		b.WriteString(f.String())
	}
	for _, v := range p.Variables {
		fmt.Fprintf(&b, "var %s %v %s locks=%t ; %v\n", v.Name, v.Kind, v.TypeName, v.Locks, v.Site)
	}
	return b.String()
}

// Package precommit runs the hook as pre-commit does: the entry, and then the arguments.
package precommit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/chancheck/chancheck/integrations/internal/sample"
)

// A hook is what pre-commit knows of one.
type hook struct {
	ID, Entry, Language string
	Args, Types         []string
	PassFilenames       bool `yaml:"pass_filenames"`
}

func read(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// TestHook runs the entry with its arguments, those of the hook and those of the recipe.
func TestHook(t *testing.T) {
	var hooks []hook
	read(t, "../../.pre-commit-hooks.yaml", &hooks)
	var recipe struct {
		Repos []struct{ Hooks []hook }
	}
	read(t, "pre-commit-config.yaml", &recipe)
	h, user := hooks[0], recipe.Repos[0].Hooks[0]
	if h.ID != user.ID || h.Language != "golang" || h.PassFilenames {
		t.Errorf("the hook is %+v", h)
	}
	bin := t.TempDir()
	sample.Run(t, "../..", 0, "go", "build", "-o", filepath.Join(bin, h.Entry), "./cmd/chancheck")
	tool := filepath.Join(bin, h.Entry)
	dir := sample.Module(t)
	for _, args := range [][]string{h.Args, user.Args} {
		sample.Expect(t, sample.Run(t, dir, 3, tool, args...), sample.Message)
	}
	sample.Write(t, dir, map[string]string{"p.go": sample.Right, "p_test.go": strings.Replace(sample.Wrong, "Stuck", "stays", 2)})
	sample.Run(t, dir, 3, tool, h.Args...)
	sample.Run(t, dir, 0, tool, user.Args...)
}

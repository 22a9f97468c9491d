// Package vscode tests the settings that let VS Code run chancheck as its go vet.
package vscode

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/integrations/internal/sample"
)

// problem is how the Go extension of VS Code reads what go vet prints.
var problem = regexp.MustCompile(`(?m)^(?:vet: )?([^:]*\.go):(\d+)(?::(\d+))?: (.*)$`)

// TestSettings runs what the extension runs with them: go vet, the flags, and the package of the file.
func TestSettings(t *testing.T) {
	text, err := os.ReadFile("settings.json")
	if err != nil {
		t.Fatal(err)
	}
	var settings struct {
		Flags []string `json:"go.vetFlags"`
	}
	if err := json.Unmarshal(text, &settings); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	sample.Run(t, "../..", 0, "go", "build", "-o", filepath.Join(home, "go", "bin", "chancheck"), "./cmd/chancheck")
	args := []string{"vet"}
	for _, f := range settings.Flags {
		args = append(args, regexp.MustCompile(`\$\{env:HOME\}`).ReplaceAllLiteralString(f, home))
	}
	dir := sample.Module(t)
	printed := sample.Run(t, dir, 1, "go", append(args, ".")...)
	found := problem.FindAllStringSubmatch(printed, -1)
	if !slices.ContainsFunc(found, func(m []string) bool { return filepath.Base(m[1]) == "p.go" && m[2] == "8" && m[4] == sample.Told }) {
		t.Errorf("the extension finds %q in\n%s", found, printed)
	}
	sample.Write(t, dir, map[string]string{"p.go": sample.Right})
	sample.Run(t, dir, 0, "go", append(args, ".")...)
}

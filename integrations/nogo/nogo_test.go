package nogo

import (
	"encoding/json"
	"os"
	"regexp"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/chancheck/chancheck/integrations/internal/sample"
)

// TestMain is a driver as nogo is one: a process for each package, and facts in files.
func TestMain(m *testing.M) {
	if os.Getenv("AS_DRIVER") != "" {
		unitchecker.Main(Analyzer)
	}
	os.Exit(m.Run())
}

// TestUnits judges packages one at a time, as Bazel does. Bazel itself can't be had where this runs.
func TestUnits(t *testing.T) {
	t.Log("SKIPPED: Bazel; its protocol is run without it")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("AS_DRIVER", "1")
	printed := sample.Run(t, sample.Module(t), 1, "go", "vet", "-vettool="+self, "./...")
	sample.Expect(t, printed, sample.Message)
}

// TestConfiguration: what nogo refuses is refused here, and the flags exist.
func TestConfiguration(t *testing.T) {
	if err := analysis.Validate([]*analysis.Analyzer{Analyzer}); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile("nogo.json")
	if err != nil {
		t.Fatal(err)
	}
	var config map[string]struct {
		ExcludeFiles map[string]string `json:"exclude_files"`
		Flags        map[string]string `json:"analyzer_flags"`
	}
	if err := json.Unmarshal(text, &config); err != nil {
		t.Fatal(err)
	}
	entry, ok := config[Analyzer.Name]
	if !ok {
		t.Fatalf("no entry for %s", Analyzer.Name)
	}
	for pattern := range entry.ExcludeFiles {
		if _, err := regexp.Compile(pattern); err != nil {
			t.Error(err)
		}
	}
	for name, value := range entry.Flags {
		if f := Analyzer.Flags.Lookup(name); f == nil || f.Value.Set(value) != nil {
			t.Errorf("no flag %s=%s", name, value)
		}
	}
}

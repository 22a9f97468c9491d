package chancheck

import (
	"flag"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/chancheck/chancheck/docs"
	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// TestValid checks what drivers check when they start.
func TestValid(t *testing.T) {
	if err := analysis.Validate([]*analysis.Analyzer{Analyzer, Skeletons}); err != nil {
		t.Error(err)
	}
}

// TestManual wants the documentation to be the package comment, to start as
// drivers expect, and to name every category and limit.
func TestManual(t *testing.T) {
	title, _, _ := strings.Cut(Analyzer.Doc, "\n")
	if !strings.HasPrefix(title, "chancheck: ") || !strings.Contains(Analyzer.Doc, "\n\n") {
		t.Errorf("the title is %q", title)
	}
	if strings.Contains(Analyzer.Doc, "//go:") || strings.Contains(Analyzer.Doc, "package chancheck") {
		t.Error("the manual has code in it")
	}
	for _, category := range docs.Categories() {
		if !strings.Contains(Analyzer.Doc, "- "+category+":") {
			t.Errorf("the manual does not explain %s", category)
		}
		if Analyzer.Flags.Lookup(category) == nil {
			t.Errorf("no flag for %s", category)
		}
	}
	for category := range settings.on {
		if _, ok := docs.Page(category); !ok {
			t.Errorf("no page on %s", category)
		}
	}
	Analyzer.Flags.VisitAll(func(f *flag.Flag) {
		if _, ok := f.Value.(flag.Getter).Get().(int); ok && !strings.Contains(Analyzer.Doc, "-"+f.Name) {
			t.Errorf("the manual does not name the limit -%s", f.Name)
		}
	})
}

// TestReadmeLeadsToEachPage in one step.
func TestReadmeLeadsToEachPage(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	for _, page := range append(pages, "integrations/README.md") {
		if !strings.Contains(string(readme), "]("+filepath.ToSlash(page)+")") {
			t.Errorf("no link to %s", page)
		}
	}
}

// TestFailedReplayIsNotTold has a finding whose execution is none of the system:
// with -replay it is counted as our fault.
func TestFailedReplayIsNotTold(t *testing.T) {
	pass := &analysis.Pass{Fset: token.NewFileSet()}
	r := &reporter{pass: pass, places: newPlacer(pass)}
	v := &verdict{
		root:   &extract.Root{Function: &ir.Function{}},
		system: &model.System{Processes: []model.Automaton{{States: make([]model.State, 1)}}},
	}
	f := &verify.Finding{Category: verify.Deadlock}
	if !r.replays(v, f) || r.counts.Internal != 0 {
		t.Error("replayed without the flag")
	}
	settings.replay = true
	defer func() { settings.replay = false }()
	if r.replays(v, f) || r.counts.Internal != 1 {
		t.Errorf("a finding at a final state is told; %d internal errors", r.counts.Internal)
	}
}

// TestGuard wants a panic to cost one root, and to be counted.
func TestGuard(t *testing.T) {
	r := &reporter{pass: &analysis.Pass{}}
	r.guard(0, func() { panic("broken") })
	if r.counts.Internal != 1 {
		t.Errorf("got %d internal errors, want 1", r.counts.Internal)
	}
}

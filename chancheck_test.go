package chancheck

import (
	"flag"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/chancheck/chancheck/docs"
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

// TestGuard wants a panic to cost one root, and to be counted.
func TestGuard(t *testing.T) {
	r := &reporter{pass: &analysis.Pass{}}
	r.guard(0, func() { panic("broken") })
	if r.counts.Internal != 1 {
		t.Errorf("got %d internal errors, want 1", r.counts.Internal)
	}
}

package analysistest_test

import (
	"path/filepath"
	"strings"
	"testing"

	xtest "golang.org/x/tools/go/analysis/analysistest"

	"github.com/chancheck/chancheck"
	"github.com/chancheck/chancheck/analysistest"
)

// TestCertificatesAgree has each verdict about the project's own corpus compared with what k-MC says about
// the same system, with the capacities of the program and with larger ones: where k-MC calls it safe,
// exploration must find nothing. In short mode it takes a few topics.
func TestCertificatesAgree(t *testing.T) {
	const corpus = "../testdata"
	topics, least := []string{"buffered", "callers", "fields"}, 10
	if !testing.Short() {
		topics, least = analysistest.Topics(t, corpus), 100
	}
	for _, flag := range []string{"replay", "verbose"} {
		if err := chancheck.Analyzer.Flags.Set(flag, "true"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { chancheck.Analyzer.Flags.Set(flag, "false") })
	}
	dir, err := filepath.Abs(corpus)
	if err != nil {
		t.Fatal(err)
	}
	certified := 0
	for _, r := range xtest.Run(noMarks{}, dir, chancheck.Analyzer, topics...) {
		for _, d := range r.Diagnostics {
			switch {
			case d.Category == chancheck.CategoryInternal:
				t.Errorf("%v: %s", r.Pass.Fset.Position(d.Pos), d.Message)
			case d.Category == chancheck.CategoryCertificate && strings.Contains(d.Message, "safe for every capacity"):
				certified++
			}
		}
	}
	if t.Logf("%d certificates", certified); certified < least {
		t.Errorf("%d certificates, want at least %d: the test tests little", certified, least)
	}
}

// noMarks takes no notice of marks: the notes have none.
type noMarks struct{}

func (noMarks) Errorf(string, ...any) {}

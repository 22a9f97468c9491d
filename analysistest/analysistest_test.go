package analysistest_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck"
	"github.com/chancheck/chancheck/analysistest"
	"github.com/chancheck/chancheck/internal/difftest"
	"github.com/chancheck/chancheck/report"
)

func TestSmoke(t *testing.T) {
	analysistest.Run(t, "testdata", "smoke")
}

func TestFacts(t *testing.T) {
	analysistest.RunFacts(t, "testdata", "helper")
}

// TestTopics runs every program of the project's own corpus. Some of them are safe for every capacity, as k-MC says,
// or the comparison with it tests little. Evaluated in slices, one for each cluster, they have what is found in all at once.
func TestTopics(t *testing.T) {
	dir, err := filepath.Abs("../testdata")
	if err != nil {
		t.Fatal(err)
	}
	topics := analysistest.Topics(t, dir)
	said := analysistest.Run(t, dir, topics...)
	certified := 0
	for _, note := range said.Notes {
		if note.Category == chancheck.CategoryCertificate && strings.Contains(note.Message, "safe for every capacity") {
			certified++
		}
	}
	if t.Logf("%d certificates", certified); certified < 100 {
		t.Errorf("%d certificates, want at least 100", certified)
	}
	if t.Failed() || testing.Short() {
		return // slices find what isn't marked, or don't find what is
	}
	agreeWithWhole(t, said, dir, topics...)
}

// agreeWithWhole compares what is said of topics with what is found if each is evaluated all at once.
func agreeWithWhole(t *testing.T, said *report.Report, dir string, topics ...string) {
	t.Helper()
	whole := analysistest.Vet(t, dir, []string{"-v", "-replay", "-whole"}, topics...)
	differences, agreement := survey(said).Compare(survey(whole), beyond)
	for _, d := range differences {
		t.Error(d)
	}
	t.Log(agreement)
}

// beyond are the topics where more goes wrong than the whole can see: where there are more messages than sizes that it tries,
// where it doesn't know that a struct which a function returns is closed later, where timers run out for it again and again,
// where it doesn't know that a ticker has been stopped, that what was read may be read again, or that callers who have ended a goroutine
// receive no more, and where it takes it that others use the channels of a struct, though the function fails that has made it.
var beyond = map[string]bool{
	"src/deserted": true, "src/firstcall": true, "src/leftover": true, "src/reclosed": true, "src/selfawaited": true, "src/selfserved": true, "src/spent": true, "src/streams": true, "src/tickers": true, "src/unended": true, "src/unreceived": true, "src/vacated": true,
}

// survey is what a report says, by topics.
func survey(r *report.Report) *difftest.Survey {
	var said []difftest.Diagnostic
	for _, f := range slices.Concat(r.Findings, r.Notes) {
		d := difftest.Diagnostic{Posn: f.Site.String(), Category: f.Category, Message: f.Message}
		for _, s := range f.Steps {
			d.Related = append(d.Related, difftest.Diagnostic{Posn: s.Site.String(), Message: s.Text})
		}
		said = append(said, d)
	}
	return difftest.NewSurvey("", filepath.Dir, said)
}

package analysistest_test

import (
	"strings"
	"testing"

	"github.com/chancheck/chancheck"
	"github.com/chancheck/chancheck/analysistest"
)

func TestSmoke(t *testing.T) {
	analysistest.Run(t, "testdata", "smoke")
}

func TestFacts(t *testing.T) {
	analysistest.RunFacts(t, "testdata", "helper")
}

// TestTopics runs every program of the project's own corpus. Some of them are safe for every capacity, as k-MC says,
// or the comparison with it tests little.
func TestTopics(t *testing.T) {
	const corpus = "../testdata"
	certified := 0
	for _, note := range analysistest.Run(t, corpus, analysistest.Topics(t, corpus)...) {
		if note.Category == chancheck.CategoryCertificate && strings.Contains(note.Message, "safe for every capacity") {
			certified++
		}
	}
	if t.Logf("%d certificates", certified); certified < 100 {
		t.Errorf("%d certificates, want at least 100", certified)
	}
}

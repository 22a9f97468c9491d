package analysistest_test

import (
	"testing"

	"github.com/chancheck/chancheck/analysistest"
)

func TestSmoke(t *testing.T) {
	analysistest.Run(t, "testdata", "smoke")
}

func TestFacts(t *testing.T) {
	analysistest.RunFacts(t, "testdata", "helper")
}

// TestTopics runs every program of the project's own corpus.
func TestTopics(t *testing.T) {
	const corpus = "../testdata"
	if topics := analysistest.Topics(t, corpus); len(topics) > 0 {
		analysistest.Run(t, corpus, topics...)
	}
}

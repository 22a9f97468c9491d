package main

import (
	"github.com/chancheck/chancheck/verify/kmc"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLiterature compares the answers about the systems of the literature with
// and without the reduction.
func TestLiterature(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "verify", "kmc", "testdata", "kmc")
	all, err := list(folder)
	if err != nil || len(all) < 40 {
		t.Fatalf("%d systems, %v", len(all), err)
	}
	for _, s := range all {
		if o := check(folder, s, kmc.Options{States: 20_000}); o.err != nil || len(o.disagreements) > 0 {
			t.Errorf("%s: %v %q", s.file, o.err, o.disagreements)
		}
	}
}

// TestIndex reads an index, and disagrees where it is wrong.
func TestIndex(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"index.tsv": "file\tk\tparticipants\texpected\tkmc_iter_1..4\n" +
			"right\t1\t2\tCSA=T Basic exh=T safe=True (a remark)\t1:True\n" +
			"wrong\t2\t3\tCSA=T Basic=F OBI=F\tdontknow\n" +
			"broken\t\t\tCSA=T\terr\n" +
			"bad\t\t\tCSA=F\terr\n",
		"right": "A: B!a; end B: A?a; end", "wrong": "A: B!a; end B: A?a; end", "broken": "A", "bad": "A",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	all, err := list(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range all {
		got = append(got, s.file+": "+strings.Join(check(folder, s, kmc.Options{}).disagreements, "; "))
	}
	want := `right: 
wrong: 2 participants, expected 3; directed is true, expected false; k-OBI holds, expected false; search: safe from 1, expected unknown
broken: refused: broken:1:1: expected a system: a participant and ":", .outputs, or "system" and a name, found "A"
bad: `
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

func TestExpectations(t *testing.T) {
	got := expectations("timeout; by construction CSA Basic exhaustive=T safe=F (k-MC)")
	want := map[string]bool{"by": true, "construction": true, "CSA": true, "Basic": true, "exh": true, "safe": false}
	if !maps.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

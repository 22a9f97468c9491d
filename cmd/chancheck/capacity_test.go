package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/docs"
	"github.com/chancheck/chancheck/internal/golden"
	"github.com/chancheck/chancheck/report"
)

// TestCapacity compares the output for a package, in short and in full.
func TestCapacity(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("testdata", "capacity", "p.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"short.golden": {"capacity", "."}, "full.golden": {"capacity", ".", "-v"}, "one.golden": {"capacity", ".", "-func", "Echo"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status, stdout, stderr := run(t, files{"p.go": string(source)}, args...)
			if status != statusClean || stderr != "" {
				t.Errorf("status %d, %s", status, stderr)
			}
			golden.Compare(t, filepath.Join("testdata", "capacity", name), stdout)
		})
	}
}

// TestCapacityPage runs the example of the page.
func TestCapacityPage(t *testing.T) {
	t.Parallel()
	page, _ := docs.Page("capacity")
	_, rest, _ := strings.Cut(page, "```go\n")
	source, rest, _ := strings.Cut(rest, "```\n")
	_, rest, _ = strings.Cut(rest, "$ chancheck capacity .\n")
	want, _, _ := strings.Cut(rest, "```\n")
	if _, got, _ := run(t, files{"p.go": source}, "capacity", "."); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestCapacityPageNotes runs the example of notes, and the change to it that leaves nothing to note.
func TestCapacityPageNotes(t *testing.T) {
	t.Parallel()
	page, _ := docs.Page("capacity")
	_, rest, _ := strings.Cut(page, "\n## Notes\n")
	_, rest, _ = strings.Cut(rest, "```go\n")
	source, rest, _ := strings.Cut(rest, "```\n")
	_, rest, _ = strings.Cut(rest, "```\n")
	want, _, _ := strings.Cut(rest, "```\n")
	if _, got, _ := run(t, files{"p.go": source}, "capacity", "."); want == "" || !strings.HasSuffix(got, want) {
		t.Errorf("got\n%s\nwant at its end\n%s", got, want)
	}
	outside := strings.NewReplacer("func Relay()", "func Relay(tick, tock <-chan int)", "{ forwarded", "{ <-tick; forwarded", "\t<-forwarded", "\t<-tock\n\t<-forwarded")
	if _, got, _ := run(t, files{"p.go": outside.Replace(source)}, "capacity", "."); strings.Count(got, "[buffer]") != 1 || strings.Contains(got, "in Relay is needed") {
		t.Errorf("of two goroutines that wait for the outside world: %s", got)
	}
}

func TestCapacityJSON(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile(filepath.Join("testdata", "capacity", "p.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	_, stdout, _ := run(t, files{"p.go": string(source)}, "capacity", "-json", ".")
	var r report.Report
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Findings) == 0 || r.Findings[0].Category != "capacity" || len(r.Notes) == 0 {
		t.Errorf("got %s", stdout)
	}
}

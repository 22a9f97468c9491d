package report_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/chancheck/chancheck/report"
)

func example() *report.Report {
	return &report.Report{
		Findings: []report.Finding{{
			Category: "leak", Site: at(3), Message: "<-ch blocks",
			Steps: []report.Step{{Site: at(4), Text: "F starts a goroutine"}},
		}},
		Notes:   []report.Finding{{Category: "open", Site: at(5), Message: "ch is open"}},
		Summary: &report.Summary{Counts: report.Counts{Functions: 7, Findings: 1}},
	}
}

func TestText(t *testing.T) {
	var b bytes.Buffer
	if err := example().WriteText(&b); err != nil {
		t.Fatal(err)
	}
	want := `dir/a.go:3:2: <-ch blocks [leak]
	dir/a.go:4:2: F starts a goroutine
dir/a.go:5:2: ch is open [open]
summary: 7 functions, 0 roots, 0 closed, 0 judged, 0 inconclusive, 0 internal, 1 findings
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", &b, want)
	}
}

// TestJSON reads what was written, and wants a list where there is nothing.
func TestJSON(t *testing.T) {
	for _, r := range []*report.Report{example(), {Findings: []report.Finding{}}} {
		var b bytes.Buffer
		if err := r.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		var got report.Report
		if err := json.Unmarshal(b.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(&got, r) {
			t.Errorf("got %+v, want %+v", got, *r)
		}
	}
	var b bytes.Buffer
	if err := new(report.Report).WriteJSON(&b); err != nil || b.String() != "{\n\t\"$schema\": \""+report.Schema+"\",\n\t\"version\": 1,\n\t\"findings\": []\n}\n" {
		t.Errorf("got %q, %v", &b, err)
	}
}

func TestCounts(t *testing.T) {
	c := report.Counts{Functions: 1, Roots: 2, Closed: 3, Judged: 4, Inconclusive: 5, Internal: 6, Findings: 7}
	got, err := report.ParseCounts(c.String())
	if err != nil || got != c {
		t.Errorf("got %v, %v", got, err)
	}
	c.Add(c)
	if c.Functions != 2 || c.Findings != 14 {
		t.Errorf("got the sum %v", c)
	}
	for _, bad := range []string{"", "functions=1", "x=1 roots=2 closed=3 judged=4 inconclusive=5 internal=6 findings=7"} {
		if _, err := report.ParseCounts(bad); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}

package page

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
)

func at(line int) model.Site { return model.Site{File: "a.go", Line: line, Column: 1} }

// relayed has one of each shape: a call, a start, a message that waits, one that is handed over,
// one that nobody takes, and two that are stuck.
func relayed() report.Finding {
	zero, one, full := 0, 1, 1
	return report.Finding{
		Category: "leak", Site: at(9), Message: "<script>alert(1)</script>", Package: "p", Goroutines: []string{"F", "G"},
		Steps: []report.Step{
			{Site: at(1), Text: "T calls F"},
			{Site: at(2), Text: "F starts a goroutine", Act: &report.Act{Goroutine: 0, Kind: "spawn", Partner: &one}},
			{Site: at(3), Text: "F sends on c", Act: &report.Act{Goroutine: 0, Kind: "send", Object: "c", Messages: []int{1}, Content: &full}},
			{Site: at(4), Text: "G receives from c", Act: &report.Act{Goroutine: 1, Kind: "receive", Object: "c", Messages: []int{1}, Content: &zero}},
			{Site: at(5), Text: "G sends on d, received by F", Act: &report.Act{Goroutine: 1, Kind: "send", Object: "d", Partner: &zero}},
			{Site: at(6), Text: "G sends on c", Act: &report.Act{Goroutine: 1, Kind: "send", Object: "c", Messages: []int{2}, Content: &full}},
			{Site: at(9), Text: "G blocks here: send on d", Act: &report.Act{Goroutine: 1, Kind: report.ActBlock, Object: "d"}},
			{Site: at(7), Text: "also blocked: F, wg.Wait", Act: &report.Act{Goroutine: 0, Kind: report.ActAlso, Object: "wg"}},
		},
	}
}

func TestDiagram(t *testing.T) {
	f := relayed()
	d := newDiagram(&f)
	if len(d.Heads) != 2 || len(d.Rows) != len(f.Steps) || d.Width != 2*column {
		t.Fatalf("got %+v", d)
	}
	for i := 1; i < len(d.Rows); i++ {
		if d.Rows[i].Y < d.Rows[i-1].Y+d.Rows[i-1].Height {
			t.Errorf("row %d is above the end of row %d", i+1, i)
		}
	}
	var arrows []int
	for i, r := range d.Rows {
		if r.Arrow {
			arrows = append(arrows, i+1)
		}
		if !r.Arrow && (r.X < 0 || r.X+r.Width > d.Width || r.Y+r.Height > d.Height) {
			t.Errorf("row %d is outside: %+v", i+1, r)
		}
	}
	if !slices.Equal(arrows, []int{2, 5}) {
		t.Errorf("arrows are %v", arrows)
	}
	if d.Rows[4].From != lifeline(1) || d.Rows[4].To != lifeline(0) || d.Rows[4].Lines[0].Text != "d" {
		t.Errorf("what is handed over is %+v", d.Rows[4])
	}
	if text := d.Rows[2].Lines[0].Text; text != "sends on c ▪" {
		t.Errorf("the box says %q", text)
	}
	if len(d.Arrows) != 2 || d.Arrows[0].Lost || !d.Arrows[1].Lost || d.Arrows[0].X1 >= d.Arrows[0].X2 || d.Arrows[0].Y1 >= d.Arrows[0].Y2 {
		t.Errorf("messages are %+v", d.Arrows)
	}
	if d.Heads[0].Stuck != d.Rows[7].Y+d.Rows[7].Height || d.Heads[1].Stuck != d.Rows[6].Y+d.Rows[6].Height {
		t.Errorf("stuck are %+v", d.Heads)
	}
	if d.Rows[7].Lines[0].Text != "also blocked: wg.Wait" {
		t.Errorf("the box says %q", d.Rows[7].Lines)
	}
	if newDiagram(&report.Finding{Steps: f.Steps[:1]}) != nil {
		t.Error("a diagram of nobody")
	}
}

func TestExcerpts(t *testing.T) {
	f := report.Finding{Site: at(20), Steps: []report.Step{{Site: at(2)}, {Site: at(9)}, {Site: at(2)}, {Site: model.Site{File: "gone.go", Line: 3}}, {Site: at(99)}, {}}}
	source := func(file string) []string {
		if file != "a.go" {
			return nil
		}
		return slices.Repeat([]string{"x"}, 22)
	}
	list := excerpts(1, &f, source)
	if len(list) != 2 || list[0].Lines[0].Number != 1 || len(list[0].Lines) != 12 || list[1].Lines[0].Number != 17 || len(list[1].Lines) != 6 {
		t.Fatalf("got %+v", list)
	}
	if l := list[0].Lines[1]; !slices.Equal(l.Steps, []string{"1", "3"}) || l.Own {
		t.Errorf("line 2 is %+v", l)
	}
	if l := list[1].Lines[3]; !l.Own || l.ID != "f1-0-20" {
		t.Errorf("line 20 is %+v", l)
	}
}

// TestPage: all is in one file, nothing of the program becomes markup, and it is the same each time.
func TestPage(t *testing.T) {
	in := &Input{
		Report: &report.Report{
			Findings:   []report.Finding{relayed()},
			Suppressed: []report.Finding{{Category: "panic", Site: at(3), Suppression: &report.Suppression{Kind: report.InSource, Reason: "</article>", Site: at(2)}}},
			Notes:      []report.Finding{{Category: "open", Site: at(4), Message: "c is open"}},
			Errors:     []string{"a.go:1:1: <b>"},
		},
		Coverage: report.NewCoverage([]report.Place{{Site: at(1), Kind: "channel", Status: report.Judged}, {Site: at(2), Kind: "channel", Status: report.Open}, {Site: at(3), Kind: "channel", Status: report.Open}}),
		Source:   func(string) []string { return slices.Repeat([]string{"</pre><script>"}, 12) },
		URL:      func(category string) string { return "https://example.com/" + category },
	}
	var first, again bytes.Buffer
	if err := errors.Join(Write(&first, in), Write(&again, in)); err != nil {
		t.Fatal(err)
	}
	text := first.String()
	if text != again.String() {
		t.Error("not the same each time")
	}
	for what, want := range map[string]int{"<script>": 1, "</pre>": 2, "</article>": 2, "<b>a": 0, "data-suppressed": 1 + strings.Count(script, "data-suppressed")} {
		if got := strings.Count(text, what); got != want {
			t.Errorf("%d of %s, want %d", got, what, want)
		}
	}
	for _, loads := range []string{`\bsrc=`, `<link`, `@import`, `url\(`, `fetch\(`, `XMLHttp`, `javascript:`} {
		if regexp.MustCompile(loads).MatchString(text) {
			t.Errorf("the page has %s", loads)
		}
	}
	for _, want := range []string{
		"suppressed: &lt;/article&gt;", "c is open", "a.go:1:1: &lt;b&gt;", "looked at 1 of 3 channels",
		`<rect class="judged" x="0" y="0" width="333"`, `<rect class="open" x="333" y="0" width="667"`, `href="https://example.com/leak"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
}

// TestEmptyPage has nothing to say.
func TestEmptyPage(t *testing.T) {
	var b bytes.Buffer
	err := Write(&b, &Input{Report: &report.Report{}, Coverage: report.NewCoverage(nil), URL: func(string) string { return "" }})
	if err != nil || !strings.Contains(b.String(), "Nothing was found.") || strings.Contains(b.String(), "What was looked at") {
		t.Errorf("%v\n%s", err, &b)
	}
}

func TestWrap(t *testing.T) {
	got := wrap("été a bcd averyveryverylongword e", 6)
	if want := []string{"été a", "bcd", "avery…", "e"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

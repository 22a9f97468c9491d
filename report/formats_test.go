package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
)

func TestColumn(t *testing.T) {
	source := Source(func(file string) []string {
		if file != "a.go" {
			return nil
		}
		return []string{"été := 1"}
	})
	for _, test := range []struct {
		file         string
		line, column int
		want         int
	}{
		{"a.go", 1, 1, 1}, {"a.go", 1, 4, 3}, {"a.go", 1, 7, 5}, {"a.go", 1, 11, 9}, // the end
		{"a.go", 1, 12, 12}, {"a.go", 2, 7, 7}, {"a.go", 0, 7, 7}, {"b.go", 1, 7, 7}, {"a.go", 1, 0, 0},
	} {
		if got := source.column(test.file, test.line, test.column); got != test.want {
			t.Errorf("%s:%d:%d is %d, want %d", test.file, test.line, test.column, got, test.want)
		}
	}
	if got := Source(nil).column("a.go", 1, 4); got != 4 {
		t.Errorf("without sources %d", got)
	}
}

func TestArtifact(t *testing.T) {
	for file, want := range map[string]sarifArtifact{
		"a/b.go":      {"a/b.go", "%SRCROOT%"},
		"a b/ü%.go":   {"a%20b/%C3%BC%25.go", "%SRCROOT%"},
		"a:b.go":      {"./a:b.go", "%SRCROOT%"},
		"/usr/a b.go": {"file:///usr/a%20b.go", ""},
		"../a.go":     {"../a.go", "%SRCROOT%"},
	} {
		if got := artifact(file); got != want {
			t.Errorf("%s is %v, want %v", file, got, want)
		}
	}
}

// TestGitHubLine: nothing in a name or text may end the command, or a property of it.
func TestGitHubLine(t *testing.T) {
	r := &Report{Findings: []Finding{
		{Category: "leak", Site: model.Site{File: "a,b:c%.go", Line: 3, Column: 2, EndLine: 3, EndColumn: 9}, Message: "100%: a\r\nb, c"},
		{Category: "leak", Site: model.Site{File: "d.go", Line: 3, Column: 2, EndLine: 5, EndColumn: 9}, Message: "m"},
	}, Errors: []string{"x\ny", "chancheck: p/a,b.go:3:7: undefined: nope"}}
	var b bytes.Buffer
	if err := r.WriteGitHub(&b, nil); err != nil {
		t.Fatal(err)
	}
	want := `::error title=chancheck::x%0Ay
::error file=p/a%2Cb.go,line=3,col=7,title=chancheck::undefined: nope
::warning file=a%2Cb%3Ac%25.go,line=3,col=2,endColumn=9,title=chancheck%3A leak::100%25: a%0D%0Ab, c
::warning file=d.go,line=3,endLine=5,title=chancheck%3A leak::m
`
	if b.String() != want {
		t.Errorf("got\n%s", &b)
	}
}

// TestMermaidText: names are what a program says, not part of the notation.
func TestMermaidText(t *testing.T) {
	r := &Report{Findings: []Finding{{
		Category: "leak", Message: "`a` *b* <c>", Goroutines: []string{"F;#<"},
		Steps: []Step{{Text: "calls\nG;"}, {Text: "blocks", Act: &Act{Kind: ActBlock}}},
	}}}
	var b bytes.Buffer
	if err := r.WriteMermaid(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\\`a\\` \\*b\\* &lt;c>", "participant g0 as F#59;#35;#lt;\n", "Note over g0: calls G#59;\n", "Note over g0: blocks\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
}

// TestDetails go through the message of a diagnostic. Those that don't belong to the finding do
// no harm.
func TestDetails(t *testing.T) {
	partner, content := 1, 2
	f := Finding{
		Category: "leak", Message: "m", Goroutines: []string{"F", "G"},
		Steps:       []Step{{Text: "a", Act: &Act{Kind: "send", Partner: &partner, Content: &content, Messages: []int{1}}}, {Text: "b"}},
		Suppression: &Suppression{Kind: InSource, Reason: "r"},
	}
	text := NewDetails(&f).String()
	d, err := ParseDetails(text)
	if err != nil || d.String() != text {
		t.Fatalf("got %v, %v", d, err)
	}
	got := Finding{Steps: []Step{{Text: "a"}, {Text: "b"}}}
	d.AddTo(&got)
	if NewDetails(&got).String() != text {
		t.Errorf("got %+v", got)
	}
	short := Finding{Steps: []Step{{Text: "a"}}}
	if d.AddTo(&short); short.Steps[0].Act != nil {
		t.Error("a step has the act of another one")
	}
	if _, err := ParseDetails("{"); err == nil {
		t.Error("no error")
	}
}

// TestFoldKeepsMessages: a step that stands for several has what each of them sends.
func TestFoldKeepsMessages(t *testing.T) {
	var list []Step
	for i := range 4 {
		content := i + 1
		list = append(list, Step{Text: "sends", Act: &Act{Messages: []int{i + 1}, Content: &content}}, Step{Text: "rests"})
	}
	got := fold(list)
	if len(got) != 2 || len(got[0].Act.Messages) != 4 || got[0].Act.Messages[0] != 1 || *got[0].Act.Content != 4 {
		t.Errorf("got %+v", got)
	}
}

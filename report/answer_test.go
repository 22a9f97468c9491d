package report_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify/kmc"
)

// answer checks a system.
func answer(t *testing.T, text string, options kmc.Options) report.Answer {
	t.Helper()
	sys, err := model.Parse(text, "x.lt")
	if err != nil {
		t.Fatal(err)
	}
	r, err := kmc.Decide(sys, options)
	if err != nil {
		t.Fatal(err)
	}
	return report.TellKMC(sys, "x.lt", options, r)
}

func text(t *testing.T, a report.Answer) string {
	t.Helper()
	var b strings.Builder
	if err := a.WriteText(&b, false); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestRendezvous has a channel without a queue.
func TestRendezvous(t *testing.T) {
	a := answer(t, "A: B!a; B?b; end B: A?a; end", kmc.Options{Bounds: []int{0, 1}})
	want := `x.lt:1:9: unsafe for the bounds A→B 0, B→A 1, and all larger ones
	the premises hold, and the system is not k-safe
	progress fails for A (1:9): to receive B→A?b
	in the way: B→A is empty; nobody is there
	step  place  what happens    queue then
	1     1:4    A hands a to B
`
	if got := text(t, a); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	var b strings.Builder
	if err := a.WriteMermaid(&b); err != nil || !strings.Contains(b.String(), "    p0->>p1: a\n") {
		t.Errorf("%v, %s", err, b.String())
	}
}

// TestLongQueue has more messages in a queue than a line takes.
func TestLongQueue(t *testing.T) {
	system := "A: " + strings.Repeat("B!b;", 9) + "C!go; end B: " + strings.Repeat("A?b;", 9) + "end C: A?go; A?never; end"
	got := text(t, answer(t, system, kmc.Options{K: 10, NoReduction: true}))
	if !strings.Contains(got, "A→B: b b b b b b … 3 more\n") {
		t.Errorf("got\n%s", got)
	}
}

// TestNobodyReceives draws a message that no participant ever takes, with
// characters that Mermaid reads as its own. Whom it is for is known from local types, but not
// from the text form.
func TestNobodyReceives(t *testing.T) {
	const system = "object channel \"A→B\" cap 1 labels { \"a<x;y>\" }\nprocess \"A\"\nstate 0\n  send 0 0 -> 1\nstate 1\nprocess \"B\"\nstate 0\n"
	tests := []struct{ system, want string }{
		{system, "Note over p0: sends a#lt;x#59;y#gt;, which nobody receives"},
		{"A: B!a<x;y>; end B: end", "p0-)p1: a#lt;x#59;y#gt;\n"},
	}
	for _, test := range tests {
		a := answer(t, test.system, kmc.Options{})
		var b strings.Builder
		if err := a.WriteMermaid(&b); err != nil || !strings.Contains(b.String(), test.want) {
			t.Errorf("%v, %s", err, b.String())
		}
	}
}

// FuzzTellKMC renders answers about whatever is a system.
func FuzzTellKMC(f *testing.F) {
	f.Add("A: rec x . { B!a; x, B!b; end } B: rec y. {A?a; y, A?b; end}", 0)
	f.Add("A: B!a; B?b; end B: A!b; A?a; end", 1)
	f.Add("A: {B!a; end, C!c; end} B: {A?a; end, C?a; end} C: {A?c; end, B?d; end}", 2)
	f.Add(".outputs A\n.state graph\nq1 1 ! a q0\nq0 B ? b q1\n.marking q0\n.end\n.outputs B\n.state graph\nq A ! b q\n.marking q\n.end", 0)
	f.Fuzz(func(t *testing.T, text string, bound int) {
		sys, err := model.Parse(text, "x")
		if err != nil {
			return
		}
		options := kmc.Options{K: bound & 3, Max: 3, States: 200}
		if bound&4 != 0 {
			options.Bounds = bytesToBounds(text, len(sys.Objects))
		}
		r, err := kmc.Decide(sys, options)
		if err != nil {
			return
		}
		a := report.TellKMC(sys, "x", options, r)
		var b bytes.Buffer
		for _, err := range []error{a.WriteText(&b, true), a.WriteMermaid(io.Discard), report.WriteAnswersJSON(io.Discard, []report.Answer{a})} {
			if err != nil {
				t.Error(err)
			}
		}
		if !strings.Contains(b.String(), r.Verdict.String()) {
			t.Errorf("no verdict in %s", b.String())
		}
	})
}

// bytesToBounds makes bounds from 0 to 2 of a text.
func bytesToBounds(text string, n int) []int {
	bounds := make([]int, n)
	for i := range bounds {
		bounds[i] = int(text[i%len(text)]) % 3
	}
	return bounds
}

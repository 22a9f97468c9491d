package report_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify/leap"
)

// tellLRA searches a system.
func tellLRA(t *testing.T, text string, options leap.Options, strict bool) report.Answer {
	t.Helper()
	sys, err := model.ParseMixed(text, "x.lt")
	if err != nil {
		t.Fatal(err)
	}
	r, err := leap.Explore(sys, options)
	if err != nil {
		t.Fatal(err)
	}
	return report.TellLRA(sys, "x.lt", report.LRAQuestion{J: options.J, K: options.K, Strict: strict}, r)
}

// TestEarly tells messages that may be received later from those that never are.
func TestEarly(t *testing.T) {
	tests := []struct {
		name, system string
		kinds        string // of what is found on the first channel
	}{
		{"waits for another one first", "A: B!a; end B: C?c; A?a; end C: B!c; end", "early message"},
		{"another way leads to it", "A: B!a; end B: { A?b; end, C?c; A?a; end } C: B!c; end", "early message, never executed"},
		{"after a loop", "A: B!a; end B: rec x. { C?c; x, C?d; A?a; end } C: B!c; B!d; end", "early message, overflow"},
		{"another one of the channel in between", "A: B!a; end B: C?c; A?b; A?a; end C: B!c; end", "unspecified reception, no progress, never executed"},
		{"never", "A: B!a; end B: rec x. { C?c; x, C?d; x } C: B!c; B!d; end", "unspecified reception, no progress, overflow"},
	}
	for _, test := range tests {
		a := tellLRA(t, test.system, leap.Options{J: []bool{true, false}}, false)
		var kinds []string
		for _, f := range a.Findings {
			if len(kinds) == 0 || kinds[len(kinds)-1] != f.Kind {
				kinds = append(kinds, f.Kind)
			}
		}
		if got := strings.Join(kinds, ", "); got != test.kinds {
			t.Errorf("%s: found %s, want %s", test.name, got, test.kinds)
		}
	}
}

// TestManyFindings keeps the verdict where findings are too many to be told: the only one
// that counts is the last.
func TestManyFindings(t *testing.T) {
	const senders = 300
	var b strings.Builder
	for i := range senders {
		fmt.Fprintf(&b, "A%d: B!a; end\n", i)
	}
	j := make([]bool, senders)
	j[senders-1] = true
	a := tellLRA(t, b.String()+"B: end", leap.Options{Search: leap.Proper, J: j}, false)
	if a.Verdict != "unsafe" || a.Execution == nil || !strings.HasPrefix(a.Execution.Wants, "A299→B holds a") {
		t.Errorf("%s, %+v", a.Message, a.Execution)
	}
	if note := a.Properties[1].Note; note != "unspecified reception: 300" || len(a.Findings) != 202 {
		t.Errorf("%s, %d are told", note, len(a.Findings))
	}
}

// FuzzTellLRA renders answers about whatever is a system.
func FuzzTellLRA(f *testing.F) {
	f.Add("A: rec x . { B!a; x, B?b; end } B: rec y. {A?a; y, A!b; end}", uint8(0))
	f.Add("A: B!a; B?b; end B: A!b; A?a; end", uint8(77))
	f.Add(".outputs A\n.state graph\nq1 1 ! a q0\nq0 B ? b q1\n.marking q0\n.end\n.outputs B\n.state graph\nq A ! b q\n.marking q\n.end", uint8(255))
	f.Fuzz(func(t *testing.T, text string, choice uint8) {
		sys, err := model.ParseMixed(text, "x")
		if err != nil {
			return
		}
		options := leap.Options{Search: leap.Search(choice % 5), States: 200, Bounds: bytesToBounds(text+"x", len(sys.Objects))}
		for c := range sys.Objects {
			options.J = append(options.J, choice>>(5+c%3)&1 == 0)
			options.K = append(options.K, choice>>(5+c%3)&1 != 0)
		}
		r, err := leap.Explore(sys, options)
		if err != nil {
			return
		}
		a := report.TellLRA(sys, "x", report.LRAQuestion{J: options.J, K: options.K, Strict: choice&8 != 0}, r)
		var b bytes.Buffer
		for _, err := range []error{a.WriteText(&b, true), a.WriteMermaid(io.Discard), report.WriteAnswersJSON(io.Discard, []report.Answer{a})} {
			if err != nil {
				t.Error(err)
			}
		}
		if !strings.Contains(b.String(), a.Verdict) || (a.Verdict == "unsafe") != (a.Execution != nil) {
			t.Errorf("no verdict in %s", b.String())
		}
	})
}

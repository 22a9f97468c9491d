package report_test

import (
	"io"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify/ksync"
)

// FuzzTellKSync renders answers about whatever is a system.
func FuzzTellKSync(f *testing.F) {
	f.Add("A: B!a; B?b; end B: A!b; A?a; end", uint8(0))
	f.Add("p: q!a; q?c; q!b; q?d; end q: p!c; p!d; p?a; p?b; end", uint8(7))
	f.Add("A: rec x . { B!a; x, B?b; end } B: rec y. {A?a; y, A!b; end}", uint8(5))
	f.Fuzz(func(t *testing.T, text string, choice uint8) {
		sys, err := model.ParseMixed(text, "x")
		if err != nil {
			return
		}
		question := report.KSyncQuestion{Options: ksync.Options{K: int(choice % 3), Queues: ksync.Queues(choice / 3 % 3), Max: 3, States: 300}}
		if choice&64 != 0 {
			question.Target, question.Options.Target = "the start", make([]int, len(sys.Processes))
		}
		r, err := ksync.Decide(sys, question.Options)
		if err != nil {
			return
		}
		a := report.TellKSync(sys, "x", question, r)
		var b strings.Builder
		for _, err := range []error{
			a.WriteText(&b, true), a.WriteMermaid(io.Discard), a.WriteChartDOT(io.Discard), report.WriteAnswersJSON(io.Discard, []report.Answer{a}),
		} {
			if err != nil {
				t.Error(err)
			}
		}
		if !strings.Contains(b.String(), "synchronisable") && r.Verdict != ksync.Unknown {
			t.Errorf("no verdict in %s", b.String())
		}
	})
}

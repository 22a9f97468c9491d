package report_test

import (
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
)

// TestForLiterals: which function literal a call passes says the step of the call, not the sentence, which may be read elsewhere.
func TestForLiterals(t *testing.T) {
	f := report.Finding{Message: "send on ch blocks forever (if err != nil)"}
	f.For(report.Call{Caller: "TestF", Callee: "with", Site: at(3), Passed: []string{"f" + model.IsLiteral, "n == 2"}, Matters: true})
	if want := "send on ch blocks forever (if err != nil and n == 2)"; f.Message != want {
		t.Errorf("the message is %q, want %q", f.Message, want)
	}
	if want := "TestF calls with with a function literal as f and n == 2"; f.Steps[0].Text != want {
		t.Errorf("the first step is %q, want %q", f.Steps[0].Text, want)
	}
}

// TestForAnyCall: of what goes wrong for other calls as well, what one of them passes is no part.
func TestForAnyCall(t *testing.T) {
	f := report.Finding{Message: "send on ch blocks forever"}
	f.For(report.Call{Caller: "TestF", Callee: "G", Site: at(3), Passed: []string{"n == 2"}})
	if f.Message != "send on ch blocks forever" || f.Steps[0].Text != "TestF calls G" {
		t.Errorf("told %q, and first %q", f.Message, f.Steps[0].Text)
	}
}

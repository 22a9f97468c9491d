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

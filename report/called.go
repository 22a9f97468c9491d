package report

import (
	"strings"

	"github.com/chancheck/chancheck/model"
)

// A Call is one of several calls of the function that was judged, and what it passes.
type Call struct {
	Caller, Callee string
	Site           model.Site
	// Passed are conditions on the parameters, as code.
	Passed []string
	// Matters says that nothing goes wrong for other calls.
	Matters bool
}

// For says for which call a finding is so: what is passed is no assumption then, but
// what the caller does.
func (f *Finding) For(c Call) {
	text := c.Caller + " calls " + c.Callee
	if len(c.Passed) > 0 {
		text += " with " + strings.Join(c.Passed, " and ")
	}
	f.Steps = append([]Step{{Site: c.Site, Text: text}}, f.Steps...)
	if !c.Matters || len(c.Passed) == 0 || len(c.Passed) > mostConditions {
		return
	}
	if rest, ok := strings.CutSuffix(f.Message, ")"); ok && strings.Contains(f.Message, " (if ") {
		f.Message = rest + " and " + strings.Join(c.Passed, " and ") + ")"
		return
	}
	f.Message += " (if " + strings.Join(c.Passed, " and ") + ")"
}

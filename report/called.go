package report

import (
	"slices"
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
	if c.Matters && len(c.Passed) > 0 {
		text += " with " + strings.Join(told(c.Passed), " and ")
	}
	f.Steps = append([]Step{{Site: c.Site, Text: text}}, f.Steps...)
	if named := named(c.Passed); c.Matters && len(named) <= mostConditions {
		f.addConditions(named...)
	}
}

// told are conditions on parameters as a story has them. A function literal has no name.
func told(passed []string) (list []string) {
	for _, text := range passed {
		if parameter, ok := strings.CutSuffix(text, model.IsLiteral); ok {
			text = "a function literal as " + parameter
		}
		list = append(list, text)
	}
	return list
}

// named are conditions on parameters that a reader understands without the call. Which literal is meant he doesn't see there.
func named(passed []string) []string {
	return slices.DeleteFunc(slices.Clone(passed), func(text string) bool { return strings.HasSuffix(text, model.IsLiteral) })
}

// Overlapping says that the finding comes about where another call of a struct, or of the function itself, is
// under way at the same time.
func (f *Finding) Overlapping(function, other string) {
	sentence, _, _ := strings.Cut(f.Message, ifs)
	for _, closer := range []string{"another call of ", CallOf} {
		if strings.HasSuffix(sentence, by+closer+other) {
			f.Message = sentence + " at the same time" + f.Message[len(sentence):]
			return
		}
	}
	if function == other {
		f.addConditions("it is called twice at the same time")
		return
	}
	f.addConditions(other + " is called at the same time")
}

// After says that the finding comes about when a method has been called.
func (f *Finding) After(method string) {
	if sentence, _, _ := strings.Cut(f.Message, ifs); !strings.HasSuffix(sentence, "call of "+method) { // who has called it is said then
		f.addConditions(method + " has been called")
	}
}

// addConditions adds some to those without which it wouldn't come about.
func (f *Finding) addConditions(list ...string) {
	if len(list) == 0 {
		return
	}
	text := strings.Join(list, " and ") + ")"
	sentence := strings.TrimSuffix(f.Message, f.tail)
	if rest, ok := strings.CutSuffix(sentence, ")"); ok && strings.Contains(sentence, ifs) {
		f.Message = rest + " and " + text + f.tail
		return
	}
	f.Message = sentence + ifs + text + f.tail
}

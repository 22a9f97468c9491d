package report

import (
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// TellSteps tells what goroutines of a system do, a line for each step that is worth one. All goroutines are
// taken to have been started.
func TellSteps(sys *model.System, steps []verify.Step) []Step {
	n := &narrator{sys: sys, finding: &verify.Finding{Trace: steps}, ends: &ending{states: make([]int, len(sys.Processes))}}
	var list []Step
	for i := range steps {
		t := &sys.Processes[steps[i].Process].States[steps[i].State].Transitions[steps[i].Transition]
		if text := n.step(&steps[i], t); text != "" {
			list = append(list, Step{Site: t.Site, Via: t.Via, Text: text})
		}
	}
	return list
}

package chancheck

import (
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// A test that fails by t.Error goes on (model.Failed), but what goes wrong after that is of little interest: whoever
// mends what has failed won't see it. So where the execution of a finding comes by such a step, it is asked whether it
// takes that: a second look is taken at a system in which the step is the end. What isn't found there is of a
// category of its own, or isn't told; of what is found, the execution there is told, so that one that happens to
// come by a failure hides nothing. A test that hangs because it has failed is told: it
// hides what has failed.

// sortFailed takes that second look.
func (v *verdict) sortFailed(states int, budget *int) {
	needs := func(f verify.Finding) bool {
		return f.Process != 0 && (f.Category == verify.Leak || f.Category == verify.Panic) && failsBefore(v.system, &f)
	}
	if !slices.ContainsFunc(v.result.Findings, needs) {
		return
	}
	result := v.checkOnceMore(v.system.EndingAtFailure(), states, budget)
	var list []verify.Finding
	for _, f := range v.result.Findings {
		if needs(f) && !v.standsWithout(&result, &f) {
			if f.Category == verify.Panic && !isOn(verify.LeakFailed) {
				continue
			}
			if f.Category == verify.Leak {
				f.Category = verify.LeakFailed
			}
		}
		list = append(list, f)
	}
	v.result.Findings = list
}

// failsBefore reports whether a test fails in the execution of a finding, or is about to where that ends: who is stuck for certain may be so
// a step earlier.
func failsBefore(sys *model.System, f *verify.Finding) bool {
	return comesBy(sys, f, (*model.Transition).Fails) || isBoundToFail(&sys.Processes[0], lastStateOf(sys, f), map[int]bool{})
}

// lastStateOf is the state of process 0 at the end of the execution of a finding.
func lastStateOf(sys *model.System, f *verify.Finding) (state int) {
	for _, s := range f.Trace {
		switch {
		case s.Process == 0:
			state = s.In(sys).To
		case s.Partner == 0:
			state = s.PartnerIn(sys).To
		}
	}
	return state
}

// isBoundToFail reports whether a test fails on all ways from a state.
func isBoundToFail(a *model.Automaton, state int, passed map[int]bool) bool {
	if passed[state] {
		return false
	}
	passed[state] = true
	next := a.States[state].Transitions
	return len(next) > 0 && !slices.ContainsFunc(next, func(t model.Transition) bool { return !t.Fails() && !isBoundToFail(a, t.To, passed) })
}

// comesBy reports whether there is a step of some kind in the execution of a finding.
func comesBy(sys *model.System, f *verify.Finding, is func(*model.Transition) bool) bool {
	return slices.ContainsFunc(f.Trace, func(s verify.Step) bool {
		return is(s.In(sys))
	})
}

// standsWithout reports whether a finding comes about where no test has failed, given what comes about there:
// for certain, and then with that execution, or perhaps. After a failure a process may be at the same place with
// other data.
func (v *verdict) standsWithout(result *verify.Result, f *verify.Finding) bool {
	isSame := func(other *verify.Finding) bool {
		return other.Category == f.Category && v.site(other) == v.site(f) && v.system.Processes[other.Process].Site == v.system.Processes[f.Process].Site
	}
	for _, exactly := range []bool{true, false} {
		for _, other := range result.Findings {
			if isSame(&other) && (!exactly || other.SameOperation(f)) {
				*f = other
				return true
			}
		}
	}
	return slices.ContainsFunc(result.Hangs, func(d verify.Doubt) bool { return isSame(&d.Finding) })
}

package chancheck

import (
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// In a test a timer is the time in which others are to have done something, and in all practice they have done it: what takes that
// a timer of a hundred milliseconds runs out before a goroutine has come to its next line isn't worth a reader's time. So of what
// is found in a system with timers, which tests alone have, that is told which comes about where timers wait for whoever has something
// to do, as far as it is known how long that takes (verify.Options.Patient).

// tooLongToWait is why nothing is told that takes a timer in a test.
const tooLongToWait = "it takes too long to find out what comes about if timers in tests don't run out early"

// dropHasty drops the findings that take such a timer. If it isn't found out which do, those are in doubt in whose execution one runs
// out, and that aren't found where timers wait.
func (v *verdict) dropHasty(states int, budget *int) {
	v.patient = v.system.HasTimers()
	if len(v.result.Findings) == 0 || !v.patient {
		return
	}
	isHasty := func(f verify.Finding) bool {
		return comesBy(v.system, &f, func(t *model.Transition) bool { return t.Event == model.Timeout })
	}
	result := v.checkOnceMore(v.system, states, budget)
	isFoundOut := result.Inconclusive == ""
	v.result.Findings = slices.DeleteFunc(v.result.Findings, func(f verify.Finding) bool {
		isDropped := (isFoundOut || isHasty(f)) && !v.standsWithout(&result, &f)
		if isDropped && !isFoundOut {
			v.doubtful = tooLongToWait
		}
		return isDropped
	})
}

package chancheck

import (
	"slices"

	"github.com/chancheck/chancheck/verify"
)

// In a test a timer is the time in which others are to have done something, and in all practice they have done it: what takes that
// a timer of a hundred milliseconds runs out before a goroutine has come to its next line isn't worth a reader's time. So of what
// is found in a system with timers, which tests alone have, that is told which comes about where timers wait for whoever has something
// to do, as far as it is known how long that takes (verify.Options.Patient).

// dropHasty drops the findings that take such a timer. If that takes too long, they are told.
func (v *verdict) dropHasty(states int, budget *int) {
	v.patient = v.system.HasTimers()
	if len(v.result.Findings) == 0 || !v.patient {
		return
	}
	result := v.checkOnceMore(v.system, states, budget)
	if result.Inconclusive != "" {
		v.patient = false
		return
	}
	v.result.Findings = slices.DeleteFunc(v.result.Findings, func(f verify.Finding) bool { return !v.standsWithout(&result, &f) })
}

package chancheck

import (
	"slices"

	"github.com/chancheck/chancheck/verify"
)

// In a test a timer is the time in which others are to have done something, and in all practice they have done it: what takes that
// a timer of a hundred milliseconds runs out before a goroutine has come to its next line isn't worth a reader's time. So of what
// is found in a system with timers, which tests alone have, that is told which comes about where timers wait for whoever has something
// to do, as far as it is known how long that takes (verify.Options.Patient).

// dropHasty drops the findings that take such a timer.
func (v *verdict) dropHasty(states int, budget *int) {
	if len(v.result.Findings) == 0 || !v.system.HasTimers() {
		return
	}
	result := verify.Check(v.system, verify.Options{States: min(states, max(1, *budget)), Patient: true})
	*budget -= result.States
	if result.Inconclusive != "" {
		return
	}
	v.result.Findings = slices.DeleteFunc(v.result.Findings, func(f verify.Finding) bool { return !v.standsWithout(&result, &f) })
}

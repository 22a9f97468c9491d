package chancheck

import (
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// What others can get at isn't in a system, and who waits for it goes on at any time there. Where the one who panics would have said by it that he is done, and
// the one who closes waits for that first, that isn't so.

// isPreventedOutside reports whether a panic can't come about because of a wait group, or a channel, in which others may meddle.
func (r *reporter) isPreventedOutside(v *verdict, f *verify.Finding) bool {
	if f.Category != verify.Panic {
		return false
	}
	at := func(s verify.Step) *model.Transition {
		return &v.system.Processes[s.Process].States[s.State].Transitions[s.Transition]
	}
	wrong := operationOf(v.system, f)
	if n := slices.IndexFunc(f.Trace, func(s verify.Step) bool { return s.Process == f.Process && at(s).Kind == model.Fault }); n >= 0 {
		wrong = at(f.Trace[n]) // the panic has begun there
	}
	return slices.ContainsFunc(f.Trace, func(s verify.Step) bool {
		closes := at(s)
		return closes.Kind == model.Close && closes.Object == wrong.Object && s.Process != f.Process && r.certain.AreOrdered(wrong.Site, closes.Site)
	})
}

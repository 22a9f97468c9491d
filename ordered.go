package chancheck

import "github.com/chancheck/chancheck/verify"

// What others can get at isn't in a system, and who waits for it goes on at any time there. Where the one who panics would have said by it that he is done, and
// the one who closes waits for that first, that isn't so.

// isPreventedOutside reports whether a panic can't come about because of a wait group, or a channel, in which others may meddle.
func (r *reporter) isPreventedOutside(v *verdict, f *verify.Finding) bool {
	closer, victim := partiesOf(v.system, f)
	return f.Category == verify.Panic && closer.step != nil && closer.process != f.Process && r.certain.AreOrdered(victim.step.Site, closer.step.Site)
}

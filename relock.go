package chancheck

import (
	"slices"

	"github.com/chancheck/chancheck/extract"
)

// relocks tells of callers who wait for what they have locked themselves, or that another call of
// the same function has returned with, where all that clients may do is too much. One function is
// called then, and all data in it followed: so it comes to wait, or returns. And nobody lets it go
// on, or whoever locks next, as nobody releases what another one has.
func (r *reporter) relocks(clients extract.Clients) {
	if !r.scopes.AffordsOne(settings.limits) {
		return
	}
	for _, one := range clients.Relocks() {
		if one.ReleaseOthers() && clients.ReleaseOthers() {
			continue
		}
		v := judgeLevelsWithin(r.scopes.AffordsOne, nil, one.At, settings.limits, &r.left.parts)
		if tells, _ := one.Tells(); !tells || v.inconclusive != "" || v.system == nil {
			continue
		}
		r.tellCallers(&v, one, alone)
		if one.AreConfined() && !one.MayBeDropped() && !one.LocksForCallers() && slices.ContainsFunc(v.system.Processes, takingIn(v.system).mayBeKept) {
			r.tellKept(one.Together(2))
		}
	}
}

// tellKept tells of callers who wait for what another one has returned with.
func (r *reporter) tellKept(two extract.Clients) {
	v := judgeLevelsWithin(r.scopes.AffordsOne, nil, two.At, settings.limits, &r.left.parts)
	if tells, _ := two.Tells(); tells && v.inconclusive == "" && v.extraction != nil {
		r.tellCallers(&v, two, left)
	}
}

package chancheck

import "github.com/chancheck/chancheck/extract"

// relocks tells of callers who wait for what they have locked themselves, where all that
// clients may do is too much. One function is called then, and all data in it followed:
// so it comes to wait. And nobody lets it go on, as nobody releases what another one has.
func (r *reporter) relocks(clients extract.Clients) {
	if !r.affordsParts() {
		return
	}
	questions := clients.Relocks()
	if tells, _ := clients.Tells(); !tells || len(questions) == 0 || clients.ReleaseOthers() {
		return
	}
	for _, one := range questions {
		v := judgeLevels(nil, r.scopes, one.At, settings.limits, &r.left.parts)
		if tells, _ := one.Tells(); tells && v.inconclusive == "" && v.extraction != nil {
			r.tellCallers(&v, one, alone)
		}
	}
}

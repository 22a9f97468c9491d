package chancheck

import (
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify"
)

// A lock is told of where its taking is to be mended. Who waits for it at the end is a victim, if it is
//
//   - somebody who wants what a call has returned with: that is told where it returns;
//   - a function that is all right for others, and that is called by who has the lock already: that is told at the call.

// returnedIn says of which callers the call has returned at the end of an execution.
func returnedIn(sys *model.System, trace []verify.Step) []bool {
	list := make([]bool, len(sys.Processes))
	for p := range list {
		list[p] = hasReturned(sys, trace, p) || isCaller(sys, p) && hasEnded(sys, trace, p)
	}
	return list
}

// whereLeft is where a function returns with a lock; if that isn't known, where it has come to last, if that says why. Else it is told
// where somebody waits.
func (r *reporter) whereLeft(told *report.Finding, waits model.Site) model.Site {
	kept := told.Kept()
	if r.certain != nil {
		if at, ok := r.certain.ReturnWith(kept.Taken, kept.Last, kept.Side, kept.Called); ok && r.places.Owns(at.Site) {
			told.ReturnsAt(at.Site, at.If)
			return at.Site
		}
	}
	if kept.IsClear() && r.places.Owns(kept.Last) {
		return kept.Last
	}
	told.OfWaiting()
	return waits
}

// whereAgain is the call by which somebody who has a lock comes to where he takes it again, if others come there as well; else that
// place.
func (r *reporter) whereAgain(told *report.Finding, again model.Site) model.Site {
	call, ok := told.Again()
	if !ok || r.certain == nil || encloses(call, again) || !r.places.Owns(call) || !r.certain.IsCalledElsewhere(call) {
		return again
	}
	return call
}

// mended is where a finding about callers is told that is seen at a place. It changes the words of that.
func (r *reporter) mended(v *verdict, told *report.Finding, site model.Site) model.Site {
	switch {
	case told.Kept() != nil:
		return r.whereLeft(told, site)
	case v.clients:
		return r.whereAgain(told, site)
	}
	return site
}

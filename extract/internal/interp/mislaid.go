package interp

import (
	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/model"
)

// Reasons for which an object is open, and code outside has it no more than before: the program has put it where it isn't
// followed. All that happens to it later functions of the program do, in an order of their own.
const (
	unknownElement  = "an element with an unknown index is used"
	unknownBounds   = "a slice with unknown bounds is used"
	unknownLength   = "appended to a slice of unknown length"
	tooLongToFollow = "the slice is too long to follow"
	copiedToSlice   = "copied between slices"
	storedInMap     = "stored in a map"
	unknownKeyUsed  = "an entry with an unknown key is used"
	unknownKeyGone  = "an entry with an unknown key is deleted"
	notFollowed     = "stored in a variable that is not followed"
	crowdedOut      = "sent on a channel with too many different messages"
)

// isMislaid reports whether a reason is one of those.
func isMislaid(reason string) bool {
	switch reason {
	case unknownElement, unknownBounds, unknownLength, tooLongToFollow, copiedToSlice, storedInMap, unknownKeyUsed, unknownKeyGone,
		notFollowed, crowdedOut:
		return true
	}
	return false
}

// askedOfOpen is why what is loaded from an open object is in doubt, askedOfMislaid if nobody outside has it.
const (
	askedOfOpen    = "an object that other code can change is asked for"
	askedOfMislaid = "an object is asked for that was put where it isn't followed"
)

// taintOfOpen is why what is loaded from an object is in doubt that is open for a reason.
func (e *evaluator) taintOfOpen(object domain.ObjectID) string {
	switch {
	case !e.IsMade(object):
		return ""
	case isMislaid(e.open[object]):
		return askedOfMislaid
	}
	return askedOfOpen
}

// elsewhere is an operation on a channel that isn't followed. If the program has mislaid that, it is served in an order that
// isn't known, or never.
func (e *evaluator) elsewhere(s *localState, channel domain.Value, site model.Site, then func(*localState)) []alternative {
	list := e.outside(s, site, then)
	if d := e.Of(channel); d.Form == domain.ChanForm && isMislaid(e.open[d.Object]) || e.TaintOf(channel) == askedOfMislaid {
		list[0].transition.Doubt = model.ServedElsewhere
	}
	return list
}

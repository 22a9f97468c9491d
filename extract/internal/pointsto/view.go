package pointsto

import (
	"slices"

	"github.com/chancheck/chancheck/extract/ir"
)

// A value of type <-chan T, or chan<- T, is a view of a channel: a location of its
// own, so that what the outside gets tells what it can do. Who asks what an operand
// may be is told of the channel itself.

// A viewOf names a view.
type viewOf struct {
	channel   Location
	direction int
}

// view is a location as seen through a directional type.
func (a *Analysis) view(l Location, direction int) Location {
	o := a.Objects[l]
	if o.Kind != Channel || o.View != 0 {
		return l
	}
	key := viewOf{l, direction}
	v, ok := a.views[key]
	if !ok {
		o.View, o.Direction, o.content = l, direction, 0
		v = a.newLocation(o)
		a.views[key] = v
	}
	return v
}

// seen replaces views by what they are views of, in an increasing list.
func (a *Analysis) seen(list []Location) []Location {
	if len(a.views) == 0 || !slices.ContainsFunc(list, func(l Location) bool { return a.Objects[l].View != 0 }) {
		return list
	}
	channels := make([]Location, len(list))
	for i, l := range list {
		channels[i] = l
		if v := a.Objects[l].View; v != 0 {
			channels[i] = v
		}
	}
	slices.Sort(channels)
	return slices.Compact(channels)
}

// CanReceive reports whether code that isn't seen may receive from a channel, which
// need not have escaped for that.
func (a *Analysis) CanReceive(l Location) bool {
	return a.escaped[l] || a.given[l]&(1<<ir.ReceiveOnly) != 0
}

// ReceivesItself reports whether that code may receive without calling functions which
// have captured the channel.
func (a *Analysis) ReceivesItself(l Location) bool {
	return a.handed[l] || a.isHanded(l, ir.ReceiveOnly)
}

// SendsItself reports whether it may send, or close, without calling such functions.
func (a *Analysis) SendsItself(l Location) bool { return a.handed[l] || a.isHanded(l, ir.SendOnly) }

func (a *Analysis) isHanded(l Location, direction int) bool {
	v, ok := a.views[viewOf{l, direction}]
	return ok && a.handed[v]
}

// CanSend reports whether it may send on a channel, or close it.
func (a *Analysis) CanSend(l Location) bool {
	return a.escaped[l] || a.given[l]&(1<<ir.SendOnly) != 0
}

// CanServe reports whether it may be at the other end of a channel for one who sends on it, or
// receives from it.
func (a *Analysis) CanServe(l Location, sends bool) bool {
	if sends {
		return a.CanReceive(l)
	}
	return a.CanSend(l)
}

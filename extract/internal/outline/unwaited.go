package outline

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/waitfor"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Nobody is stuck because of a channel for which nobody waits: whose operations are cases of
// selects with a default, or beside one that the world makes ready, or beside one that is the
// reason if somebody is stuck there (see EndingCase). That is so of each channel that is made
// at a place, however many there are and whoever has them, so that no system is needed to know
// it: where they come from and what else hangs on what makes no difference. What panics is
// another matter: closing a channel twice, or sending on one that is closed. How often that is
// done to each of them isn't known, but if it doesn't panic, nobody is stuck.

// An Unwaited is a channel for which nobody waits.
type Unwaited struct {
	Channel pointsto.Location
	// Panics are the places that may panic.
	Panics []model.Site
}

// Awaited lists those of some objects that are channels for which others wait, but only until they are closed, if not for
// what they may receive before.
func (x *Outlines) Awaited(objects []pointsto.Location, waits *waitfor.Analysis) []pointsto.Location {
	w := x.waiters(waits)
	return slices.DeleteFunc(slices.Clone(objects), func(l pointsto.Location) bool {
		return w[l] == nil || !w[l].waits || !w[l].untilEnd || !x.Transferred().Ended[l] || x.Points.Escapes(l) || !x.isHarmless(l)
	})
}

// Unwaited lists those of some objects which are channels for which nobody waits, and from which
// somebody receives if somebody sends; or for which some do because of which nobody is stuck.
func (x *Outlines) Unwaited(objects []pointsto.Location, served *waitfor.Served) (list []Unwaited) {
	w := x.waiters(served.Analysis)
	for _, l := range objects {
		if w[l] == nil || w[l].waits && !served.Has(l) && !x.isServedByOthers(l) || !x.isHarmless(l) {
			continue
		}
		u := Unwaited{Channel: l}
		if x.mayBeClosed(l) && !served.IsOnce(l) && !x.isClosedOnce(l, w[l].faults) {
			if panicsInAnyCase(w[l].faults) {
				continue
			}
			u.Panics = sitesOf(w[l].faults)
		}
		list = append(list, u)
	}
	return list
}

// A waiting is what operations do on an object.
type waiting struct {
	// waits says that somebody may wait because of it, untilEnd that whoever does only waits until it is closed, if
	// not for what he may receive before.
	waits, untilEnd bool
	// mayBeNil says that somebody waits there for what may be nil.
	mayBeNil bool
	faults   []supergraph.Operation
}

// waiters finds who may wait because of each object, and what may panic, once.
func (x *Outlines) waiters(waits *waitfor.Analysis) map[pointsto.Location]*waiting {
	if x.waiting != nil {
		return x.waiting
	}
	o := x.outliner(nil)
	for _, f := range x.Order {
		o.scope[f] = true
	}
	o.findNilable()
	x.waiting = map[pointsto.Location]*waiting{}
	for _, f := range o.Order {
		for _, operation := range o.Operations(f) {
			isReason := o.isReason(operation) && !waits.PassesAtOnce(f.At(operation.At))
			mayBeNil := isReason && o.mayBeNilAt(operation)
			for _, l := range operation.Objects {
				w := x.waiting[l]
				if w == nil {
					w = &waiting{untilEnd: true}
					x.waiting[l] = w
				}
				w.waits, w.untilEnd = w.waits || isReason, w.untilEnd && (!isReason || operation.Receives && !mayBeNil)
				w.mayBeNil = w.mayBeNil || mayBeNil
				if o.MayFault(operation) {
					w.faults = append(w.faults, operation)
				}
			}
		}
	}
	return x.waiting
}

// mayBeNilAt reports whether whoever receives may do so from a channel that is nil.
func (o *outliner) mayBeNilAt(operation supergraph.Operation) bool {
	f := operation.Function
	in := f.At(operation.At).Instr()
	if in.Op != ir.OpSelect {
		return o.mayBeNil(f, nil, in.Args[0], supergraph.Registers{})
	}
	return slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool {
		return slices.Equal(o.Points.Operand(f.Function, c.Chan), operation.Objects) && o.mayBeNil(f, nil, c.Chan, supergraph.Registers{})
	})
}

// isReason reports whether somebody may wait at an operation because of its objects: in a
// select not if another case is ready some time, or ends the waiting, and isn't nil.
func (o *outliner) isReason(operation supergraph.Operation) bool {
	f, at := operation.Function, operation.At
	in := f.At(at).Instr()
	switch {
	case in.Op != ir.OpSelect:
		return operation.Waits || operation.Tests && o.RepeatsForEver(f, at)
	case in.Default:
		return o.PollsForEver(f, at)
	}
	ending := o.EndingCase(f, in)
	for i := range in.Cases {
		c := &in.Cases[i]
		locations := o.Points.Operand(f.Function, c.Chan)
		isReady := i == ending && !slices.Equal(locations, operation.Objects) || o.isFreeCase(f, c, locations)
		if isReady && !o.mayBeNil(f, nil, c.Chan, supergraph.Registers{}) {
			return false
		}
	}
	return true
}

// isHarmless reports whether an object is a channel of which no message is lost, on which others may only operate by calling
// functions that have captured it: however often they do, nobody waits there if nobody does the first time. It takes
// into account what others can do to whom it was given in one direction.
func (x *Outlines) isHarmless(l pointsto.Location) bool {
	t := x.Transferred()
	isLost := t.Sent[l] && !t.Received[l] && !x.Points.ReceivesItself(l)
	return x.Points.Objects[l].Kind == pointsto.Channel && !isLost && (!x.Points.IsHanded(l) || x.hasOneSide(l))
}

// hasOneSide reports whether a fragment is at one side only of a channel that it gives away as it is: others are at the other
// one then, as if they had been given it in that direction.
func (x *Outlines) hasOneSide(l pointsto.Location) bool {
	t := x.Transferred()
	return x.Points.IsFragment() && !(t.Sent[l] && t.Received[l])
}

// isServedByOthers reports whether whoever waits for a channel of which others are at the other side is served by them, some time.
func (x *Outlines) isServedByOthers(l pointsto.Location) bool {
	return x.Points.IsHanded(l) && !x.waiting[l].mayBeNil
}

// mayBeClosed reports whether somebody closes a channel, or may who was given it to send.
func (x *Outlines) mayBeClosed(l pointsto.Location) bool {
	t := x.Transferred()
	return t.Ended[l] || t.Sent[l] && x.Points.SendsItself(l)
}

// isClosedOnce reports whether all that may panic is that the function which makes a channel closes it, which it does
// once: nobody comes to the close again but by making another channel.
func (x *Outlines) isClosedOnce(l pointsto.Location, faults []supergraph.Operation) bool {
	if len(faults) != 1 || !faults[0].IsClose() || x.Points.SendsItself(l) {
		return false
	}
	f, at, object := faults[0].Function, faults[0].At, &x.Points.Objects[l]
	made, ok := f.DefinedAt(f.Original(f.At(at).Instr().Args[0]))
	if !ok || f.Function != object.Function || made.At != object.At {
		return false
	}
	return at.Block == made.At.Block || !f.Reaches(f.SuccessorsOf(at.Block), at.Block, made.At.Block)
}

// panicsInAnyCase reports whether a channel for which nobody waits is closed only where the same
// function has closed it before: to say that nobody is stuck if that doesn't panic would say nothing.
func panicsInAnyCase(faults []supergraph.Operation) bool {
	return slices.ContainsFunc(faults, func(first supergraph.Operation) bool {
		return slices.ContainsFunc(faults, func(second supergraph.Operation) bool { return comesAfter(first, second) })
	})
}

// comesAfter reports whether an operation is on the channel that another one of its function was on
// before, on all ways to it. Sends are in selects, of which it isn't asked.
func comesAfter(first, second supergraph.Operation) bool {
	f, one, other := first.Function, first.At, second.At
	return f == second.Function && isSameChannel(f.At(one).Instr(), f.At(other).Instr()) && f.At(one).AlwaysComesBefore(f.At(other))
}

// isSameChannel reports whether two instructions close the same channel, for all that is known without
// data.
func isSameChannel(a, b *ir.Instr) bool {
	return a.Op != ir.OpSelect && b.Op != ir.OpSelect && a.Args[0] == b.Args[0]
}

// sitesOf are the places of operations, in their order.
func sitesOf(operations []supergraph.Operation) (sites []model.Site) {
	for _, o := range operations {
		sites = append(sites, o.Function.At(o.At).Instr().Site)
	}
	slices.SortFunc(sites, model.Site.Compare)
	return slices.Compact(sites)
}

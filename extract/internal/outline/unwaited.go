package outline

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Nobody is stuck because of a channel for which nobody waits: whose operations are cases of
// selects with a default, or beside one that the world makes ready, or beside one that is the
// reason if somebody is stuck there (see EndingCase). That is so of each channel that is made
// at a place, however many there are and whoever has them, so that no system is needed to know
// it: where they come from and what else hangs on what makes no difference. If nobody closes
// them, nothing panics, either.

// Unwaited lists those of some objects which are channels for which nobody waits, which nobody
// closes, and from which somebody receives if somebody sends.
func (x *Outlines) Unwaited(objects []pointsto.Location) []pointsto.Location {
	o := x.outliner(objects)
	for _, f := range x.Order {
		o.scope[f] = true
	}
	o.findNilable()
	waited := map[pointsto.Location]bool{}
	for _, f := range x.Order {
		for _, operation := range x.Operations(f) {
			if o.isReason(operation) {
				for _, l := range operation.Objects {
					waited[l] = true
				}
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(objects), func(l pointsto.Location) bool { return waited[l] || !x.isHarmless(l) })
}

// isReason reports whether somebody may wait at an operation because of its objects: in a
// select not if another case is ready some time, or ends the waiting, and isn't nil.
func (o *outliner) isReason(operation supergraph.Operation) bool {
	f, at := operation.Function, operation.At
	in := f.At(at).Instr()
	switch {
	case in.Op != ir.OpSelect:
		return operation.Waits || operation.Tests && o.Repeats(f, at)
	case in.Default:
		return o.Polls(f, at)
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

// isHarmless reports whether an object is a channel that nobody closes, and of which no message
// is lost. It takes into account what others can do to whom it was given in one direction.
func (x *Outlines) isHarmless(l pointsto.Location) bool {
	t := x.Transferred()
	isClosed := t.Ended[l] || t.Sent[l] && x.Points.CanSend(l)
	isLost := t.Sent[l] && !t.Received[l] && !x.Points.CanReceive(l)
	return x.Points.Objects[l].Kind == pointsto.Channel && !isClosed && !isLost && !x.Points.Escapes(l)
}

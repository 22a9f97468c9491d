package slice

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Nobody is stuck because of a channel for which nobody waits: whose operations are cases of
// selects with a default, or beside one that the world makes ready, or beside one that is the
// reason if somebody is stuck there (see endingCase). That is so of each channel that is made
// at a place, however many there are and whoever has them, so that no system is needed to know
// it: where they come from and what else hangs on what makes no difference. If nobody closes
// them, nothing panics, either.

// Unwaited lists those of some objects which are channels for which nobody waits, which nobody
// closes, and from which somebody receives if somebody sends.
func (s *Slicer) Unwaited(objects []pointsto.Location) []pointsto.Location {
	u := uses{outliner: s.outliner(objects), waited: map[pointsto.Location]bool{}, sent: map[pointsto.Location]bool{}, received: map[pointsto.Location]bool{}, closed: map[pointsto.Location]bool{}}
	for _, f := range s.order {
		u.scope[f] = true
	}
	u.findNilable()
	for _, f := range s.order {
		for _, o := range s.operations(f) {
			u.enter(o)
		}
	}
	return slices.DeleteFunc(slices.Clone(objects), func(l pointsto.Location) bool { return !u.isUnwaited(l) })
}

// Uses say what is done to objects: who waits for them, and what else.
type uses struct {
	*outliner
	waited, sent, received, closed map[pointsto.Location]bool
}

func (u *uses) enter(o Operation) {
	waits := u.isReason(o)
	for _, l := range o.Objects {
		u.waited[l] = u.waited[l] || waits
		switch {
		case o.Sends:
			u.sent[l] = true
		case o.Receives:
			u.received[l] = true
		case o.Kind == model.Channel && o.Serves:
			u.closed[l] = true
		}
	}
}

// isReason reports whether somebody may wait at an operation because of its objects: in a
// select not if another case is ready some time, or ends the waiting, and isn't nil.
func (u *uses) isReason(o Operation) bool {
	in := (instruction{o.function, o.at}).get()
	switch {
	case in.Op != ir.OpSelect:
		return o.Waits || o.Tests && u.repeats(o.function, o.at)
	case in.Default:
		return decides(o.function, o.at) && u.repeats(o.function, o.at)
	}
	ending := u.endingCase(o.function, in)
	for i := range in.Cases {
		c := &in.Cases[i]
		locations := u.points.Operand(o.function.Function, c.Chan)
		isReady := i == ending && !slices.Equal(locations, o.Objects) || u.isFreeCase(o.function, c, locations)
		if isReady && !u.mayBeNil(o.function, nil, c.Chan, registers{}) {
			return false
		}
	}
	return true
}

// isUnwaited takes into account what others can do to whom a channel was given in one direction.
func (u *uses) isUnwaited(l pointsto.Location) bool {
	isClosed := u.closed[l] || u.sent[l] && u.points.CanSend(l)
	isLost := u.sent[l] && !u.received[l] && !u.points.CanReceive(l)
	return u.points.Objects[l].Kind == pointsto.Channel && !u.waited[l] && !isClosed && !isLost && !u.points.Escapes(l)
}

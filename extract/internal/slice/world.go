package slice

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// What others than the program do to what is waited for: contexts end by themselves, or
// never, and of some channels code that isn't seen has the other end.

// isOfWorld reports whether a location is a context that only the world ends, or nobody.
func (x *index) isOfWorld(l pointsto.Location) bool {
	object := &x.points.Objects[l]
	return object.Kind == pointsto.Context && library.Find(object.Name).Meaning != library.WithCancel
}

// endsByWorld reports whether the world may end what is waited for.
func (x *index) endsByWorld(l pointsto.Location) bool {
	object := &x.points.Objects[l]
	return l == pointsto.Outside || object.Kind == pointsto.Context && library.Find(object.Name).Meaning == library.WithTimeout
}

// isEndless reports whether a location is a context that nobody ends.
func (x *index) isEndless(l pointsto.Location) bool { return x.points.Objects[l].NeverEnds() }

// isEndedByWorld reports whether what is waited for are contexts, which the world may end.
func (x *index) isEndedByWorld(locations []pointsto.Location) bool {
	isOther := func(l pointsto.Location) bool {
		return l != pointsto.Outside && x.points.Objects[l].Kind != pointsto.Context
	}
	return slices.ContainsFunc(locations, x.endsByWorld) && !slices.ContainsFunc(locations, isOther) && !slices.ContainsFunc(locations, x.isEndless)
}

// neverEnd reports whether what is waited for are contexts that nobody ends.
func (x *index) neverEnd(locations []pointsto.Location) bool {
	return len(locations) > 0 && !slices.ContainsFunc(locations, func(l pointsto.Location) bool { return !x.isEndless(l) })
}

// isConfined reports whether an operand may be a channel that nobody outside serves
// who sends on it, or receives from it.
func (x *index) isConfined(f *function, o ir.Operand, sends bool) bool {
	for _, l := range x.points.Operand(f.Function, o) {
		if sends && !x.points.CanReceive(l) || !sends && !x.points.CanSend(l) {
			return true
		}
	}
	return false
}

// isServedByWorld reports whether the world serves a case of a select, which may be on some
// locations, or code of which nothing is known may serve it. What functions do that the
// world may call isn't meant: they may have to wait before that.
func (x *index) isServedByWorld(c *ir.SelectCase, locations []pointsto.Location) bool {
	isOthers := func(l pointsto.Location) bool {
		return !c.Send && !x.points.SendsItself(l) || c.Send && !x.points.ReceivesItself(l)
	}
	return !slices.ContainsFunc(locations, x.isEndless) && (!slices.ContainsFunc(locations, isOthers) || x.isEndedByWorld(locations))
}

// neverCloses reports whether nobody ever closes what a receive may be from: whoever asks how
// it ended gets to know that something came. A loop that ends with the channel doesn't end.
func (x *index) neverCloses(i instruction) bool {
	in := i.get()
	return in.Op == ir.OpReceive && in.CommaOk && x.areAll(i.f, in.Args[0], func(l pointsto.Location) bool {
		return !x.transferred().ended[l] && !x.points.CanSend(l)
	})
}

// drains reports whether a function receives from what nobody closes until it is closed.
func (x *index) drains(f *function) bool {
	for i := range f.instructions() {
		if x.neverCloses(i) {
			return true
		}
	}
	return false
}

// neverServes reports whether nobody ever does what a case of a select waits for.
func (x *index) neverServes(f *function, c *ir.SelectCase) bool {
	t := x.transferred()
	return x.areAll(f, c.Chan, func(l pointsto.Location) bool {
		if c.Send {
			return !t.received[l] && !t.ended[l] && !x.points.CanReceive(l)
		}
		return !t.sent[l] && !t.ended[l] && !x.points.CanSend(l)
	})
}

// areAll reports whether all channels that an operand may be, one at least, are some of those
// that the program makes.
func (x *index) areAll(f *function, o ir.Operand, are func(pointsto.Location) bool) bool {
	locations := x.points.Operand(f.Function, o)
	return len(locations) > 0 && !slices.ContainsFunc(locations, func(l pointsto.Location) bool {
		return x.points.Objects[l].Kind != pointsto.Channel || !are(l)
	})
}

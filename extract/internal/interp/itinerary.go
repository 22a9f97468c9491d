package interp

import "github.com/chancheck/chancheck/model"

// This file lets goroutines follow an itinerary: one execution, up to a point, of a root that is too
// large to be evaluated in all its executions. Who has left it ends the program, so that nothing is
// told of other executions; who has come to its end stops there, in the middle of whatever he does, which
// is as if the scheduler let others go first. What is left are executions of the program, with all the
// data that is followed elsewhere, but not all of them: that something can be done says something, that
// it can't doesn't. So it does no harm, either, that what would be too much is left out.

// Along is the root along an itinerary. How large it or its callees are otherwise doesn't matter.
func (r *Root) Along(itinerary *model.Itinerary) *Root {
	return &Root{Function: r.Function, program: r.program, reach: r.reach, walk: r.walk, arguments: r.arguments, itinerary: itinerary}
}

// Beyond is the root with what would follow where somebody waits for a message that nobody sends, or for a
// close that never comes. None of that happens, but it says who would go on, and what he would do then.
func (r *Root) Beyond() *Root {
	n := r.Along(r.itinerary)
	n.isOneCall, n.callsOnce, n.passed, n.beyond = r.isOneCall, r.callsOnce, r.passed, true
	return n
}

// proceed notes what an alternative is on the itinerary.
func (r *round) proceed(a *alternative, from model.Course) {
	if r.itinerary == nil {
		return
	}
	a.next.course = r.itinerary.After(from, &a.transition, r.madeAt(&a.transition))
	if a.next.course.Lost {
		a.next.frames = nil
	}
}

// arrive stops a goroutine that has come to the end of the itinerary. Who ends before has left it.
func (r *round) arrive(s *localState) {
	if r.itinerary == nil {
		return
	}
	var at model.Site
	if len(s.frames) > 0 {
		f := s.top()
		at, _ = s.source(f.function.Blocks[f.block].Instrs[f.pc].Site)
	}
	switch hasArrived := r.itinerary.HasArrived(s.course, at, len(s.frames) == 0); {
	case hasArrived && !r.itinerary.Stays(s.course):
		s.frames, s.course = nil, model.Course{}
	case len(s.frames) == 0 && !hasArrived:
		s.course = model.Course{Lost: true}
	}
}

// isCut reports whether there are as many local states on an itinerary as there may be. From then on all
// others are off it.
func (r *round) isCut() bool { return r.itinerary != nil && r.states > r.options.LocalStates }

// strand lets a goroutine leave the itinerary once that is cut.
func (r *round) strand(s *localState) {
	if r.isCut() && len(s.frames) > 0 {
		s.frames, s.course = nil, model.Course{Lost: true}
	}
}

// madeAt is where the object is made that a transition is on.
func (r *round) madeAt(t *model.Transition) (site model.Site) {
	if t.Kind == model.Spawn || t.Object < 0 || r.entities[t.Object].object == 0 {
		return site
	}
	return r.ObjectTable[r.entities[t.Object].object].Site
}

// gone are the transitions of a goroutine that has left the itinerary.
func gone(node int) []model.Transition {
	return []model.Transition{{Kind: model.Exit, Object: -1, To: node}}
}

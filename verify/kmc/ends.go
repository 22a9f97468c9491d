package kmc

import (
	"slices"

	"github.com/chancheck/chancheck/verify/internal/components"
)

// This file finds out whether anything goes wrong in a space from where executions
// end: from its terminal strongly connected components, which nothing leads out of.
//
// What goes wrong stays wrong. A message that is never received stays at the head of
// its queue; who never moves stays at its state; and who is at sends on one full
// queue, which nobody receives from any more, neither moves nor finds room. From
// each configuration a terminal component can be reached. So there is a failure of
// eventual reception, progress, exhaustivity of such sends, or the stable property
// just if there is one in a terminal component. There it is one at all configurations
// or at none: whatever is possible comes about in the component again and again, and
// what doesn't come about in it doesn't change in it. So it is enough to look at one
// configuration of each, and at the steps in between.
//
// Where the first failure is, is another question; see future.

// ends says what goes wrong in some terminal component.
type ends struct {
	unreceived, stuck, heldUp, unstable bool
	unsafe                              []unsafeEnd
}

// An unsafeEnd is a terminal component where safety is violated.
type unsafeEnd struct {
	at      int  // a configuration
	pressed bool // a bound is in the way of somebody, at some configuration
}

// An endSearch looks at terminal components, of which it has the last one. Components
// have numbers from 1 on here.
type endSearch struct {
	*future
	received []int // by object: the last component in which a message is received
	moved    []int // by process: the last one in which it moves
}

// findEnds finds the terminal components, and what goes wrong there.
func (f *future) findEnds() {
	s := &endSearch{future: f, received: make([]int, len(f.channels)), moved: make([]int, len(f.automata))}
	components.Each(f.first, f.arcs, func(number int, members []uint32) {
		for _, i := range members {
			f.component[i] = uint32(number)
		}
		if s.isTerminal(members) {
			s.look(number+1, members)
		}
	})
}

// isTerminal reports whether no arc leads out of a component. Only the components
// before it have numbers yet.
func (s *endSearch) isTerminal(members []uint32) bool {
	for _, i := range members {
		for _, a := range s.arcsOf(int(i)) {
			if s.component[a.to] != s.component[i] {
				return false
			}
		}
	}
	return true
}

// look finds what goes wrong in a terminal component.
func (s *endSearch) look(number int, members []uint32) {
	unstable := true
	for _, i := range members {
		unstable = unstable && !s.isStable(int(i))
		for _, a := range s.arcsOf(int(i)) {
			s.note(number, &s.steps[a.step])
		}
	}
	s.ends.unstable = s.ends.unstable || unstable
	at := s.table.At(int(members[0]))
	unreceived, stuck := false, false
	for c, ends := range s.channels {
		if ends.sender >= 0 && s.received[c] != number && !s.Queues[c].IsEmpty(at) {
			unreceived = true
		}
	}
	for p := range s.automata {
		if s.moved[p] == number {
			continue
		}
		state := s.local(at, p)
		stuck = stuck || state.receiving()
		s.ends.heldUp = s.ends.heldUp || s.isHeldUp(number, at, state)
	}
	s.ends.unreceived, s.ends.stuck = s.ends.unreceived || unreceived, s.ends.stuck || stuck
	if unreceived || stuck {
		s.ends.unsafe = append(s.ends.unsafe, unsafeEnd{int(members[0]), s.arePressed(members)})
	}
}

// arePressed reports whether a bound is in the way at some configuration.
func (s *endSearch) arePressed(members []uint32) bool {
	return slices.ContainsFunc(members, func(i uint32) bool { return s.pressed(s.table.At(int(i))) })
}

// note notes who moves with a step, and what is received.
func (s *endSearch) note(number int, step *localStep) {
	s.moved[step.process] = number
	joint := s.bounds[step.channel] == 0
	if joint {
		s.moved[s.channels[step.channel].receiver] = number
	}
	if joint || !step.send {
		s.received[step.channel] = number
	}
}

// isHeldUp reports whether a state is one of sends on one full queue, from which
// nobody receives any more.
func (s *endSearch) isHeldUp(number int, at []uint64, state *localState) bool {
	if !s.isOneQueue(state) || !state.sending {
		return false
	}
	c := s.steps[state.first].channel
	return s.length(at, c) == s.bounds[c] && s.received[c] != number
}

// isOneQueue reports whether all transitions of a state are on one channel that
// isn't a rendezvous.
func (s *space) isOneQueue(state *localState) bool {
	return !state.final() && state.directed && s.bounds[s.steps[state.first].channel] > 0
}

// choosers are the participants with a state that sends, or one that receives, on
// several channels or by rendezvous.
func (s *space) choosers(sending bool) []int {
	var list []int
	for p := range s.automata {
		states := s.automata[p].states
		for q := range states {
			if state := &states[q]; !state.final() && state.sending == sending && !s.isOneQueue(state) {
				list = append(list, p)
				break
			}
		}
	}
	return list
}

// isUnsafe reports whether safety is violated somewhere.
func (f *future) isUnsafe() bool { return f.ends.unreceived || f.ends.stuck }

// isExhaustive reports whether the system is k-exhaustive. Where there is a choice
// between channels, or a rendezvous, the ends don't tell: a sender may go another way.
func (f *future) isExhaustive() bool {
	return !f.ends.heldUp && (f.choosers(true) == nil || f.exhaustive() == nil)
}

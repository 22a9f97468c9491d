package verify

import (
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/internal/components"
)

// Timers run out when they like, unless Options.Patient is set: then time passes only while nobody has anything to do, which
// process algebras with time call maximal progress (Hennessy and Regan 1995), and package testing/synctest does. It is
// for tests, where a timer is the time in which others are to have done something, and they always have.
//
// A step of which it isn't known how long it takes is none for which timers wait: one out of a state that the process
// comes to after a call that isn't followed (model.State.Busy), what the world outside does, and what a process does round and
// round, as it may go on with that for as long as any timer takes. Of timers for which it is known how long they take the shorter one
// comes first: see clocks.go. Who waits for a timer while others never rest may be taken
// to be stuck, so that what is found is only good for ruling out what isn't.

// A pace says how long it takes until a process that can take a step has gone on.
type pace uint8

const (
	waits    pace = iota // for others, who aren't part of the system, or for time; or nobody knows
	periodic             // waits for time again and again, the last time nobody knows when
	prompt               // no time
	around               // no time, and then it may come back
)

// findPaces finds those of all steps of a system: by process, state and transition.
func findPaces(sys *model.System) [][][]pace {
	paces := make([][][]pace, len(sys.Processes))
	for p := range sys.Processes {
		a := &sys.Processes[p]
		round := roundsOf(a, isNoTimeout)
		period := roundsOf(a, func(*model.Transition) bool { return true })
		paces[p] = make([][]pace, len(a.States))
		for s := range a.States {
			paces[p][s] = make([]pace, len(a.States[s].Transitions))
			for i, t := range a.States[s].Transitions {
				switch {
				case t.Event == model.Timeout && period[s] == period[t.To] && !t.Site.IsInTest():
					paces[p][s][i] = periodic
				case a.States[s].Busy || t.Event != model.NoEvent:
				case round[s] == round[t.To]:
					paces[p][s][i] = around
				default:
					paces[p][s][i] = prompt
				}
			}
		}
	}
	return paces
}

// An arc is a step of one process.
type arc uint32

// Target is the state that it leads to.
func (a arc) Target() uint32 { return uint32(a) }

// roundsOf numbers the states of a process: those alike among which it can go round without waiting for time.
func roundsOf(a *model.Automaton, goes func(*model.Transition) bool) []int {
	first, arcs := make([]uint32, 1, len(a.States)+1), []arc(nil)
	for i := range a.States {
		for _, t := range a.States[i].Transitions {
			if goes(&t) {
				arcs = append(arcs, arc(t.To))
			}
		}
		first = append(first, uint32(len(arcs)))
	}
	component := make([]int, len(a.States))
	components.Each(first, arcs, func(number int, members []uint32) {
		for _, m := range members {
			component[m] = number
		}
	})
	return component
}

// mayRunOut reports whether a timer for which a step waits may run out.
func (s *stepper) mayRunOut(c []uint64, p, i int, t *model.Transition) bool {
	if s.paces == nil || t.Event != model.Timeout {
		return true
	}
	isPeriodic := s.paces[p][s.processes[p].Get(c)-1][i] == periodic
	return (isPeriodic || !s.anyPrompt(c)) && (s.clocks == nil || !s.isBefore(c, p, &t.Timer))
}

func isNoTimeout(t *model.Transition) bool { return t.Event != model.Timeout }

// anyPrompt reports whether a process can take a prompt step, and none after which it may come back.
func (s *stepper) anyPrompt(c []uint64) bool {
	for p := range s.processes {
		state := s.state(c, p)
		if state == nil {
			continue
		}
		longest := waits
		for i := range state.Transitions {
			if pace := s.paces[p][s.processes[p].Get(c)-1][i]; pace > longest && pace != periodic && s.isPossible(c, p, state, &state.Transitions[i]) {
				longest = pace
			}
		}
		if longest == prompt {
			return true
		}
	}
	return false
}

// isPossible reports whether a process can take a transition.
func (s *stepper) isPossible(c []uint64, p int, state *model.State, t *model.Transition) bool {
	switch {
	case s.fault(c, t) != "":
		return true
	case t.Kind == model.Send && t.Object >= 0 && s.sys.Objects[t.Object].Capacity == 0:
		return s.isMet(c, p, t)
	case t.Kind == model.Default:
		return !s.anyEnabled(c, p, state)
	case t.Kind == model.Fault:
		return s.wouldFault(c, state, t.Object)
	}
	return s.enabled(c, p, t)
}

// isMet reports whether somebody is there, who isn't busy, for a send on an unbuffered channel.
func (s *stepper) isMet(c []uint64, p int, send *model.Transition) bool {
	for q := range s.processes {
		state := s.state(c, q)
		if q == p || state == nil || state.Busy {
			continue
		}
		for i := range state.Transitions {
			if u := &state.Transitions[i]; u.Object == send.Object && matches(send, u) {
				return true
			}
		}
	}
	return false
}

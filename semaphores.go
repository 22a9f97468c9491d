package chancheck

import (
	"slices"

	"github.com/chancheck/chancheck/model"
)

// A buffered channel is a semaphore if everybody who receives from it has sent on it before: to send
// is to take a slot, to receive gives it back, and nobody else does that for one who has returned. So
// slots are kept as locks are. A channel that its maker fills is one the other way round: who receives takes a token.

// A taking is a set of channels that are semaphores, each with the kind of step that takes a slot of it, or a token: what is
// taken are these, and locks.
type taking map[int]model.Kind

// takingIn finds the semaphores of a system.
func takingIn(sys *model.System) taking {
	semaphores := taking{}
	for c := range sys.Objects {
		if o := &sys.Objects[c]; o.Kind != model.Channel || o.Capacity == 0 {
			continue
		}
		switch {
		case isSemaphore(sys, c, model.Send, 0):
			semaphores[c] = model.Send
		case isFilledAtFirst(sys, c) && isSemaphore(sys, c, model.Receive, 1):
			semaphores[c] = model.Receive
		}
	}
	return semaphores
}

// isSemaphore reports whether some processes, from the first one on, give back what they take by a kind of step, all who do
// have taken it, and nobody closes the channel, or does anything only if that is possible at once: then a slot that is kept
// may be a flag.
func isSemaphore(sys *model.System, c int, takes model.Kind, first int) bool {
	isGivenBack := false
	for p := first; p < len(sys.Processes); p++ {
		states := sys.Processes[p].States
		without := withoutSlot(states, c, takes)
		for i := range states {
			isTried := slices.ContainsFunc(states[i].Transitions, func(t model.Transition) bool { return t.Kind == model.Default })
			for _, t := range states[i].Transitions {
				if t.Object != c || t.Kind == model.Spawn {
					continue
				}
				isGivenBack = isGivenBack || t.Kind == givenBackBy(takes)
				if t.Kind == model.Close || t.Kind == model.Cancel || t.Kind == givenBackBy(takes) && without[i] || isTried {
					return false
				}
			}
		}
	}
	return isGivenBack
}

// givenBackBy is the kind of step that gives back what another kind takes.
func givenBackBy(takes model.Kind) model.Kind {
	if takes == model.Receive {
		return model.Send
	}
	return model.Receive
}

// isFilledAtFirst reports whether the process that makes a channel fills it, one step after the other, before it starts
// anybody, and does nothing else with it.
func isFilledAtFirst(sys *model.System, c int) bool {
	states, sent := sys.Processes[0].States, 0
	for i, seen := 0, map[int]bool{}; !seen[i] && len(states[i].Transitions) == 1; i = states[i].Transitions[0].To {
		seen[i] = true
		if t := &states[i].Transitions[0]; t.Kind == model.Spawn {
			break
		} else if t.Object == c && t.Kind == model.Send {
			sent++
		}
	}
	all := 0
	for i := range states {
		for _, t := range states[i].Transitions {
			if t.Object == c && t.Kind != model.Spawn && t.Kind != model.New {
				all++
			}
		}
	}
	return sent == all && sent == sys.Objects[c].Capacity
}

// withoutSlot says in which states a process may have no slot of a channel, or no token.
func withoutSlot(states []model.State, c int, taken model.Kind) []bool {
	without := make([]bool, len(states))
	without[0] = true
	for again := true; again; {
		again = false
		for i := range states {
			for _, t := range states[i].Transitions {
				isOn := t.Object == c && t.Kind != model.Spawn
				if isOn && t.Kind == model.ReceiveClosed {
					continue // nobody closes it
				}
				gives, takes := isOn && t.Kind == givenBackBy(taken), isOn && t.Kind == taken
				if !without[t.To] && (gives || without[i] && !takes) {
					without[t.To], again = true, true
				}
			}
		}
	}
	return without
}

// isSlot reports whether a step takes a slot or a token.
func (s taking) isSlot(t *model.Transition) bool {
	takes, ok := s[t.Object]
	return ok && t.Kind == takes
}

// takes reports whether a step takes a lock or a slot, or is about to.
func (s taking) takes(t *model.Transition) bool {
	return t.Kind.IsLocking() || t.Kind == model.OnceBegin || s.isSlot(t)
}

// has reports whether one has a lock or slot after a step.
func (s taking) has(t *model.Transition) bool {
	return t.Kind == model.Lock || t.Kind == model.RLock || t.Kind == model.OnceBegin || s.isSlot(t)
}

// mayKeep reports whether a process may return with what it has taken by a step. Of slots it gives
// back some on other ways: who takes all of them and keeps them has closed the semaphore.
func (s taking) mayKeep(a model.Automaton, t *model.Transition) bool {
	k := keeper{Automaton: a, lock: t.Object, on: map[int]bool{}}
	return k.keeps(t.To) && (!s.isSlot(t) || doesLater(a.States, t.Object, t.To, givenBackBy(t.Kind)))
}

// gives reports whether a step gives a lock or slot back.
func (s taking) gives(t *model.Transition) bool {
	takes, ok := s[t.Object]
	return t.Kind == model.Unlock || t.Kind == model.RUnlock || t.Kind == model.OnceEnd || ok && t.Kind == givenBackBy(takes)
}

// isOnly reports whether in a state one waits for what is taken, and for nothing else; a caller may
// decline that.
func (s taking) isOnly(state *model.State) bool {
	declines := 0 // any more are cases that the world makes ready, after which one returns
	for i := range state.Transitions {
		switch t := &state.Transitions[i]; {
		case t.Kind == model.Tau && t.To == 0:
			declines++
		case t.Kind == model.ReceiveClosed && s[t.Object] == model.Receive: // it is never closed
		case !s.takes(t):
			return false
		}
	}
	return declines <= 1
}

// keepsSlots reports whether somebody may return with a slot of a semaphore.
func keepsSlots(sys *model.System) bool {
	slots := takingIn(sys)
	return slices.ContainsFunc(sys.Processes, func(a model.Automaton) bool { return slots.keepsAny(a, slots.isSlot) })
}

// keepsAny reports whether a process may return with what it takes by some steps.
func (s taking) keepsAny(a model.Automaton, taken func(*model.Transition) bool) bool {
	for i := range a.States {
		for n := range a.States[i].Transitions {
			if t := &a.States[i].Transitions[n]; taken(t) && s.mayKeep(a, t) {
				return true
			}
		}
	}
	return false
}

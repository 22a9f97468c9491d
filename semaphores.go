package chancheck

import (
	"slices"

	"github.com/chancheck/chancheck/model"
)

// A buffered channel is a semaphore if everybody who receives from it has sent on it before: to send
// is to take a slot, to receive gives it back, and nobody else does that for one who has returned. So
// slots are kept as locks are.

// A taking is a set of channels that are semaphores: what is taken are their slots, and locks.
type taking map[int]bool

// takingIn finds the semaphores of a system.
func takingIn(sys *model.System) taking {
	semaphores := taking{}
	for c := range sys.Objects {
		if o := &sys.Objects[c]; o.Kind == model.Channel && o.Capacity > 0 && isSemaphore(sys, c) {
			semaphores[c] = true
		}
	}
	return semaphores
}

// isSemaphore reports whether somebody receives from a channel, all who do have a slot, and nobody
// closes it, or does anything only if that is possible at once: then a slot that is kept may be a flag.
func isSemaphore(sys *model.System, c int) bool {
	isReceived := false
	for p := range sys.Processes {
		states := sys.Processes[p].States
		without := withoutSlot(states, c)
		for i := range states {
			isTried := slices.ContainsFunc(states[i].Transitions, func(t model.Transition) bool { return t.Kind == model.Default })
			for _, t := range states[i].Transitions {
				if t.Object != c || t.Kind == model.Spawn {
					continue
				}
				isReceived = isReceived || t.Kind == model.Receive
				if t.Kind == model.Close || t.Kind == model.Cancel || t.Kind == model.Receive && without[i] || isTried {
					return false
				}
			}
		}
	}
	return isReceived
}

// withoutSlot says in which states a process may have no slot of a channel.
func withoutSlot(states []model.State, c int) []bool {
	without := make([]bool, len(states))
	without[0] = true
	for again := true; again; {
		again = false
		for i := range states {
			for _, t := range states[i].Transitions {
				isOn := t.Object == c && t.Kind != model.Spawn
				gives, takes := isOn && t.Kind == model.Receive, isOn && t.Kind == model.Send
				if !without[t.To] && (gives || without[i] && !takes) {
					without[t.To], again = true, true
				}
			}
		}
	}
	return without
}

// takes reports whether a step takes a lock or a slot, or is about to.
func (s taking) takes(t *model.Transition) bool {
	return t.Kind.IsLocking() || t.Kind == model.OnceBegin || t.Kind == model.Send && s[t.Object]
}

// has reports whether one has a lock or slot after a step.
func (s taking) has(t *model.Transition) bool {
	return t.Kind == model.Lock || t.Kind == model.RLock || t.Kind == model.OnceBegin || t.Kind == model.Send && s[t.Object]
}

// mayKeep reports whether a process may return with what it has taken by a step. Of slots it gives
// back some on other ways: who takes all of them and keeps them has closed the semaphore.
func (s taking) mayKeep(a model.Automaton, t *model.Transition) bool {
	k := keeper{Automaton: a, lock: t.Object, on: map[int]bool{}}
	return k.keeps(t.To) && (t.Kind != model.Send || receivesLater(a.States, t.Object, t.To))
}

// gives reports whether a step gives a lock or slot back.
func (s taking) gives(t *model.Transition) bool {
	return t.Kind == model.Unlock || t.Kind == model.RUnlock || t.Kind == model.OnceEnd || t.Kind == model.Receive && s[t.Object]
}

// isOnly reports whether in a state one waits for what is taken, and for nothing else; a caller may
// decline that.
func (s taking) isOnly(state *model.State) bool {
	declines := 0 // any more are cases that the world makes ready, after which one returns
	for i := range state.Transitions {
		switch t := &state.Transitions[i]; {
		case t.Kind == model.Tau && t.To == 0:
			declines++
		case !s.takes(t):
			return false
		}
	}
	return declines <= 1
}

// keepsSlots reports whether somebody may return with a slot of a semaphore.
func keepsSlots(sys *model.System) bool {
	slots := takingIn(sys)
	isSlot := func(t *model.Transition) bool { return t.Kind == model.Send && slots[t.Object] }
	return slices.ContainsFunc(sys.Processes, func(a model.Automaton) bool { return slots.keepsAny(a, isSlot) })
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

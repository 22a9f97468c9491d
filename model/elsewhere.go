package model

import "slices"

// ServedElsewhere is the Doubt of a Tau that is the only way on for who waits for a channel which the program made itself and put
// where it isn't followed. Other parts of the program serve it, perhaps.
const ServedElsewhere = "a channel is waited for that was put where it isn't followed"

// WithoutElsewhere returns the system in which nobody serves what isn't followed: who waits for that stays there. It returns nil
// if nobody waits for any.
func (s *System) WithoutElsewhere() *System {
	found := false
	rest := *s
	rest.Processes = slices.Clone(s.Processes)
	for p := range rest.Processes {
		states := slices.Clone(s.Processes[p].States)
		for i := range states {
			kept := slices.DeleteFunc(slices.Clone(states[i].Transitions), func(t Transition) bool { return t.Doubt == ServedElsewhere })
			found = found || len(kept) < len(states[i].Transitions)
			states[i].Transitions = kept
		}
		rest.Processes[p].States = states
	}
	if !found {
		return nil
	}
	return &rest
}

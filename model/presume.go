package model

import "slices"

// Presume returns the system with steps that the program may be unable to take, for some reasons, as
// steps that it takes if it likes. It returns nil if there are none. States and transitions have the
// same numbers.
func (s *System) Presume(isGranted func(doubt string) bool) *System {
	changed := false
	presumed := *s
	presumed.Processes = slices.Clone(s.Processes)
	for p := range presumed.Processes {
		states := slices.Clone(presumed.Processes[p].States)
		for i := range states {
			isPresumed := func(t Transition) bool { return t.Doubt != "" && isGranted(t.Doubt) }
			if !slices.ContainsFunc(states[i].Transitions, isPresumed) {
				continue
			}
			changed = true
			states[i].Transitions = slices.Clone(states[i].Transitions)
			for j := range states[i].Transitions {
				if t := &states[i].Transitions[j]; isPresumed(*t) {
					t.Doubt = ""
				}
			}
		}
		presumed.Processes[p].States = states
	}
	if !changed {
		return nil
	}
	return &presumed
}

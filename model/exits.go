package model

import "slices"

// Abandoned is the text of an Exit by which a test is given up, as it has failed or is
// skipped. What goroutines it leaves behind matters little then.
const Abandoned = "the test is given up"

// WithoutAbandoning returns the system without those exits: a test that is given up ends, and
// the others go on. It returns nil if there are none. States and transitions have the same
// numbers.
func (s *System) WithoutAbandoning() *System {
	changed := false
	all := *s
	all.Processes = slices.Clone(s.Processes)
	for p := range all.Processes {
		states := slices.Clone(all.Processes[p].States)
		for i := range states {
			for j, t := range states[i].Transitions {
				if t.Kind == Exit && t.Text == Abandoned {
					states[i].Transitions = slices.Clone(states[i].Transitions)
					states[i].Transitions[j].Kind, states[i].Transitions[j].Text = Tau, ""
					changed = true
				}
			}
		}
		all.Processes[p].States = states
	}
	if !changed {
		return nil
	}
	return &all
}

// DoubtExits lets the program go on, for a reason, where it would end: a process that
// ends it may stay there instead. Nothing is changed if no process does. A panic comes where
// it comes.
func (s *System) DoubtExits(why string) {
	for p := range s.Processes {
		a := &s.Processes[p]
		for i := range len(a.States) {
			for j, t := range a.States[i].Transitions {
				if t.Kind == Exit && t.Text == "" {
					a.doubtExit(i, j, why)
				}
			}
		}
	}
}

// doubtExit puts a choice before one transition that ends the program.
func (a *Automaton) doubtExit(state, transition int, why string) {
	exit := a.States[state].Transitions[transition]
	ends, stays := len(a.States), len(a.States)+1
	a.States = append(a.States, State{Transitions: []Transition{exit}}, State{})
	choice := Transition{Kind: Tau, Object: -1, To: ends, Site: exit.Site, Via: exit.Via, Doubt: why}
	list := append([]Transition(nil), a.States[state].Transitions...)
	list[transition] = choice
	choice.To = stays
	a.States[state].Transitions = append(list, choice)
}

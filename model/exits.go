package model

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

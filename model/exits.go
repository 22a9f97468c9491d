package model

import "slices"

// Abandoned is the text of an Exit by which a test is given up, as it has failed or is
// skipped. What goroutines it leaves behind matters little then.
const Abandoned = "the test is given up"

// Failed is the text of a Tau by which a test has failed, and goes on.
const Failed = "the test fails"

// Panicking is the text of a Tau by which somebody begins to panic whom nobody lets go on but his own deferred
// calls: if these don't, the program is over, and what they do to others on the way matters little.
const Panicking = "a panic begins"

// Fails reports whether a test fails by a transition, and goes on.
func (t *Transition) Fails() bool { return t.Kind == Tau && t.Text == Failed }

// BeginsToPanic reports whether somebody begins to panic by a transition, as Panicking says.
func (t *Transition) BeginsToPanic() bool { return t.Kind == Tau && t.Text == Panicking }

// EndingAtFailure returns the system in which a test ends as soon as it fails: what goes wrong there
// doesn't need the test to have failed. If that is process 0, it is the regular end, before which somebody may have been
// stuck already, be it while process 0 waits in a select until the world outside or a timer ends that. It returns
// nil if no test fails; states and transitions have the same numbers.
func (s *System) EndingAtFailure() *System {
	fails := func(t Transition) bool { return t.Fails() }
	ending := s.with(fails, func(t *Transition) { t.Kind, t.Text = Exit, Abandoned })
	if ending == nil {
		return nil
	}
	states := ending.Processes[0].States
	for i, state := range s.Processes[0].States {
		states[i].Transitions = slices.Clone(state.Transitions)
		for j := range states[i].Transitions {
			switch t := &states[i].Transitions[j]; {
			case t.Fails():
				t.Kind, t.Text = Exit, ""
			case t.Kind == Tau || t.Kind == Default && t.Text == TimeIsUp:
				t.Lasts = t.Lasts || slices.ContainsFunc(state.Transitions, func(other Transition) bool { return other.Kind == Receive || other.Kind == Send })
			}
		}
	}
	return ending
}

// WithoutAbandoning returns the system without those exits: a test that is given up ends, and
// the others go on. It returns nil if there are none. States and transitions have the same
// numbers, and the steps that were exits have their text.
func (s *System) WithoutAbandoning() *System {
	isAbandoned := func(t Transition) bool { return t.Kind == Exit && t.Text == Abandoned }
	return s.with(isAbandoned, func(t *Transition) { t.Kind = Tau })
}

// with returns the system with some transitions changed; nil if there are none. It shares all others
// with the system, and states and transitions have the same numbers.
func (s *System) with(isMeant func(Transition) bool, change func(*Transition)) *System {
	return s.rewritten(isMeant, func(list []Transition) []Transition {
		for i := range list {
			if isMeant(list[i]) {
				change(&list[i])
			}
		}
		return list
	})
}

// rewritten returns the system with the states rewritten that have some transitions; nil if there are none. It shares all others
// with the system, and states have the same numbers.
func (s *System) rewritten(isMeant func(Transition) bool, rewrite func([]Transition) []Transition) *System {
	changed := false
	all := *s
	all.Processes = slices.Clone(s.Processes)
	for p := range all.Processes {
		states := slices.Clone(all.Processes[p].States)
		for i := range states {
			if !slices.ContainsFunc(states[i].Transitions, isMeant) {
				continue
			}
			changed = true
			states[i].Transitions = rewrite(slices.Clone(states[i].Transitions))
		}
		all.Processes[p].States = states
	}
	if !changed {
		return nil
	}
	return &all
}

// OverEarly returns the system in which the program is over as soon as it is bound to be. A test that is given up
// is so where all that process 0 can still do leads there, unless it panics; who panics, where he begins to
// (Panicking). It returns nil if nothing changes.
func (s *System) OverEarly() *System {
	early := *s
	early.Processes = slices.Clone(s.Processes)
	changed := false
	for p := range early.Processes {
		a := &early.Processes[p]
		bound := a.boundToEnd()
		a.States = slices.Clone(a.States)
		givenUp := p == 0 && a.abandonEarly(bound)
		changed = a.dieEarly(bound) || givenUp || changed
	}
	if !changed {
		return nil
	}
	return &early
}

// endsInFailure reports whether the program ends by a transition otherwise than regularly.
func endsInFailure(t Transition) bool { return t.Kind == Crash || t.Kind == Exit && t.Text != "" }

// boundToEnd finds the states from which all ways end so: the least set.
func (a *Automaton) boundToEnd() []bool {
	return growing(a.States, func(set []bool, list []Transition) bool {
		return len(list) > 0 && !slices.ContainsFunc(list, func(t Transition) bool { return !endsInFailure(t) && !set[t.To] })
	})
}

// abandonEarly gives up a test where it is bound to end and may be given up. It reports whether that changes anything.
func (a *Automaton) abandonEarly(bound []bool) (changed bool) {
	isAbandoned := func(t Transition) bool { return t.Kind == Exit && t.Text == Abandoned }
	may := growing(a.States, func(set []bool, list []Transition) bool {
		return slices.ContainsFunc(list, func(t Transition) bool { return isAbandoned(t) || set[t.To] })
	})
	for i, list := range a.States {
		if may[i] && bound[i] && !isAbandoned(list.Transitions[0]) {
			a.States[i].Transitions = []Transition{{Kind: Exit, Object: -1, To: i, Site: list.Transitions[0].Site, Text: Abandoned}}
			changed = true
		}
	}
	return changed
}

// dieEarly ends the program where somebody begins to panic and is bound to end it. It reports whether that changes anything.
func (a *Automaton) dieEarly(bound []bool) (changed bool) {
	for i, state := range a.States {
		for j, t := range state.Transitions {
			if t.BeginsToPanic() && bound[t.To] {
				list := slices.Clone(a.States[i].Transitions)
				list[j].Kind = Exit
				a.States[i].Transitions, changed = list, true
			}
		}
	}
	return changed
}

// growing is the least set of states that a rule adds, given what is in it so far.
func growing(states []State, belongs func(set []bool, list []Transition) bool) []bool {
	set := make([]bool, len(states))
	for grew := true; grew; {
		grew = false
		for i := range states {
			if !set[i] && belongs(set, states[i].Transitions) {
				set[i], grew = true, true
			}
		}
	}
	return set
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

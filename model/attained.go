package model

import "slices"

// Attained says what may ever happen in a system if nothing that was done is ever undone: messages
// stay for everybody, locks are free, counters have come to zero once they were lowered. What can
// happen can happen then, too: it is the reachability that is called relaxed in planning, and a
// monotone abstraction of the system's executions. So what it rules out is ruled out for certain,
// however many members the families are given.
type Attained struct {
	system *System
	states [][]bool // by process and state
	// done has what was done, and offers which processes are where they may do it.
	done   map[Deed]bool
	offers map[Deed][]int
	// starts is how often a process may be started, as far as that is more than once.
	starts []int
	spawns []int        // see System.spawns
	raised map[int]bool // wait groups that the first process raises before it starts any other
	grew   bool
}

// A Deed is what somebody does to an object, at some time.
type Deed struct {
	Kind   Kind
	Object int
}

// Attain finds out what may ever happen in a system.
func (s *System) Attain() *Attained {
	a := &Attained{
		system: s, states: make([][]bool, len(s.Processes)), starts: make([]int, len(s.Processes)),
		done: map[Deed]bool{}, offers: map[Deed][]int{}, raised: map[int]bool{},
	}
	for p := range s.Processes {
		a.states[p] = make([]bool, len(s.Processes[p].States))
	}
	if len(s.Processes) == 0 || len(s.Processes[0].States) == 0 {
		return a
	}
	for o := range s.Objects {
		a.raised[o] = s.Objects[o].Kind == WaitGroup && s.raisesFirst(o)
	}
	a.spawns = s.spawns()
	a.start(0)
	for a.grew {
		a.grew = false
		a.sweep()
	}
	return a
}

// raisesFirst reports whether the first process raises a wait group before it starts any other.
func (s *System) raisesFirst(group int) bool {
	raises := func(t Transition) bool { return t.Kind == Add && t.Object == group && t.Label > 0 }
	startsBefore := growing(s.Processes[0].States, func(set []bool, list []Transition) bool {
		return slices.ContainsFunc(list, func(t Transition) bool { return t.Kind == Spawn || !raises(t) && set[t.To] })
	})
	return !startsBefore[0]
}

// start marks a process as running.
func (a *Attained) start(p int) {
	a.starts[p]++
	if len(a.states[p]) > 0 {
		a.reach(p, 0)
	}
}

// reach marks a state, and what is offered there.
func (a *Attained) reach(p, state int) {
	if a.states[p][state] {
		return
	}
	a.states[p][state], a.grew = true, true
	for _, t := range a.system.Processes[p].States[state].Transitions {
		if d := (Deed{t.Kind, t.Object}); !slices.Contains(a.offers[d], p) {
			a.offers[d] = append(a.offers[d], p)
		}
	}
}

// sweep takes all steps that may pass, from all states that are attained.
func (a *Attained) sweep() {
	for p := range a.states {
		for i, attained := range a.states[p] {
			if !attained {
				continue
			}
			for n := range a.system.Processes[p].States[i].Transitions {
				if t := &a.system.Processes[p].States[i].Transitions[n]; a.MayPass(p, t) {
					a.take(p, t)
				}
			}
		}
	}
}

func (a *Attained) take(p int, t *Transition) {
	d := Deed{t.Kind, t.Object}
	if t.Kind == Add && t.Label >= 0 {
		d.Kind = Tau // it serves nobody who waits
	}
	if !a.done[d] {
		a.done[d], a.grew = true, true
	}
	if t.Kind == Spawn {
		a.spawn(p, t.Object)
	}
	a.reach(p, t.To)
}

// spawn starts a family: it has several members if it is started by a process that isn't the
// first, as that may come there again, or several times by that.
func (a *Attained) spawn(by, family int) {
	for _, m := range a.system.Families[family].Members {
		if a.starts[m] < 2 && (by > 0 || a.starts[m] < a.spawns[family]) {
			a.grew = true
			a.start(m)
		}
	}
}

// spawns counts, for each family, the steps of the first process that start it: one to which that
// comes back counts twice.
func (s *System) spawns() []int {
	counts := make([]int, len(s.Families))
	states := s.Processes[0].States
	for i := range states {
		for _, t := range states[i].Transitions {
			if t.Kind != Spawn {
				continue
			}
			counts[t.Object]++
			leadsBack := growing(states, func(set []bool, list []Transition) bool {
				return slices.ContainsFunc(list, func(t Transition) bool { return t.To == i || set[t.To] })
			})
			if t.To == i || leadsBack[t.To] {
				counts[t.Object]++
			}
		}
	}
	return counts
}

// Reaches reports whether a process may ever come to a state.
func (a *Attained) Reaches(process, state int) bool { return a.states[process][state] }

// MayPass reports whether a step of a process may ever be taken once it has come there. What is
// done to nil counts as possible.
func (a *Attained) MayPass(process int, t *Transition) bool {
	does := func(kind Kind) bool { return a.done[Deed{kind, t.Object}] }
	if t.Object < 0 {
		return true
	}
	switch t.Kind {
	case Send:
		return a.system.Objects[t.Object].Capacity > 0 || a.isOffered(Receive, process, t.Object)
	case Receive:
		if a.system.Objects[t.Object].Capacity > 0 {
			return does(Send)
		}
		return a.isOffered(Send, process, t.Object)
	case ReceiveClosed:
		return does(Close) || does(Cancel)
	case Wait:
		return process == 0 || does(Add) || does(New) || !a.raised[t.Object] || a.system.Objects[t.Object].Owner >= 0
	}
	return true
}

// isOffered reports whether another process may do something at a rendezvous, or this one if there
// are several of it.
func (a *Attained) isOffered(kind Kind, process, object int) bool {
	return slices.ContainsFunc(a.offers[Deed{kind, object}], func(p int) bool { return p != process || a.starts[p] > 1 })
}

package leap

import (
	"errors"
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/model"
)

// This file makes a system that can be searched of one that was extracted from a program, where that
// can be done so that each execution of the program is one of the system. Then what is never
// executed in the system isn't in the program, either. Where the two have the same executions, the
// system is exact, and what happens in it happens in the program.
//
// Channels stay as they are: with closes, selects of any kind, and any owners. All else becomes an
// internal step that can always be taken: locks, wait groups, shared cells, the default of a select, and steps that
// the program may be unable to take, and what ends the program. That adds executions, and the system isn't exact any more.
//
// Goroutines. A start is a message to one member of the family, which is the first thing it receives: a
// different one for each start in the automata. If a start can be reached again, or if there
// are more of them than members, the members run from the start, and again whenever they have
// ended. They own nothing then: objects that are made anew would have to be told apart.

// A Program is a system that was made of the system of a program.
type Program struct {
	System *model.System
	Exact  bool // it has the executions of the program, and no others
	made   *absorber
}

// Absorb makes one. The error says why that can't be done.
func Absorb(sys *model.System) (*Program, error) {
	a := &absorber{from: sys, exact: true}
	if err := a.absorb(); err != nil {
		return nil, err
	}
	return &Program{System: &a.to, Exact: a.exact, made: a}, nil
}

// Original is the place of a transition in the system of the program. It is not ok if that is no operation on
// a channel.
func (p *Program) Original(at Place) (Place, bool) { return p.made.original(at) }

// A Communication is what is known about sends and receptions of a program.
type Communication struct {
	// Never are the operations on channels that no execution reaches, as places of the program's
	// system. It is nil if that isn't known.
	Never []Place
	// Blocking are sends that find their buffer full in some execution. At is 0.
	Blocking []Overflow
	States   int // that were explored
	Leaps    int
}

// Communicate searches a system that was extracted from a program. The error says why that can't be done;
// a budget that is spent is one.
func Communicate(sys *model.System, states int) (*Communication, error) {
	program, err := Absorb(sys)
	if err != nil {
		return nil, err
	}
	a := program.made
	r, err := Explore(&a.to, Options{Search: DepthFirst, Shared: true, States: states, K: a.buffered()})
	if err != nil {
		return nil, err
	}
	c := &Communication{States: r.States, Leaps: r.Leaps}
	if r.Stop != "" {
		return c, errors.New(r.Stop)
	}
	for _, place := range r.NonExecutable {
		if at, ok := a.original(place); ok {
			c.Never = append(c.Never, at)
		}
	}
	for _, o := range r.Overflows {
		if at, ok := a.original(o.Place); ok && a.exact {
			c.Blocking = append(c.Blocking, Overflow{Place: at, Channel: o.Channel})
		}
	}
	return c, nil
}

// An absorber builds a system.
type absorber struct {
	from  *model.System
	to    model.System
	exact bool
	// shifted says of processes that their states are one further on, behind that in which
	// they wait to be started.
	shifted []bool
	starts  map[spawn]int // the channel of each start that is a message
	again   []bool        // families whose members run again and again
}

// A spawn is a transition that starts a goroutine.
type spawn struct{ process, state, transition int }

// absorb builds the system.
func (a *absorber) absorb() error {
	if err := a.from.Validate(); err != nil {
		return fmt.Errorf("not a system: %w", err)
	}
	a.to = model.System{Name: a.from.Name, Site: a.from.Site, Objects: slices.Clone(a.from.Objects)}
	for i := range a.to.Objects {
		o := &a.to.Objects[i]
		if o.Kind == model.Channel && len(o.Labels) == 0 {
			o.Labels = []model.Label{{Name: "value"}} // or else the reception of any message would be none
		}
		a.exact = a.exact && !o.Counted
	}
	a.shifted = make([]bool, len(a.from.Processes))
	if err := a.start(); err != nil {
		return err
	}
	for p := range a.from.Processes {
		process, err := a.process(p)
		if err != nil {
			return err
		}
		a.to.Processes = append(a.to.Processes, process)
	}
	a.receiveStarts()
	return nil
}

// start decides how the members of each family are started.
func (a *absorber) start() error {
	a.starts, a.again = map[spawn]int{}, make([]bool, len(a.from.Families))
	for f, family := range a.from.Families {
		spawns := a.spawnsOf(f)
		if a.runsOnce(f, spawns, nil) {
			a.startOnce(family, spawns)
			continue
		}
		a.again[f], a.exact = true, false
		for _, o := range a.from.Objects {
			if o.Owner >= 0 && slices.Contains(family.Members, o.Owner) {
				return fmt.Errorf("%s is started again and again, and has objects of its own", family.Name)
			}
		}
	}
	return nil
}

// startOnce gives each start a member of its own. Members that are left are never told to start.
func (a *absorber) startOnce(family model.Family, spawns []spawn) {
	for i, member := range family.Members {
		c := a.startChannel(member)
		if i < len(spawns) {
			a.starts[spawns[i]] = c
		}
	}
}

// spawnsOf are the starts of a family.
func (a *absorber) spawnsOf(family int) []spawn {
	var list []spawn
	for p := range a.from.Processes {
		for q := range a.from.Processes[p].States {
			for t, step := range a.from.Processes[p].States[q].Transitions {
				if step.Kind == model.Spawn && step.Object == family {
					list = append(list, spawn{p, q, t})
				}
			}
		}
	}
	return list
}

// runsOnce reports whether there is a member for each start of a family, and none of them
// comes again. above are the families that are being asked about.
func (a *absorber) runsOnce(family int, spawns []spawn, above []int) bool {
	if len(spawns) > len(a.from.Families[family].Members) || slices.Contains(above, family) {
		return false
	}
	above = append(above, family)
	for _, s := range spawns {
		step := a.from.Processes[s.process].States[s.state].Transitions[s.transition]
		if a.leadsTo(s.process, step.To, s.state) {
			return false
		}
		for f := range a.from.Families {
			if slices.Contains(a.from.Families[f].Members, s.process) && !a.runsOnce(f, a.spawnsOf(f), above) {
				return false
			}
		}
	}
	return true
}

// leadsTo reports whether a state of a process can be reached from another.
func (a *absorber) leadsTo(process, from, to int) bool {
	states := a.from.Processes[process].States
	seen := make([]bool, len(states))
	seen[from] = true
	for work := []int{from}; len(work) > 0; work = work[1:] {
		if work[0] == to {
			return true
		}
		for _, t := range states[work[0]].Transitions {
			if !seen[t.To] {
				seen[t.To] = true
				work = append(work, t.To)
			}
		}
	}
	return false
}

// startChannel adds the channel on which a process is told to start.
func (a *absorber) startChannel(process int) int {
	a.shifted[process] = true
	a.to.Objects = append(a.to.Objects, model.Object{
		Kind: model.Channel, Name: "start of " + a.from.Processes[process].Name, Capacity: 1,
		Labels: []model.Label{{Name: "go"}}, Receiver: process + 1, Owner: -1,
	})
	return len(a.to.Objects) - 1
}

// process makes the automaton of a process.
func (a *absorber) process(p int) (model.Automaton, error) {
	from := &a.from.Processes[p]
	to := model.Automaton{Name: from.Name, Site: from.Site}
	shift := 0
	if a.shifted[p] {
		shift = 1
		to.States = append(to.States, model.State{}) // see receiveStarts
	}
	for q := range from.States {
		var state model.State
		for t := range from.States[q].Transitions {
			step, err := a.step(spawn{p, q, t})
			if err != nil {
				return to, err
			}
			step.To += shift
			state.Transitions = append(state.Transitions, step)
		}
		if len(state.Transitions) == 0 && a.restarts(p) {
			state.Transitions = []model.Transition{{Kind: model.Tau, Object: -1}}
		}
		to.States = append(to.States, state)
	}
	return to, nil
}

// restarts reports whether a process may be started when it has ended.
func (a *absorber) restarts(process int) bool {
	for f, family := range a.from.Families {
		if a.again[f] && slices.Contains(family.Members, process) {
			return true
		}
	}
	return false
}

// step makes a transition, at the same index in its state.
func (a *absorber) step(at spawn) (model.Transition, error) {
	t := a.from.Processes[at.process].States[at.state].Transitions[at.transition]
	t.Via, t.Text = nil, ""
	onChannel := t.Object >= 0 && t.Kind != model.Spawn && t.Object < len(a.from.Objects) && a.from.Objects[t.Object].Kind == model.Channel
	switch {
	case t.Kind == model.Spawn:
		if c, ok := a.starts[at]; ok {
			t.Kind, t.Object, t.Label = model.Send, c, 0
			return t, nil
		}
	case t.Kind == model.New && onChannel:
		return t, fmt.Errorf("%s is made again", a.from.Objects[t.Object].Name)
	case onChannel && t.Kind != model.Fault:
		return t, nil
	case t.Kind == model.Tau && t.Doubt == "":
		return t, nil
	case t.Object < 0 && (t.Kind == model.Send || t.Kind == model.Receive):
		return a.never(t), nil
	case t.Kind == model.Fault && onChannel:
		return a.never(t), nil // the search is stopped at what would lead here
	case t.Kind != model.New:
		a.exact = false
	}
	return model.Transition{Kind: model.Tau, Object: -1, To: t.To, Site: t.Site}, nil
}

// never makes a transition one that can't be taken: it receives from a channel on which nobody
// sends.
func (a *absorber) never(t model.Transition) model.Transition {
	a.to.Objects = append(a.to.Objects, model.Object{Kind: model.Channel, Name: "nil", Labels: []model.Label{{Name: "value"}}, Owner: -1})
	t.Kind, t.Object, t.Label = model.Receive, len(a.to.Objects)-1, 0
	return t
}

// receiveStarts lets processes wait for their start.
func (a *absorber) receiveStarts() {
	for c := len(a.from.Objects); c < len(a.to.Objects); c++ {
		p := a.to.Objects[c].Receiver - 1
		if p < 0 {
			continue // see never
		}
		a.to.Processes[p].States[0].Transitions = []model.Transition{{Kind: model.Receive, Object: c, To: 1}}
	}
}

// buffered are the channels of the program that have a buffer.
func (a *absorber) buffered() []bool {
	set := make([]bool, len(a.to.Objects))
	for i := range a.from.Objects {
		set[i] = a.from.Objects[i].Kind == model.Channel && a.from.Objects[i].Capacity > 0
	}
	return set
}

// original is the place in the program's system. It is not ok if that is no operation on
// a channel.
func (a *absorber) original(at Place) (Place, bool) {
	if a.shifted[at.Process] {
		at.State--
	}
	if at.State < 0 || at.State >= len(a.from.Processes[at.Process].States) {
		return at, false
	}
	transitions := a.from.Processes[at.Process].States[at.State].Transitions
	if at.Transition >= len(transitions) {
		return at, false // that by which it is started again
	}
	switch transitions[at.Transition].Kind {
	case model.Send, model.Receive, model.ReceiveClosed, model.Close, model.Cancel:
		return at, true
	}
	return at, false
}

package kmc

import (
	"github.com/chancheck/chancheck/verify/internal/components"
	"github.com/chancheck/chancheck/verify/internal/packed"
)

// This file finds out what is possible from where. Nearly all properties of a
// space ask, for each configuration, whether some kind of step or configuration
// can still come; with one search per configuration that would be quadratic.
//
// All configurations of a strongly connected component can reach the same
// things. Tarjan's algorithm completes components in reverse topological order:
// when one is complete, so are all that its arcs lead to, and the set of what
// is possible from it is the union of theirs with what its own members and arcs
// are. So a space is passed once, whatever the number of properties. Sets are
// bits of a few words: two for each channel or participant that matters.
//
// With many participants that is much, and only failures need it: whether there
// are any, the components at the end tell (ends.go). So sets are found when they
// are asked for: first those of single configurations, by a search from there, and
// all of them once that has cost as much as a pass.

// A future says, for each configuration of a space, which events are still
// possible from it: the events of a component are those of its members and arcs,
// and of the components after it. All configurations of a component have the same
// future.
type future struct {
	*space
	// component is the number of each configuration's component, in the order
	// of completion.
	component []uint32
	ends      ends

	events events   // counted when they are asked for
	words  int      // of a set of events
	sets   []uint64 // sets[n*words:] are the events of component n; nil: not found
	// around are the events of one component while there are no sets, searched the
	// arcs that it took to find such.
	around   set
	searched int

	known struct {
		reception, progress, exhaustive, stable, output, input, strong, chained, messages finding
	}
	pressedSomewhere Status // whether a bound is ever in the way
}

// A set is the events of a component.
type set struct {
	component int // -1: of none
	events    []uint64
}

// A finding is the outcome of a search for a failure, kept once it is known.
type finding struct {
	done, undecided bool
	failure         *failure
}

// get searches unless it was done.
func (k *finding) get(search func() *failure) *failure {
	if !k.done {
		k.done, k.failure = true, search()
	}
	return k.failure
}

// events numbers what may happen. An event of a channel or process that can't
// matter has no number, -1.
type events struct {
	count    int
	receive  []int          // per object: a message is received, or taken over
	move     []int          // per process: it takes a step
	stable   int            // all queues are empty (before Definition 5)
	pressed  int            // a process is at a send that the bound forbids
	sends    map[[2]int]int // (channel, label): that message is sent
	declared []int          // per step of the Machines: the event of its send, or -1
}

// newEvents numbers the events. Sends count only where a choice between
// receptions from several channels might depend on them.
func (m *Machines) newEvents() events {
	e := events{sends: map[[2]int]int{}}
	number := func(matters bool) int {
		if !matters {
			return -1
		}
		e.count++
		return e.count - 1
	}
	e.stable, e.pressed = number(true), number(true)
	for _, ends := range m.channels {
		e.receive = append(e.receive, number(ends.sender >= 0))
	}
	for p := range m.automata {
		e.move = append(e.move, number(m.receivesSomewhere(p)))
	}
	for i := range m.steps {
		step := &m.steps[i]
		key := [2]int{step.channel, step.label}
		if _, ok := e.sends[key]; !ok && !step.send && !m.at(step).directed {
			e.sends[key] = number(true)
		}
	}
	for i := range m.steps {
		event, ok := e.sends[[2]int{m.steps[i].channel, m.steps[i].label}]
		if !ok || !m.steps[i].send {
			event = -1
		}
		e.declared = append(e.declared, event)
	}
	return e
}

// at returns the local state that a step leaves.
func (m *Machines) at(step *localStep) *localState {
	return &m.automata[step.process].states[step.state]
}

// receivesSomewhere reports whether progress asks anything of a participant.
func (m *Machines) receivesSomewhere(p int) bool {
	for q := range m.automata[p].states {
		if m.automata[p].states[q].receiving() {
			return true
		}
	}
	return false
}

// newFuture prepares the future of a space that was explored completely.
func newFuture(s *space) *future {
	f := &future{space: s, component: make([]uint32, s.size()), around: set{component: -1}}
	f.findEnds()
	return f
}

// number counts the events, unless that was done.
func (f *future) number() {
	if f.words == 0 {
		f.events = f.newEvents()
		f.words = (f.events.count + 63) / 64
	}
}

// findSets finds the events of all components.
func (f *future) findSets() {
	f.sets = []uint64{}
	components.Each(f.first, f.arcs, f.complete)
}

// complete adds a component: its members are complete, and so are all others
// that their arcs lead to.
func (f *future) complete(number int, members []uint32) {
	for range f.words {
		f.sets = append(packed.Doubled(f.sets, 1), 0)
	}
	set := f.sets[number*f.words:]
	for _, i := range members {
		f.addState(set, int(i))
		for _, a := range f.arcsOf(int(i)) {
			f.addArc(set, int(i), a)
			if c := int(f.component[a.to]); c != number {
				for w := range f.words {
					set[w] |= f.sets[c*f.words+w]
				}
			}
		}
	}
}

// findAround finds the events of one component, by a search from a configuration.
func (f *future) findAround(i int) {
	f.around = set{int(f.component[i]), make([]uint64, f.words)}
	seen := map[uint32]bool{uint32(i): true}
	for work := []uint32{uint32(i)}; len(work) > 0 && f.searched <= len(f.arcs); {
		n := int(work[len(work)-1])
		work = work[:len(work)-1]
		f.addState(f.around.events, n)
		f.searched += len(f.arcsOf(n))
		for _, a := range f.arcsOf(n) {
			f.addArc(f.around.events, n, a)
			if !seen[a.to] {
				seen[a.to] = true
				work = append(work, a.to)
			}
		}
	}
}

// possible returns the events that are possible from a configuration.
func (f *future) possible(i int) []uint64 {
	c := int(f.component[i])
	if f.sets == nil && f.around.component != c {
		if f.searched <= len(f.arcs) {
			f.findAround(i)
		}
		if f.searched > len(f.arcs) {
			f.findSets()
		}
	}
	if f.sets == nil {
		return f.around.events
	}
	return f.sets[c*f.words:]
}

// add adds an event to a set, if it has a number.
func add(set []uint64, event int) {
	if event >= 0 {
		set[event/64] |= 1 << (event % 64)
	}
}

// addState adds the events that are properties of a configuration.
func (f *future) addState(set []uint64, i int) {
	if f.isStable(i) {
		add(set, f.events.stable)
	}
	if f.pressed(f.table.At(i)) {
		add(set, f.events.pressed)
	}
}

// pressed reports whether the bounds forbid a send that a process is at. With
// a rendezvous they always do: with a larger bound the sender needs no partner.
func (s *space) pressed(at []uint64) bool {
	return s.pressedOn(at, func(int) bool { return true })
}

// pressedOn is that for some channels only.
func (s *space) pressedOn(at []uint64, some func(channel int) bool) bool {
	for p := range s.automata {
		state := s.local(at, p)
		if !state.sending {
			continue
		}
		for n := state.first; n < state.end; n++ {
			c := s.steps[n].channel
			if s.length(at, c) == s.bounds[c] && some(c) {
				return true
			}
		}
	}
	return false
}

// addArc adds the events of a transition.
func (f *future) addArc(set []uint64, i int, a arc) {
	step := &f.steps[a.step]
	add(set, f.events.move[step.process])
	joint := f.bounds[step.channel] == 0
	if joint {
		add(set, f.events.move[f.channels[step.channel].receiver])
	}
	if joint || !step.send {
		add(set, f.events.receive[step.channel])
	}
	add(set, f.events.declared[a.step])
}

// can reports whether an event is possible from configuration i.
func (f *future) can(i, event int) bool {
	return f.possible(i)[event/64]>>(event%64)&1 != 0
}

// everPressed reports whether a bound is ever in the way.
func (f *future) everPressed() bool {
	if f.pressedSomewhere == Undecided {
		f.pressedSomewhere = Fails
		for i := 0; i < f.size() && f.pressedSomewhere == Fails; i++ {
			if f.pressed(f.table.At(i)) {
				f.pressedSomewhere = Holds
			}
		}
	}
	return f.pressedSomewhere == Holds
}

// Target is where an arc leads, which is all that package components asks of one.
func (a arc) Target() uint32 { return a.to }

package leap

import (
	"slices"

	"github.com/chancheck/chancheck/verify"
)

// This file makes executions, step by step, of the leaps on the way to a state. Which leap
// leads from one state to the next is found again, as edges aren't stored.

// Execution returns the steps to a global state by its number.
func (r *Result) Execution(at int) []verify.Step {
	s := r.search
	path := []int{at}
	for at != 0 {
		at = int(s.parent[at])
		path = append(path, at)
	}
	slices.Reverse(path)
	var steps []verify.Step
	for i := range len(path) - 1 {
		for _, m := range s.leapBetween(path[i], path[i+1]) {
			steps = append(steps, s.stepOf(m))
		}
	}
	return steps
}

// leapBetween finds the first leap from one state to another.
func (s *search) leapBetween(from, to int) leap {
	copy(s.at, s.table.At(from))
	s.offer(s.at, from)
	s.makeRoom(from)
	var found leap
	leads := func(l leap, common int) bool {
		next := s.ahead[:s.table.Words]
		if s.fire(l, common, next); slices.Equal(next, s.table.At(to)) {
			found = slices.Clone(l)
		}
		return found == nil
	}
	s.eachProper(leads)
	if found == nil {
		s.eachExtension(leads)
	}
	if found == nil {
		panic("verify: leap: no leap leads from a state to one that was found from there")
	}
	return found
}

// stepOf describes a move.
func (s *search) stepOf(m move) verify.Step {
	t := &s.steps[m.step]
	step := verify.Step{
		Process: t.process, State: t.state, Transition: t.transition,
		Partner: -1, PartnerState: -1, PartnerTransition: -1, Spawned: -1,
	}
	if m.partner >= 0 {
		o := &s.steps[m.partner]
		step.Partner, step.PartnerState, step.PartnerTransition = o.process, o.state, o.transition
	}
	return step
}

// Local returns the state of a process in a global state.
func (r *Result) Local(at, process int) int {
	return r.search.Processes[process].Get(r.search.table.At(at))
}

// Messages returns what a channel holds in a global state, the first message first.
func (r *Result) Messages(at, channel int) []int {
	state, queue := r.search.table.At(at), &r.search.Queues[channel]
	var labels []int
	for i := range queue.Count.Get(state) {
		labels = append(labels, queue.Label(state, i))
	}
	return labels
}

// IsClosed reports whether a channel is closed in a global state.
func (r *Result) IsClosed(at, channel int) bool {
	return r.search.isClosed(r.search.table.At(at), channel)
}

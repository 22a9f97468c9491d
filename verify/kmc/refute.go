package kmc

import (
	"github.com/chancheck/chancheck/verify"
	"slices"
)

// This file refutes existential boundedness by an execution, where theorems
// don't decide it. An execution is existentially k-bounded just if its events
// can be ordered so that the n-th matched message of a channel is received
// before the message k places later is sent, if that is matched too: if the
// order of the events on each participant, of each send before its reception,
// and of the n-th reception on a channel before its send number n+k has no
// cycle (B. Genest, D. Kuske, A. Muscholl: On communicating automata with
// bounded channels, 2007; unmatched sends don't count, as in Definition 22).
//
// An execution has exactly one such order of events up to equivalence, so that
// a cycle refutes all of its reorderings at once: there is nothing to search
// for but the execution itself.
//
// Candidates are executions that go through a send that the bounds forbid,
// where the bounded system has no way to make it possible, and on until all
// that was in its channel is received, or until all queues are empty.

// refuteExistential looks for an execution that isn't existentially bounded;
// with stable, for one that ends in a stable configuration.
func (d *decision) refuteExistential(stable bool) *Witness {
	f := d.main()
	bad := f.exhaustive()
	if bad == nil || d.rendezvous {
		return nil
	}
	start := f.witness(bad)
	free := newSpace(d.Machines, raisedBy(d.bounds, slices.Max(d.bounds)+1))
	r := refuter{space: free, decision: d, stable: stable}
	if !r.replay(start) {
		return nil
	}
	return r.search(bad)
}

// A refuter searches for candidates in a space with larger bounds.
type refuter struct {
	*space
	decision *decision
	stable   bool
	steps    []int // local steps so far
	at       int   // the configuration after them
}

// replay takes the steps of an execution.
func (r *refuter) replay(w *Witness) bool {
	i, _ := r.table.Intern(make([]uint64, r.table.Words))
	for _, s := range w.Steps {
		n := r.stepNumber(s)
		to, ok := r.fire(i, n)
		if !ok {
			return false
		}
		r.steps, i = append(r.steps, n), to
	}
	r.at = i
	return true
}

// stepNumber finds the local step of a step of an execution.
func (m *Machines) stepNumber(s verify.Step) int {
	state := &m.automata[s.Process].states[s.State]
	for n := state.first; n < state.end; n++ {
		if m.steps[n].transition == s.Transition {
			return n
		}
	}
	panic("verify: refute: a step that no automaton has")
}

// A trial is a configuration with the number of receptions that are
// still to come on the channel; and the way there.
type trial struct {
	at, missing int
	from        int
	step        int
}

// mostTrials limits the search, which is breadth first and so prefers short
// executions.
const mostTrials = 20_000

// search goes on breadth first from a forbidden send.
func (r *refuter) search(bad *failure) *Witness {
	channel := bad.channel
	var trials []trial
	seen := map[[2]int]bool{}
	visit := func(t trial) {
		if key := [2]int{t.at, t.missing}; !seen[key] {
			seen[key] = true
			trials = append(trials, t)
		}
	}
	state := r.local(r.table.At(r.at), bad.process)
	for n := state.first; n < state.end; n++ {
		if to, ok := r.fire(r.at, n); ok && r.Machines.steps[n].channel == channel {
			visit(trial{to, r.length(r.table.At(to), channel), -1, n})
		}
	}
	for i := 0; i < len(trials) && len(trials) < mostTrials; i++ {
		t := trials[i]
		if r.done(t) {
			if steps := r.execution(trials, i); !existentiallyBounded(r.Machines, steps, r.decision.bounds) {
				return r.decision.existentialWitness(steps, bad)
			}
		}
		for p := range r.automata {
			state := r.local(r.table.At(t.at), p)
			for n := state.first; n < state.end; n++ {
				to, ok := r.fire(t.at, n)
				if !ok {
					continue
				}
				missing := t.missing
				if s := &r.Machines.steps[n]; !s.send && s.channel == channel {
					missing = max(0, missing-1)
				}
				visit(trial{to, missing, i, n})
			}
		}
	}
	return nil
}

// done reports whether a trial may end here: all that was in the channel when
// the forbidden send was made is received, with that send's own message; or
// nothing is left anywhere.
func (r *refuter) done(t trial) bool {
	if !r.stable {
		return t.missing == 0
	}
	at := r.table.At(t.at)
	for c := range r.Queues {
		if r.length(at, c) > 0 {
			return false
		}
	}
	return true
}

// execution is the steps to a trial.
func (r *refuter) execution(trials []trial, i int) []int {
	var tail []int
	for ; i >= 0; i = trials[i].from {
		tail = append(tail, trials[i].step)
	}
	slices.Reverse(tail)
	return append(slices.Clone(r.steps), tail...)
}

// existentiallyBounded reports whether an execution is equivalent to one that
// is match-bounded.
func existentiallyBounded(m *Machines, steps []int, bounds []int) bool {
	// order is kept as a graph: each event with those that must come later, and
	// with the number of those that must come earlier.
	after := make([][]int, len(steps)) // events that must come later
	last := make([]int, len(m.automata))
	for p := range last {
		last[p] = -1
	}
	sends, receptions := make([][]int, len(m.channels)), make([][]int, len(m.channels))
	before := make([]int, len(steps)) // how many must come earlier
	order := func(i, j int) {
		after[i] = append(after[i], j)
		before[j]++
	}
	for i, n := range steps {
		s := &m.steps[n]
		if last[s.process] >= 0 {
			order(last[s.process], i)
		}
		last[s.process] = i
		if s.send {
			sends[s.channel] = append(sends[s.channel], i)
		} else {
			receptions[s.channel] = append(receptions[s.channel], i)
		}
	}
	for c := range receptions {
		for n, i := range receptions[c] {
			order(sends[c][n], i)
			if later := n + bounds[c]; later < len(receptions[c]) {
				order(i, sends[c][later])
			}
		}
	}
	return acyclic(after, before)
}

// acyclic reports whether all events can be ordered.
func acyclic(after [][]int, before []int) bool {
	var ready []int
	for i, n := range before {
		if n == 0 {
			ready = append(ready, i)
		}
	}
	count := 0
	for len(ready) > 0 {
		i := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		count++
		for _, j := range after[i] {
			if before[j]--; before[j] == 0 {
				ready = append(ready, j)
			}
		}
	}
	return count == len(before)
}

// existentialWitness shows an execution that no order keeps within the bounds.
func (d *decision) existentialWitness(steps []int, bad *failure) *Witness {
	return &Witness{
		Steps: d.stepsOf(steps), Participant: bad.process, State: d.stateAfter(steps, bad.process), Channel: bad.channel,
		Waits:    "to order this execution so that no channel has more matched messages than its bound",
		InTheWay: "what must come before what is a cycle then",
	}
}

// stateAfter is the local state of a participant after an execution.
func (m *Machines) stateAfter(steps []int, p int) int {
	state := 0
	for _, n := range steps {
		if m.steps[n].process == p {
			state = m.steps[n].to
		}
	}
	return state
}

// stepsOf describes local steps on channels with queues.
func (m *Machines) stepsOf(steps []int) []verify.Step {
	var list []verify.Step
	for _, n := range steps {
		s := &m.steps[n]
		list = append(list, verify.Step{
			Process: s.process, State: s.state, Transition: s.transition,
			Partner: -1, PartnerState: -1, PartnerTransition: -1, Spawned: -1,
		})
	}
	return list
}

package verify

import (
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/internal/components"
)

// Who is stuck already before the program ends. The end frees nobody and blocks nobody: what is
// asked is whether a process would ever move again if process 0 only stopped at its end, and all
// others went on. So somebody isn't stuck who is cut off by the end
// on his way, or waits for somebody who is. A process other than 0 leaks in a configuration
//
//   - that the program comes to before its end, and from which it ends in no other way, by a panic
//     or because another process ends it;
//   - in which the process is at an operation, and moves in nothing that can be reached from there
//     then;
//   - in which process 0 has to wait: for another process, or for what isn't part of the system
//     (model.Transition.Lasts). All that it does without waiting is done in no time; who is stuck
//     only then might as well be cut off. A rendezvous is a wait, as with a Default: the other
//     side may still be on its way;
//   - unless the process is idle.
//
// Idle is who rests in a loop of his, at a channel or a condition: he waits for more to do, or for
// more to be asked of him, and is meant to do so until the program ends. Who has received
// something in that loop, and can't get rid of what he made of it, isn't at rest.
//
// The Go runtime's detector of leaks tells of such goroutines, too, if it runs at that moment; of
// the idle ones as well.

// afterEnd finds who leaks before the end of the program: what is certain and what hangs on steps
// in doubt, apart from what is known already.
func afterEnd(sys *model.System, options Options, result *Result) {
	ends := func(s model.State) bool { return slices.ContainsFunc(s.Transitions, isEndOfMain) }
	if len(sys.Processes) == 1 || !slices.ContainsFunc(sys.Processes[0].States, ends) {
		return
	}
	options.Suspect, options.goesOn = false, true
	options.States *= 2 // what others do after the end they can do before it
	g := explore(sys, options, nil)
	if g.stop != "" {
		result.Inconclusive = "before the end of main: " + g.stop
		return
	}
	g.look()
	components.Each(g.first, g.edges, func(_ int, found []uint32) {
		members := make([]int, len(found))
		for i, m := range found {
			members[i] = int(m)
		}
		g.outlook.addComponent(g, members)
	})
	e := &endings{collector: newCollector(g), idle: map[Blocked]bool{}}
	e.findEnding()
	e.collect()
	sure := e.settleSure(result)
	if g.doubts {
		e.suspectMore(sure, result)
	}
}

// isEndOfMain reports whether a transition of process 0 is the regular end of the program.
func isEndOfMain(t model.Transition) bool { return t.Kind == model.Exit && t.Text == "" }

// endings collects who leaks before process 0 comes to its end, after which it doesn't run.
type endings struct {
	*collector
	// ending has the configurations from which it may come there, idle who was asked about.
	ending []bool
	idle   map[Blocked]bool
}

// findEnding goes back from all ends.
func (e *endings) findEnding() {
	e.ending = make([]bool, e.g.table.Size)
	var list []uint32
	for i := range e.ending {
		if e.g.state(e.g.table.At(i), 0) == nil {
			e.ending[i], list = true, append(list, uint32(i))
		}
	}
	into, first := e.g.outlook.into, e.g.outlook.firstInto
	for ; len(list) > 0; list = list[1:] {
		for _, back := range into[first[list[0]]:first[list[0]+1]] {
			if !e.ending[back.from] {
				e.ending[back.from], list = true, append(list, back.from)
			}
		}
	}
}

// collect finds the configurations in which somebody leaks. Where the program doesn't come to its end
// he is known of already; but in doubt it may be either.
func (e *endings) collect() {
	e.each(func(i int, b Blocked) {
		if e.ending[i] && e.waits(i) && !e.isIdle(b) {
			e.add(Leak, i, b.Process, b.State, 0, "", nil)
		}
	})
	if !e.g.doubts {
		return
	}
	e.each(func(i int, b Blocked) {
		if key := e.keyOf(Leak, b.Process, b.State, 0); !e.ending[i] && e.found[key] != nil {
			e.goals[key] = append(e.goals[key], i)
		}
	})
}

// each visits who is stuck in any configuration, but process 0.
func (e *endings) each(visit func(i int, b Blocked)) {
	for i := range e.g.table.Size {
		for _, b := range e.stuckIn(i) {
			if b.Process != 0 {
				visit(i, b)
			}
		}
	}
}

// waits reports whether process 0 has to wait in configuration i, before its end.
func (e *endings) waits(i int) bool {
	c := e.g.table.At(i)
	state := e.g.state(c, 0)
	return state != nil && (slices.ContainsFunc(state.Transitions, func(t model.Transition) bool { return t.Lasts }) ||
		canBlock(state) && !e.g.canMoveAlone(c, 0, state))
}

// settleSure adds the findings that come about for certain, and returns all that do.
func (e *endings) settleSure(result *Result) map[findingKey]bool {
	sure := map[findingKey]bool{}
	for i := range result.Findings {
		sure[e.keyOfFinding(&result.Findings[i])] = true
	}
	for _, key := range e.keys() {
		path := e.g.shortest(e.depth[key])
		if e.g.doubts {
			path = e.g.attractor(e.goals[key]).path()
		}
		if path == nil || sure[key] {
			continue
		}
		sure[key] = true
		e.settle(key, path)
		f := e.found[key]
		f.Also = slices.DeleteFunc(f.Also, e.isIdle)
		result.Findings = append(result.Findings, *f)
	}
	result.Hangs = slices.DeleteFunc(result.Hangs, func(d Doubt) bool { return sure[e.keyOfFinding(&d.Finding)] })
	return sure
}

func (c *collector) keyOfFinding(f *Finding) findingKey {
	return c.keyOf(f.Category, f.Process, f.State, f.Transition)
}

// suspectMore adds what may go wrong besides.
func (e *endings) suspectMore(sure map[findingKey]bool, result *Result) {
	for i := range result.Hangs {
		sure[e.keyOfFinding(&result.Hangs[i].Finding)] = true
	}
	s := &suspicions{e.collector, newGame(e.g), sure, map[findingKey]*suspicion{}}
	for p := range e.g.processes {
		for state, set := range e.g.waiting(p) {
			if p == 0 || len(set) == 0 || e.isIdle(Blocked{p, state}) {
				continue
			}
			set = slices.DeleteFunc(s.within(p, state, set), func(i uint32) bool { return !e.ending[i] || !e.waits(int(i)) })
			if len(set) > 0 {
				s.suspect(Finding{Category: Leak, Process: p, State: state}, set[0], s.leaving)
			}
		}
	}
	result.Hangs = append(result.Hangs, s.told()...)
}

// isIdle reports whether a process that is blocked is idle.
func (e *endings) isIdle(b Blocked) bool {
	idle, known := e.idle[b]
	if !known {
		idle = rests(e.g.sys.Processes[b.Process].States, b.State)
		e.idle[b] = idle
	}
	return idle
}

// rests reports whether who is blocked at a local state rests in a loop.
func rests(states []model.State, at int) bool {
	sends := true
	for _, t := range states[at].Transitions {
		switch t.Kind {
		case model.Receive, model.ReceiveClosed, model.CondWake:
			sends = false
		case model.Send:
		default:
			return false
		}
	}
	loop := loopOf(states, at)
	takes := func(s int) bool {
		return slices.ContainsFunc(states[s].Transitions, func(t model.Transition) bool {
			return t.Kind == model.Receive && slices.Contains(loop, t.To)
		})
	}
	return len(loop) > 0 && !(sends && slices.ContainsFunc(loop, takes))
}

// loopOf lists the local states from which a process comes back to one, and to which it comes from
// there; none if it doesn't come back.
func loopOf(states []model.State, from int) []int {
	after := func(list []int) []bool {
		seen := make([]bool, len(states))
		for ; len(list) > 0; list = list[1:] {
			for _, t := range states[list[0]].Transitions {
				if !seen[t.To] {
					seen[t.To] = true
					list = append(list, t.To)
				}
			}
		}
		return seen
	}
	var loop []int
	for s, reached := range after([]int{from}) {
		if reached && after([]int{s})[from] {
			loop = append(loop, s)
		}
	}
	return loop
}

package verify

import "slices"

// trace is a shortest execution to configuration i: the parents are followed
// back, and each step is found again by taking it.
func (g *graph) trace(i int) []Step {
	var path []int
	for ; i != 0; i = int(g.parent[i]) {
		path = append(path, i)
	}
	path = append(path, 0)
	slices.Reverse(path)
	return g.along(path)
}

// along is the execution through a sequence of configurations.
func (g *graph) along(path []int) []Step {
	steps := make([]Step, 0, len(path)-1)
	for j := 1; j < len(path); j++ {
		steps = append(steps, g.stepBetween(path[j-1], path[j]))
	}
	return steps
}

// stepBetween finds the first step that leads from one configuration to
// another.
func (g *graph) stepBetween(from, to int) Step {
	at, target := g.table.at(from), g.table.at(to)
	var found *Step
	g.steps(at, func(m move, next []uint64) {
		if found == nil && slices.Equal(next, target) {
			found = g.describe(at, m)
		}
	})
	if found == nil {
		panic("verify: trace: an edge of the graph can't be taken again")
	}
	return *found
}

// describe turns a move into a step with local states.
func (g *graph) describe(at []uint64, m move) *Step {
	step := Step{
		Process: m.process, State: g.processes[m.process].get(at) - 1, Transition: m.transition,
		Partner: m.partner, PartnerState: -1, PartnerTransition: m.reception, Spawned: m.spawned,
	}
	if m.partner >= 0 {
		step.PartnerState = g.processes[m.partner].get(at) - 1
	}
	return &step
}

package verify

import "slices"

// trace is a shortest execution to configuration i.
func (g *graph) trace(i int) []Step {
	steps, _ := g.follow(g.shortest(i))
	return steps
}

// shortest is the path to configuration i along parents.
func (g *graph) shortest(i int) []int {
	var path []int
	for ; i != 0; i = int(g.parent[i]) {
		path = append(path, i)
	}
	path = append(path, 0)
	slices.Reverse(path)
	return path
}

// follow finds an execution through the representatives on a path, and the
// configuration to which it leads. What has precedence depends on the order of
// members, so that all steps are tried.
func (g *graph) follow(path []int) ([]Step, []uint64) {
	private := g.private
	defer func() { g.private = private }()
	if g.symmetry != nil {
		g.private = nil
	}
	at := slices.Clone(g.table.At(path[0]))
	steps := make([]Step, 0, len(path)-1)
	for _, i := range path[1:] {
		step, next := g.stepTo(at, g.table.At(i))
		steps = append(steps, step)
		at = next
	}
	return steps, at
}

// after is the configuration to which an execution leads from the initial one. It is not ok
// if the system doesn't have it.
func (g *graph) after(execution []Step) (at []uint64, ok bool) {
	private := g.private
	g.private = nil
	defer func() { g.private = private }()
	at = slices.Clone(g.initial())
	for _, step := range execution {
		var reached []uint64
		g.steps(at, func(m move, next []uint64) {
			if *g.describe(at, m) == step {
				reached = slices.Clone(next)
			}
		})
		if reached == nil {
			return at, false
		}
		at = reached
	}
	g.represent(at)
	return at, true
}

// stepTo finds the first step from a configuration to one that another stands
// for.
func (g *graph) stepTo(at, target []uint64) (step Step, reached []uint64) {
	represented := make([]uint64, len(at))
	g.steps(at, func(m move, next []uint64) {
		copy(represented, next)
		g.represent(represented)
		if reached == nil && slices.Equal(represented, target) {
			step, reached = *g.describe(at, m), slices.Clone(next)
		}
	})
	if reached == nil {
		panic("verify: trace: an edge of the graph can't be taken again")
	}
	return step, reached
}

// describe turns a move into a step with local states.
func (g *graph) describe(at []uint64, m move) *Step {
	step := Step{
		Process: m.process, State: g.processes[m.process].Get(at) - 1, Transition: m.transition,
		Partner: m.partner, PartnerState: -1, PartnerTransition: m.reception, Spawned: m.spawned,
	}
	if m.partner >= 0 {
		step.PartnerState = g.processes[m.partner].Get(at) - 1
	}
	return &step
}

package scope

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/model"
)

// addInversions adds where two functions wait for each other that others call at once, or start.
func (c *certainties) addInversions() {
	for _, v := range c.holds().Inversions(slices.Collect(c.shippedFunctions())) {
		isReleased := func(o, other holding.Order) bool {
			return o.Kind == model.Once || c.areReleasedHere(o.Taking) || c.holds().IsPrivate(&other)
		}
		if isReleased(v.One, v.Other) && isReleased(v.Other, v.One) {
			c.inverted(v)
		}
	}
}

// inverted adds that two callers wait for each other.
func (c *certainties) inverted(v holding.Inversion) {
	b := newCallers(v.One.Taking)
	b.add(v.Other.Kind, v.Other.Instruction)
	sites := []model.Site{{}}
	for n, o := range []holding.Order{v.One, v.Other} {
		sites = append(sites, b.ordered(n, o))
	}
	sys := b.system()
	for p, site := range sites {
		if site.IsValid() {
			sys.Processes[0].States[p-1].Transitions[0].Site = site
		}
	}
	c.add(sys, v.One.Parent, 1, v.One.Instr().Site, v.Other.Instr().Site)
}

// ordered adds who takes the locks in an order, the first of which has a number. It returns where he was started, if he is a
// goroutine.
func (b *callers) ordered(first int, o holding.Order) (started model.Site) {
	way := o.Approach.Calls
	taken, wanted := on(first, b.takeOrRun(o.Taking, way)), on(1-first, b.takeOrRun(o.Next.Taking, slices.Concat(way, o.Next.Calls)))
	given := on(first, b.release(o.Taking))
	steps := slices.Concat(taken, assumeUnder(o.Conditions, way), wanted, on(1-first, b.release(o.Next.Taking)), given)
	b.caller(o.Approach.Top, steps)
	b.orElse(len(taken), sidesOf(o.Conditions), given[0])
	process := &b.sys.Processes[len(b.sys.Processes)-1]
	if o.Next.Kind == model.Once {
		b.orSkips(process, len(taken)+len(o.Conditions), len(steps)-1)
	}
	if start := o.Approach.Start; start.Parent != nil {
		process.Name = o.Approach.Top.Display
		return start.Instr().Site
	}
	return started
}

// orSkips lets a process that begins a Once in a state come past it as well, where that has ended.
func (b *callers) orSkips(process *model.Automaton, state, past int) {
	skips := process.States[state].Transitions[0]
	skips.Kind, skips.To = model.OnceSkip, past
	process.States[state].Transitions = append(process.States[state].Transitions, skips)
}

// takeOrRun are the steps of taking a lock, or of beginning a Once, which some calls lead to.
func (b *callers) takeOrRun(t holding.Taking, calls []supergraph.Instruction) []model.Transition {
	list := b.take(t, calls)
	if t.Kind == model.Once {
		list[0].Kind = model.OnceBegin
	}
	return list
}

// on are steps on one of the locks.
func on(lock int, steps []model.Transition) []model.Transition {
	for n := range steps {
		steps[n].Object = lock
	}
	return steps
}

// assumeUnder are the steps of meeting conditions, in a function that some calls lead to.
func assumeUnder(conditions []holding.Condition, way []supergraph.Instruction) (steps []model.Transition) {
	for _, c := range conditions {
		step := assume(c.Side)
		step.Via = sitesOf(slices.Concat(way, c.Calls))
		steps = append(steps, step)
	}
	return steps
}

func sidesOf(conditions []holding.Condition) (list []holding.Side) {
	for _, c := range conditions {
		list = append(list, c.Side)
	}
	return list
}

package scope

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/model"
)

// nameStarted says of a process, where that is a goroutine and no caller, who it is and where it is started.
func (c *certainties) nameStarted(sys *model.System, process int, f *supergraph.Function) {
	if start, ok := c.holds().StartOf(f); ok {
		sys.Processes[process].Name = f.Display
		sys.Processes[0].Name = start.Parent.Display
		isStart := func(s model.State) bool { return len(s.Transitions) > 0 && s.Transitions[0].Object == process-1 }
		states := sys.Processes[0].States
		states[slices.IndexFunc(states, isStart)].Transitions[0].Site = start.Instr().Site
	}
}

// startedBeside is startedBy where the last process runs a function, and is started, too, if that is what a goroutine runs: by the same function, or by
// one that somebody else calls.
func (c *certainties) startedBeside(b *callers, first supergraph.Instruction, processes []int, f *supergraph.Function) *model.System {
	start, ok := c.holds().StartOf(f)
	if !ok {
		return b.startedBy(first, processes)
	}
	n := len(processes) - 1
	last := processes[n]
	b.sys.Processes[last].Name = f.Display
	if start.Parent == first.Parent {
		sys := b.startedBy(first, processes)
		sys.Processes[0].States[n].Transitions[0].Site = start.Instr().Site
		return sys
	}
	b.caller(start.Parent, []model.Transition{{Kind: model.Spawn, Object: last - 1, Site: start.Instr().Site}})
	return b.startedBy(first, append(processes[:n:n], len(b.sys.Processes)-1))
}

// assumeAlong are the steps of taking some sides of branches, in a function or in those that it calls one in the other.
func (c *certainties) assumeAlong(sides []holding.Side, calls []supergraph.Instruction) []model.Transition {
	steps := assumeAll(sides)
	for n, s := range sides {
		steps[n].Via = c.along(s, calls)
	}
	return steps
}

// along are those of some calls, one in the other, that lead to a side of a branch.
func (c *certainties) along(s holding.Side, calls []supergraph.Instruction) (via []model.Site) {
	for m, call := range calls {
		if s.Branch.Parent != call.Parent && slices.Contains(c.graph.CalleesAt(call), s.Branch.Parent) {
			via = sitesOf(calls[:m+1])
		}
	}
	return via
}

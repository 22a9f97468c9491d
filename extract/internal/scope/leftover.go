package scope

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/model"
)

// leftover adds that a goroutine waits for ever for what is done only by those who have a struct, which whoever has started it has lost.
func (c *certainties) leftover(l holding.Leftover) {
	const waiting = 1 // the process
	waits := l.Stays.Instr().Site
	b := callersOf(model.Channel, l.Stays)
	b.sys.Objects = []model.Object{c.vainOf(&l.Rounds)}
	receives, ends := model.Transition{Kind: model.Receive, Site: waits, To: 1}, model.Transition{Kind: model.Close, Site: waits}
	if c.points.Objects[c.vainIn(&l.Rounds)].Kind == pointsto.Context {
		receives.Kind, ends.Kind = model.ReceiveClosed, model.Cancel
	}
	states := []model.State{{Transitions: []model.Transition{receives}}, {}}
	runs := c.graph.CalleesAt(l.Started)[0]
	b.sys.Processes = append(b.sys.Processes, model.Automaton{Name: runs.Display, Site: runs.Site, States: states})
	b.orClosed(waiting, 0)
	sys := b.startedBy(l.Starts, []int{waiting})
	if l.Starts != l.Started {
		start := &sys.Processes[0].States[0].Transitions[0]
		start.Site, start.Via = l.Started.Instr().Site, sitesOf([]supergraph.Instruction{l.Starts})
	}
	failing(&sys.Processes[0], append(slices.Clip(l.Sides), l.Fails), ends)
	c.add(sys, l.Starts.Parent, waiting, waits)
}

// failing lets a process end if it takes some sides, and else do something first.
func failing(a *model.Automaton, sides []holding.Side, otherwise model.Transition) {
	ends, other := len(a.States)-1+len(sides), len(a.States)+len(sides)
	a.States = append(a.States, make([]model.State, len(sides)+1)...)
	otherwise.To = ends
	a.States[other].Transitions = []model.Transition{otherwise}
	for n, s := range sides {
		fails, goesOn := assume(s), assume(s.Other())
		state := ends - len(sides) + n
		fails.To, goesOn.To = state+1, other
		a.States[state].Transitions = []model.Transition{fails, goesOn}
	}
}

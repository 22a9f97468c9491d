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

// failing lets a process take some sides before it ends, or else do something first.
func failing(a *model.Automaton, sides []holding.Side, otherwise model.Transition) {
	first := len(a.States) - 1
	for n, t := range assumeAll(sides) {
		t.To = first + n + 1
		a.States[first+n].Transitions = []model.Transition{t}
		a.States = append(a.States, model.State{})
	}
	orElse(a, first, sides, otherwise)
}

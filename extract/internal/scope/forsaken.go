package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// forsaken adds that somebody waits for a promise that a goroutine was to fulfil, which has returned on an error.
func (c *certainties) forsaken(l holding.Forsaken) {
	const serving, awaiting = 1, 2 // the processes
	server, starter := l.Branch.Parent, l.Started.Parent
	b := callersOf(model.Channel, l.Fulfilled)
	b.sys.Objects = []model.Object{c.channel(l.Channel, "result")}
	b.sys.Objects[0].Capacity = 1
	fulfils := model.Transition{Kind: model.Close, Site: l.Fulfilled.Instr().Site}
	if l.Sends {
		fulfils.Kind = model.Send
	}
	b.caller(server, []model.Transition{assume(l.Side)})
	b.orElse(0, []holding.Side{l.Side}, fulfils)
	b.sys.Processes[serving].Name = server.Display
	starts := model.Transition{Kind: model.Spawn, Object: serving - 1, Site: l.Started.Instr().Site}
	receives := model.Transition{Kind: model.Receive, Site: l.Awaits.Instr().Site}
	add := func(sys *model.System) { c.add(sys, l.Awaits.Parent, awaiting, l.Fulfilled.Instr().Site) }
	if l.Awaits.Parent == starter {
		b.caller(starter, []model.Transition{starts, receives})
		b.orClosed(awaiting, 1)
		add(b.starting([]int{awaiting}))
		return
	}
	b.caller(l.Awaits.Parent, []model.Transition{receives})
	b.orClosed(awaiting, 0)
	add(b.startedBy(l.Started, []int{serving, awaiting}))
}

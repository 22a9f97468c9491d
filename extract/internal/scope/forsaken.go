package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// forsaken adds that somebody waits for a promise that a goroutine was to fulfil, which has returned on an error.
func (c *certainties) forsaken(l holding.Forsaken) {
	const serving, awaiting = 1, 2 // the processes
	server := l.Branch.Parent
	b := callersOf(model.Channel, l.Fulfilled)
	b.sys.Objects = []model.Object{c.channel(l.Channel, "result")}
	b.sys.Objects[0].Capacity = 1
	fulfils := fulfilling(l.Fulfilled)
	b.caller(server, []model.Transition{assume(l.Side)})
	b.orElse(0, []holding.Side{l.Side}, fulfils)
	b.sys.Processes[serving].Name = server.Display
	b.caller(l.Awaits.Parent, []model.Transition{{Kind: model.Receive, Site: l.Awaits.Instr().Site}})
	b.orClosed(awaiting, 0)
	c.add(b.startedBy(l.Started, []int{serving, awaiting}), l.Awaits.Parent, awaiting, l.Fulfilled.Instr().Site)
}

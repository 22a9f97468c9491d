package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// unreceived adds that somebody sends where nobody receives.
func (c *certainties) unreceived(u holding.Unreceived) {
	const sending = 1 // the process
	f := u.Sent.Parent
	b := callersOf(model.Channel, u.Sent)
	b.sys.Objects = []model.Object{c.channel(u.Channel, "message")}
	b.caller(f, append(assumeAll(u.Sides), model.Transition{Kind: model.Send, Site: u.Sent.Instr().Site}))
	b.orNothing(u.Sides)
	if u.Started.Parent == nil {
		c.add(b.system(), f, sending, u.Sent.Instr().Site)
		return
	}
	b.sys.Processes[sending].Name = f.Display
	c.add(b.startedBy(u.Started, []int{sending}), u.Started.Parent, sending, u.Sent.Instr().Site)
}

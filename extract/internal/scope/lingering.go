package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// lingering adds that a caller sends to one who has gone, on a channel that he has found on a list.
func (c *certainties) lingering(l holding.Lingering) {
	waits, sender := l.Waits.Instr(), l.Sent.Parent
	b := callersOf(model.Channel, l.Sent)
	b.sys.Objects = []model.Object{c.channel(l.Channel, "message")}
	b.caller(l.Waits.Parent, []model.Transition{{Kind: model.Receive, Site: waits.Site}})
	first := &b.sys.Processes[leaving].States[0]
	first.Transitions = append(first.Transitions, model.Transition{Kind: model.Tau, Object: -1, Site: waits.Cases[l.Case].Site, To: 1})
	b.caller(sender, append(assumeAll(l.Sides), model.Transition{Kind: model.Send, Site: l.Sent.Instr().Site}))
	b.orNothing(l.Sides)
	sys := b.system()
	c.nameStarted(sys, sending, sender)
	c.add(sys, sender, sending, l.Sent.Instr().Site)
}

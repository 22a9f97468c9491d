package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// heedless adds that a goroutine sends to those who have gone, as it is to go itself.
func (c *certainties) heedless(h holding.Heedless) {
	const sending = 1 // the process
	b := callersOf(model.Channel, h.Sent)
	b.sys.Objects = []model.Object{c.channel(h.Channel, "message"), c.channel(h.Quit, "end")}
	looks, received := h.Looks.Instr().Site, h.Received.Instr().Site
	a := b.turn(h.Sent.Parent, looks, h.Sides, model.Transition{Kind: model.Send, Object: sentOn, Site: h.Sent.Instr().Site})
	end := len(a.States) - 1
	a.States[0].Transitions = append(a.States[0].Transitions, model.Transition{Kind: model.ReceiveClosed, Object: quits, Site: looks, To: end})
	b.caller(h.Closed.Parent, []model.Transition{{Kind: model.Close, Object: quits, Site: h.Closed.Instr().Site}})
	b.caller(h.Received.Parent, []model.Transition{{Kind: model.Receive, Object: sentOn, Site: received}})
	first := &b.sys.Processes[len(b.sys.Processes)-1].States[0]
	first.Transitions = append(first.Transitions, model.Transition{Kind: model.ReceiveClosed, Object: quits, Site: received, To: 1})
	sys := b.startedBy(h.Started, []int{sending, sending + 1, sending + 2})
	c.nameStarted(sys, sending+2, h.Received.Parent)
	c.add(sys, h.Started.Parent, sending, h.Sent.Instr().Site)
}

package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// outlived adds that somebody sends to a goroutine that has left as a time is over.
func (c *certainties) outlived(o holding.Outlived) {
	receiver, sender, in := o.Received.Parent, o.Sent.Parent, o.Received.Instr()
	b := callersOf(model.Channel, o.Received)
	b.sys.Objects = []model.Object{c.channel(o.Channel, "message")}
	b.sys.Processes = append(b.sys.Processes, model.Automaton{Name: receiver.Display, Site: receiver.Site, States: []model.State{
		{Transitions: []model.Transition{
			{Kind: model.Receive, Site: in.Site, To: 1},
			{Kind: model.Tau, Object: -1, Site: in.Cases[o.Timer].Site, To: 1},
		}},
		{},
	}})
	b.caller(sender, []model.Transition{{Kind: model.Send, Site: o.Sent.Instr().Site}})
	c.add(b.startedBy(o.Started, []int{leaving, sending}), sender, sending, in.Site)
}

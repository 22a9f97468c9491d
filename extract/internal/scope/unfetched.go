package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// unfetched adds that a goroutine sends an answer for which the caller doesn't wait any more who has asked for it.
func (c *certainties) unfetched(u holding.Unfetched) {
	const asking, answering = 1, 2 // the processes
	asker, g := u.Waits.Parent, u.Sent.Parent
	if len(u.Calls) > 0 {
		asker = u.Calls[0].Parent
	}
	waits := u.Waits.Instr()
	b := callersOf(model.Channel, u.Sent)
	b.sys.Objects = []model.Object{c.channel(u.Channel, "answer")}
	b.caller(asker, []model.Transition{{Kind: model.Receive, Site: waits.Site, Via: sitesOf(u.Calls)}})
	first := &b.sys.Processes[asking].States[0]
	first.Transitions = append(first.Transitions, model.Transition{Kind: model.Tau, Object: -1, Site: waits.Cases[u.Case].Site, Via: sitesOf(u.Calls), To: 1})
	b.caller(g, append(assumeAll(u.Sides), model.Transition{Kind: model.Send, Site: u.Sent.Instr().Site}))
	b.sys.Processes[answering].Name = g.Display
	b.orNothing(u.Sides)
	sys := b.startedBy(u.Started, []int{answering, asking})
	c.add(sys, u.Started.Parent, answering, u.Sent.Instr().Site)
	c.list[len(c.list)-1].Closed = u.Closes.Display
}

package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// selfServed adds that a goroutine sends on a channel from which it receives itself.
func (c *certainties) selfServed(s holding.SelfServed) {
	const serving = 1 // the process
	f := s.Received.Parent
	b := callersOf(model.Channel, s.Received)
	b.sys.Objects = []model.Object{c.channel(s.Channel, "message")}
	sends := model.Transition{Kind: model.Send, Site: s.Sent.Instr().Site, Via: sitesOf(s.Calls)}
	a := b.turn(f, f.Site, s.Sides, sends)
	receives := model.Transition{Kind: model.Receive, Site: s.Received.Instr().Site}
	a.States[0].Transitions = append([]model.Transition{receives}, a.States[0].Transitions...)
	c.add(b.startedBy(s.Started, []int{serving}), s.Started.Parent, serving, s.Sent.Instr().Site)
}

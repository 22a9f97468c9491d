package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/model"
)

// overtaken adds that a goroutine sends on a channel that a function has closed since it has been started.
func (c *certainties) overtaken(o holding.Overtaken) {
	const sender = 1 // the process
	b := callersOf(model.Channel, o.Sent)
	b.sys.Objects = []model.Object{c.channel(o.Channel, "message")}
	b.caller(o.Sent.Parent, append(assumeAll(o.Sides), model.Transition{Kind: model.Send, Site: o.Sent.Instr().Site}))
	b.orNothing(o.Sides)
	b.sys.Processes[sender].Name = o.Sent.Parent.Display
	b.sys.Name, b.sys.Site = o.Closed.Parent.Display, o.Closed.Parent.Site
	sys := b.starting([]int{sender})
	first := &sys.Processes[0]
	starts := &first.States[0].Transitions[0]
	if starts.Site = o.Started.Instr().Site; o.Called.Parent != nil {
		starts.Via = sitesOf([]supergraph.Instruction{o.Called})
	}
	first.States = first.States[:1]
	if o.Case != (model.Site{}) {
		then := model.Transition{Kind: model.Tau, Object: -1, Site: o.Case, To: 2}
		first.States = append(first.States, model.State{Transitions: []model.Transition{then}})
	}
	closes := model.Transition{Kind: model.Close, Site: o.Closed.Instr().Site, To: len(first.States) + 1}
	first.States = append(first.States, model.State{Transitions: []model.Transition{closes}}, model.State{})
	c.add(sys, o.Closed.Parent, sender, o.Sent.Instr().Site)
}

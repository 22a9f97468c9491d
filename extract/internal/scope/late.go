package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/model"
)

// late adds that somebody sends on a channel that another caller has closed since he has looked.
func (c *certainties) late(l holding.Late) {
	const sending = 1 // the process
	b := callersOf(model.Channel, l.Sent)
	b.sys.Objects = []model.Object{c.channel(l.Channel, "message")}
	b.sys.Objects[0].Capacity = 1
	sends := model.Transition{Kind: model.Send, Site: l.Sent.Instr().Site}
	sides := withText(l.Sides)
	b.caller(l.Sent.Parent, append(assumeAll(sides), sends))
	b.orNothing(sides)
	b.caller(l.Closed.Parent, []model.Transition{{Kind: model.Close, Site: l.Closed.Instr().Site}})
	sys := b.system()
	c.nameStarted(sys, sending, l.Sent.Parent)
	c.add(sys, l.Sent.Parent, sending, l.Sent.Instr().Site)
	c.list[len(c.list)-1].Overlaps = [2]string{l.Sent.Parent.Display, l.Closed.Parent.Display}
}

// closedTwice adds that two callers close what both have found.
func (c *certainties) closedTwice(l holding.Late) {
	c.closedByTwo(l)
	c.list[len(c.list)-1].Overlaps = [2]string{l.Sent.Parent.Display, l.Sent.Parent.Display}
}

// closedAgain adds that a caller closes what another one has closed before.
func (c *certainties) closedAgain(l holding.Late) {
	c.closedByTwo(l)
	c.list[len(c.list)-1].Closed = l.Sent.Parent.Display
}

// closedByTwo adds that two callers close a channel, for one reason or the other.
func (c *certainties) closedByTwo(l holding.Late) {
	const second = 2 // the process
	b := callersOf(model.Channel, l.Sent)
	b.sys.Objects = []model.Object{c.channel(l.Channel, "")}
	closes := model.Transition{Kind: model.Close, Site: l.Closed.Instr().Site}
	if l.Closed != l.Sent {
		closes.Via = sitesOf([]supergraph.Instruction{l.Sent})
	}
	for range 2 {
		b.caller(l.Sent.Parent, append(assumeAll(l.Sides), closes))
		b.orNothing(l.Sides)
	}
	c.add(b.system(), l.Sent.Parent, second, l.Closed.Instr().Site)
}

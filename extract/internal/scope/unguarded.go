package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// The objects of a system with a send that doesn't look at what ends its receiver: the channel, and what is closed.
const (
	sentOn = iota
	quits
)

// The processes of such a system: the receiver, who closes, and who sends.
const (
	serving = iota + 1
	closing
	late
)

// unguarded adds that somebody sends to a receiver that has been told to end.
func (c *certainties) unguarded(u holding.Unguarded) {
	received, sender := u.Ending.Looks, u.Sent.Parent
	receiver, starts := received.Parent, u.Started.Parent
	b := callersOf(model.Channel, received)
	b.sys.Objects = []model.Object{c.channel(u.Channel, "message"), c.end(u.Ending)}
	b.sys.Objects[sentOn].Capacity = u.Capacity
	site := received.Instr().Site
	name := receiver.Display
	if starts == nil {
		starts = u.Within[len(u.Within)-1]
		name = ClientName + starts.Display
	}
	b.sys.Processes = append(b.sys.Processes, model.Automaton{Name: name, Site: receiver.Site, States: []model.State{
		{Transitions: []model.Transition{
			{Kind: model.Receive, Object: sentOn, Site: site, To: 0},
			{Kind: model.ReceiveClosed, Object: quits, Site: site, To: 1},
		}},
		{},
	}})
	b.caller(ending(u.Ending, starts))
	b.caller(sender, append(assumeAll(u.Sides), model.Transition{Kind: model.Send, Object: sentOn, Site: u.Sent.Instr().Site}))
	b.orNothing(u.Sides)
	if states := b.sys.Processes[late].States; u.Capacity > 0 {
		states[len(u.Sides)].Transitions[0].To = 0
	}
	c.add(c.startingLate(b, u), sender, late, u.Sent.Instr().Site)
}

// startingLate is the system in which the receiver is started, or called, and the sender is started, too, if it is a goroutine: by the same
// function, or by one that somebody else calls.
func (c *certainties) startingLate(b *callers, u holding.Unguarded) *model.System {
	sender := u.Sent.Parent
	if u.Started.Parent == nil {
		sys := b.system()
		c.nameStarted(sys, late, sender)
		return sys
	}
	return c.startedBeside(b, u.Started, []int{serving, closing, late}, sender)
}

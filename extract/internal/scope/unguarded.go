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

// unguarded adds that somebody sends to a goroutine that has been told to end.
func (c *certainties) unguarded(u holding.Unguarded) {
	receiver, closer, sender := u.Received.Parent, u.Closed.Parent, u.Sent.Parent
	b := callersOf(model.Channel, u.Received)
	b.sys.Objects = []model.Object{c.channel(u.Channel, "message"), c.channel(u.Quit, "end")}
	b.sys.Objects[sentOn].Capacity = u.Capacity
	received := u.Received.Instr().Site
	b.sys.Processes = append(b.sys.Processes, model.Automaton{Name: receiver.Display, Site: receiver.Site, States: []model.State{
		{Transitions: []model.Transition{
			{Kind: model.Receive, Object: sentOn, Site: received, To: 0},
			{Kind: model.ReceiveClosed, Object: quits, Site: received, To: 1},
		}},
		{},
	}})
	b.caller(closer, []model.Transition{{Kind: model.Close, Object: quits, Site: u.Closed.Instr().Site}})
	b.caller(sender, append(assumeAll(u.Sides), model.Transition{Kind: model.Send, Object: sentOn, Site: u.Sent.Instr().Site}))
	b.orNothing(u.Sides)
	if states := b.sys.Processes[late].States; u.Capacity > 0 {
		states[len(u.Sides)].Transitions[0].To = 0
	}
	c.add(c.startingLate(b, u), sender, late, u.Sent.Instr().Site)
}

// startingLate is the system in which the receiver is started, and the sender, too, if it is a goroutine: by the same
// function, or by one that somebody else calls.
func (c *certainties) startingLate(b *callers, u holding.Unguarded) *model.System {
	sender := u.Sent.Parent
	start, isStarted := c.holds().StartOf(sender)
	if !isStarted {
		return b.startedBy(u.Started, []int{serving, closing, late})
	}
	b.sys.Processes[late].Name = sender.Display
	if start.Parent == u.Started.Parent {
		sys := b.startedBy(u.Started, []int{serving, closing, late})
		sys.Processes[0].States[late-1].Transitions[0].Site = start.Instr().Site
		return sys
	}
	b.caller(start.Parent, []model.Transition{{Kind: model.Spawn, Object: late - 1, Site: start.Instr().Site}})
	return b.startedBy(u.Started, []int{serving, closing, late + 1})
}

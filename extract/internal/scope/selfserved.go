package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// selfServed adds that a goroutine sends on a channel from which it receives itself.
func (c *certainties) selfServed(s holding.SelfServed) {
	const serving, filling = 1, 2 // the processes
	b, a, receives := c.turnOf(s)
	switch first := a.States[0].Transitions; {
	case s.Fills.Parent == nil:
	case s.IsOfMessage: // each that it sends makes up for one that it has received
		first[0] = receives
		first[0].To = 1
	default: // it isn't who fills the buffer
		end := len(a.States) - 1
		a.States[end-1].Transitions[0].To = end
		again := receives
		again.To = end
		a.States[end].Transitions = []model.Transition{again}
	}
	a.States[0].Transitions = append([]model.Transition{receives}, a.States[0].Transitions...)
	processes := []int{serving}
	if s.Fills.Parent != nil {
		b.fills(s)
		processes = append(processes, filling)
	}
	c.add(b.startedBy(s.Started, processes), s.Started.Parent, serving, s.Sent.Instr().Site)
}

// ownServed adds that a function sends on a channel that it has made, from which it receives itself.
func (c *certainties) ownServed(s holding.SelfServed) {
	f := s.Received.Parent
	b, a, receives := c.turnOf(s)
	a.Name = ClientName + f.Display
	a.States[0].Transitions = append([]model.Transition{receives}, a.States[0].Transitions...)
	c.add(b.system(), f, 1, s.Sent.Instr().Site)
}

// turnOf is the turn in which somebody sends on the channel from which he receives, and how he receives.
func (c *certainties) turnOf(s holding.SelfServed) (b *callers, a *model.Automaton, receives model.Transition) {
	f := s.Received.Parent
	b = callersOf(model.Channel, s.Received)
	b.sys.Objects = []model.Object{c.channel(s.Channel, "message")}
	b.sys.Objects[0].Capacity = s.Capacity
	a = b.turn(f, f.Site, s.Sides, model.Transition{Kind: model.Send, Site: s.Sent.Instr().Site, Via: sitesOf(s.Calls)})
	return b, a, model.Transition{Kind: model.Receive, Site: s.Received.Instr().Site}
}

// fills adds others who send on the channel, again and again.
func (b *callers) fills(s holding.SelfServed) {
	b.caller(s.Fills.Parent, append(assumeAll(s.Before), model.Transition{Kind: model.Send, Site: s.Fills.Instr().Site}))
	b.sys.Processes[len(b.sys.Processes)-1].States[len(s.Before)].Transitions[0].To = 0
}

package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/model"
)

// forlorn adds that a function sends to a goroutine that it has started, and that has left.
func (c *certainties) forlorn(l holding.Forlorn) {
	const receiver = 1 // the process
	b := callersOf(model.Channel, l.Received)
	b.sys.Objects = []model.Object{c.channel(l.Channel, "message")}
	b.sys.Objects[0].Capacity = l.Capacity
	received := l.Received.Instr()
	f := l.Received.Parent
	b.sys.Processes = append(b.sys.Processes, model.Automaton{Name: f.Display, Site: f.Site, States: []model.State{
		{Transitions: []model.Transition{
			{Kind: model.Receive, Site: received.Site, To: 0},
			{Kind: model.Tau, Object: -1, Site: received.Cases[l.Ending].Site, To: 1},
		}},
		{},
	}})
	sys := b.begun(l.Beginning, receiver)
	starter := l.Sent.Parent
	if l.Sending.Parent != nil {
		starter = l.Sending.Parent
	}
	first := &sys.Processes[0]
	start := len(first.States) - 1
	sends := model.Transition{Kind: model.Send, Site: l.Sent.Instr().Site, To: start + 1}
	if l.Sending.Parent != nil {
		sends.Via = sitesOf([]supergraph.Instruction{l.Sending})
	}
	if l.Capacity > 0 {
		sends.To = start
	}
	first.States[start].Transitions = []model.Transition{sends}
	first.States = append(first.States, model.State{})
	c.add(sys, starter, 0, l.Sent.Instr().Site)
}

// begun is startedBy where the function which the system is about may start the goroutine by a call.
func (b *callers) begun(by holding.Beginning, process int) *model.System {
	sys := b.startedBy(by.Started, []int{process})
	if call := by.Called; call.Parent != nil {
		sys.Name, sys.Site = call.Parent.Display, call.Parent.Site
		first := &sys.Processes[0]
		first.Name, first.Site = sys.Name, sys.Site
		first.States[0].Transitions[0].Via = sitesOf([]supergraph.Instruction{call})
	}
	return sys
}

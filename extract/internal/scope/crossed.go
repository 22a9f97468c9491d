package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// The objects of a system with two channels that are emptied the one after the other.
const (
	emptiedFirst = iota
	emptiedLater
)

// crossed adds that somebody waits for a channel to be closed, and the goroutine that would close it for somebody who
// receives from another one.
func (c *certainties) crossed(x holding.Crossed) {
	const sending, emptying = 1, 2 // the processes
	f, server := x.Chosen.Branch.Parent, x.Sent.Parent
	b := callersOf(model.Channel, x.Empties)
	b.sys.Objects = []model.Object{c.channel(x.First, "message"), c.channel(x.Second, "message")}
	goesOn := model.Transition{Kind: model.Tau, Object: -1, Site: x.Sent.Instr().Site, To: 1}
	ends := model.Transition{Kind: model.Tau, Object: -1, Site: x.Closed.Instr().Site, To: 2}
	b.sys.Processes = append(b.sys.Processes, model.Automaton{Name: server.Display, Site: server.Site, States: []model.State{
		{Transitions: []model.Transition{goesOn, ends}},
		{Transitions: []model.Transition{{Kind: model.Send, Object: emptiedLater, Site: x.Sent.Instr().Site, To: 0}}},
		{Transitions: []model.Transition{{Kind: model.Close, Object: emptiedFirst, Site: x.Closed.Instr().Site, To: 3}}},
		{},
	}})
	empties := model.Transition{Kind: model.Receive, Object: emptiedFirst, Site: x.Empties.Instr().Site}
	if x.Called.Parent != nil {
		empties.Via = []model.Site{x.Called.Instr().Site}
	}
	starts := model.Transition{Kind: model.Spawn, Object: sending - 1, Site: x.Started.Instr().Site}
	b.caller(f, []model.Transition{starts, takeSide(x.Chosen), empties})
	choice := &b.sys.Processes[emptying].States[1]
	choice.Transitions = append(choice.Transitions, model.Transition{Kind: model.Receive, Object: emptiedLater, Site: choice.Transitions[0].Site, To: 1})
	b.orClosed(emptying, 2)
	sys := b.starting([]int{emptying})
	c.nameStarted(sys, emptying, f)
	c.add(sys, f, emptying, x.Empties.Instr().Site)
}

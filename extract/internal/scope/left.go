package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// The processes of a system with a channel that its receiver leaves: that, and who sends.
const (
	leaving = iota + 1
	sending
)

// left adds that somebody sends on a channel of which the receiver has returned on an error.
func (c *certainties) left(l holding.Left) {
	receiver, sender := l.Received.Parent, l.Sent.Parent
	b := callersOf(model.Channel, l.Received)
	b.sys.Objects = []model.Object{c.channel(l.Channel, "message")}
	b.sys.Objects[0].Capacity = l.Capacity
	receives := model.Transition{Kind: model.Receive, Site: l.Received.Instr().Site}
	leaves, stays := assume(l.Side), assume(l.Other())
	turn := []model.State{{Transitions: []model.Transition{receives}}, {Transitions: []model.Transition{leaves, stays}}, {}}
	if l.First {
		turn[0].Transitions[0].To, turn[1].Transitions[0].To = 1, 2
	} else {
		turn = []model.State{turn[1], turn[0], turn[2]}
		turn[0].Transitions[0].To, turn[0].Transitions[1].To = 2, 1
	}
	b.sys.Processes = append(b.sys.Processes, model.Automaton{Name: receiver.Display, Site: receiver.Site, States: turn})
	b.caller(sender, []model.Transition{{Kind: model.Send, Site: l.Sent.Instr().Site}})
	again := &b.sys.Processes[sending].States[0].Transitions[0]
	again.To, b.sys.Processes[sending].States = 0, b.sys.Processes[sending].States[:1]
	c.add(b.startedBy(l.Started, []int{leaving, sending}), sender, sending, l.Received.Instr().Site)
}

package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// crowd adds that a function leaves goroutines that it has started, of which two are enough, at the first error.
func (c *certainties) crowd(w holding.Crowd) {
	const second = 2 // the process
	f, g := w.Started.Parent, w.Sent.Parent
	b := callersOf(model.Channel, w.Sent)
	b.sys.Objects = []model.Object{c.channel(w.Channel, "answer")}
	for range second {
		b.caller(g, append(assumeAll(w.Sides), model.Transition{Kind: model.Send, Site: w.Sent.Instr().Site}))
		b.orNothing(w.Sides)
		b.sys.Processes[len(b.sys.Processes)-1].Name = g.Display
	}
	sys := b.startedBy(w.Started, []int{1, second})
	first := &sys.Processes[0]
	first.States[1].Transitions[0].Site = w.Started.Instr().Site
	leaves, stays := assume(w.Leaving), assume(w.Leaving.Other())
	leaves.To, stays.To = second+2, second
	receives := model.Transition{Kind: model.Receive, Site: w.Received.Instr().Site, To: second + 1}
	turn := []model.State{{Transitions: []model.Transition{receives}}, {Transitions: []model.Transition{leaves, stays}}}
	if w.Early {
		turn[0].Transitions[0].To, turn[1].Transitions[1].To = second+1, second+1
		turn[0], turn[1] = turn[1], turn[0]
	}
	first.States = append(append(first.States[:second], turn...), model.State{})
	c.add(sys, f, second, w.Sent.Instr().Site)
}

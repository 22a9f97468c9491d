package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// crowd adds that a function leaves goroutines that it has started, of which two more are enough than there is room for in the channel, at
// the first error.
func (c *certainties) crowd(w holding.Crowd) {
	f, g, last := w.Started.Parent, w.Sent.Parent, w.Slots+2
	b := callersOf(model.Channel, w.Sent)
	b.sys.Objects = []model.Object{c.channel(w.Channel, "answer")}
	b.sys.Objects[0].Capacity = w.Slots
	var started []int
	for n := range last {
		started = append(started, n+1)
		b.caller(g, append(assumeAll(w.Sides), model.Transition{Kind: model.Send, Site: w.Sent.Instr().Site}))
		b.orNothing(w.Sides)
		b.sys.Processes[len(b.sys.Processes)-1].Name = g.Display
	}
	sys := b.startedBy(w.Started, started)
	first := &sys.Processes[0]
	for n := range last {
		first.States[n].Transitions[0].Site = w.Started.Instr().Site
	}
	first.States = append(append(first.States[:last], waitingFor(w, last)...), model.State{})
	c.add(sys, f, last, w.Sent.Instr().Site)
}

// waitingFor are the states in which a function waits for an answer, from one on, before the one in which it has left.
func waitingFor(w holding.Crowd, begin int) []model.State {
	receives := model.Transition{Kind: model.Receive, Site: w.Received.Instr().Site, To: begin + 1}
	if w.Case != (model.Site{}) {
		leaves := model.Transition{Kind: model.Tau, Object: -1, Site: w.Case, To: begin + 1}
		receives.To = begin
		return []model.State{{Transitions: []model.Transition{receives, leaves}}}
	}
	if w.First {
		return []model.State{{Transitions: []model.Transition{receives}}}
	}
	leaves, stays := assume(w.Leaving), assume(w.Leaving.Other())
	leaves.To, stays.To = begin+2, begin
	turn := []model.State{{Transitions: []model.Transition{receives}}, {Transitions: []model.Transition{leaves, stays}}}
	if w.Early {
		turn[0].Transitions[0].To, turn[1].Transitions[1].To = begin+1, begin+1
		turn[0], turn[1] = turn[1], turn[0]
	}
	return turn
}

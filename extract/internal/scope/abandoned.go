package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// abandoned adds that a goroutine sends an answer for which nobody waits any more.
func (c *certainties) abandoned(l holding.Abandoned) {
	const abandoning = 1 // the process
	starter, g := l.Waits.Parent, l.Sent.Parent
	b := callersOf(model.Channel, l.Sent)
	b.sys.Objects = []model.Object{c.channel(l.Channel, "answer")}
	b.caller(g, append(assumeAll(l.Sides), model.Transition{Kind: model.Send, Site: l.Sent.Instr().Site}))
	sender := &b.sys.Processes[abandoning]
	sender.Name = g.Display
	b.orNothing(l.Sides)
	sys := b.begun(l.Beginning, abandoning)
	first := &sys.Processes[0]
	first.States[1].Transitions = []model.Transition{
		{Kind: model.Receive, Site: l.Waits.Instr().Site, To: 2},
		leavingStep(l),
	}
	first.States = append(first.States, model.State{})
	if l.Repeated {
		first.States[1].Transitions[0].To = 1
		sender.States[len(l.Sides)].Transitions[0].To = 0
	}
	if l.Kept {
		callAgain(first, starter.Display)
	}
	c.add(sys, starter, abandoning, l.Sent.Instr().Site)
}

// leavingStep is the step by which a function leaves a goroutine alone.
func leavingStep(l holding.Abandoned) (step model.Transition) {
	if l.Leaving != nil {
		step = assume(*l.Leaving)
	} else {
		step = model.Transition{Kind: model.Tau, Object: -1, Site: l.Waits.Instr().Cases[l.Case].Site}
	}
	step.To = 2
	return step
}

// callAgain lets who has left receive if he is called again.
func callAgain(leaves *model.Automaton, name string) {
	const left = 2 // the state
	received := leaves.States[1].Transitions[0]
	leaves.States[1].Transitions[0].To = left + 1
	leaves.States[left].Transitions = []model.Transition{
		{Kind: model.Tau, Object: -1, Site: received.Site, Text: "nobody calls " + name + " again", To: left + 1},
		{Kind: model.Tau, Object: -1, Site: received.Site, Text: name + " is called again", To: left + 2},
	}
	received.To = left + 1
	leaves.States = append(leaves.States, model.State{}, model.State{Transitions: []model.Transition{received}})
}

package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// stream adds that a goroutine sends to those who have gone, as it is to go itself.
func (c *certainties) stream(s holding.Stream) {
	const sending = 1 // the process
	b := callersOf(model.Channel, s.Sent)
	messages := c.channel(s.Channel, "message")
	messages.Capacity = s.Capacity
	b.sys.Objects = []model.Object{messages}
	looks := s.Ending.Looks
	turn := b.turn(looks.Parent, looks.Instr().Site, s.Sides, model.Transition{Kind: model.Send, Object: sentOn, Site: s.Sent.Instr().Site, Via: sitesOf(s.Calls)})
	var sys *model.System
	if s.By != nil {
		c.toCallers(b, s)
		sys = b.startedBy(s.Started, []int{sending, sending + 1})
	} else {
		c.toAll(b, turn, s)
		sys = c.startedBeside(b, s.Started, []int{sending, sending + 1, sending + 2}, s.Received.Parent)
	}
	fill(&sys.Processes[0], s.Filled)
	c.add(sys, s.Started.Parent, sending, s.Sent.Instr().Site)
}

// toCallers adds those who receive as long as they haven't ended the goroutine.
func (c *certainties) toCallers(b *callers, s holding.Stream) {
	gone := model.Transition{Kind: model.Tau, Object: -1, Site: s.By.Site, Text: model.Whoever + ends(s.Ending) + " receives no more"}
	if s.Ending.By != nil {
		gone.Site = s.Ending.Set.Instr().Site
	}
	b.caller(s.By, []model.Transition{gone})
	first := &b.sys.Processes[len(b.sys.Processes)-1].States[0]
	first.Transitions = append(first.Transitions, model.Transition{Kind: model.Receive, Object: sentOn, Site: s.By.Site})
}

// toAll adds who ends the goroutine, and who receives from it unless that has ended.
func (c *certainties) toAll(b *callers, turn *model.Automaton, s holding.Stream) {
	e, received := s.Ending, s.Received.Instr().Site
	b.sys.Objects = append(b.sys.Objects, c.end(e))
	turn.States[0].Transitions = append(turn.States[0].Transitions, model.Transition{Kind: model.ReceiveClosed, Object: quits, Site: e.Looks.Instr().Site, To: len(turn.States) - 1})
	b.caller(ending(e, s.Started.Parent))
	b.caller(s.Received.Parent, []model.Transition{{Kind: model.Receive, Object: sentOn, Site: received}})
	first := &b.sys.Processes[len(b.sys.Processes)-1].States[0]
	first.Transitions = append(first.Transitions, model.Transition{Kind: model.ReceiveClosed, Object: quits, Site: received, To: 1})
}

// end is what tells a goroutine to end.
func (c *certainties) end(e holding.Ending) model.Object {
	if e.Context == nil {
		return c.channel(e.Quit, "end")
	}
	return model.Object{Kind: model.Channel, Name: e.Context.Text, Owner: -1, Site: e.Context.Site, Labels: []model.Label{{Name: "end"}}}
}

// ending is what somebody does who tells it to: if he isn't known, whoever has the function called that starts it.
func ending(e holding.Ending, starts *supergraph.Function) (by *supergraph.Function, steps []model.Transition) {
	if e.By == nil {
		return starts, []model.Transition{{Kind: model.Cancel, Object: quits, Site: e.Looks.Instr().Site}}
	}
	step := model.Transition{Kind: model.Close, Object: quits, Site: e.Set.Instr().Site}
	if e.Set.Instr().Op != ir.OpClose {
		step.Kind = model.Cancel
	}
	return e.By, []model.Transition{step}
}

// ends says what others do who end a goroutine.
func ends(e holding.Ending) string {
	if e.By != nil {
		return "calls " + e.By.Display
	}
	return "ends " + e.Text
}

// fill lets a process send before all that it does.
func fill(a *model.Automaton, sends []supergraph.Instruction) {
	states := []model.State{}
	for n, sent := range sends {
		states = append(states, model.State{Transitions: []model.Transition{{Kind: model.Send, Object: sentOn, Site: sent.Instr().Site, To: n + 1}}})
	}
	for _, state := range a.States {
		for n := range state.Transitions {
			state.Transitions[n].To += len(sends)
		}
	}
	a.States = append(states, a.States...)
}

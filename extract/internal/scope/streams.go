package scope

import (
	"strings"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/model"
)

// stream adds that a goroutine sends to others than the package, who have gone as it is to go itself. They receive as long as they
// haven't ended it.
func (c *certainties) stream(s holding.Stream) {
	const sending = 1 // the process
	b := callersOf(model.Channel, s.Sent)
	o := c.channel(s.Channel, "message")
	o.Capacity = s.Capacity
	b.sys.Objects = []model.Object{o}
	looks := s.Ending.Looks.Instr().Site
	b.turn(s.Ending.Looks.Parent, looks, s.Sides, model.Transition{Kind: model.Send, Object: sentOn, Site: s.Sent.Instr().Site, Via: sitesOf(s.Calls)})
	gone := model.Transition{Kind: model.Tau, Object: -1, Site: looks, Text: "whoever " + ends(s.Ending) + " receives no more"}
	b.caller(s.By, []model.Transition{gone})
	others := &b.sys.Processes[len(b.sys.Processes)-1].States[0]
	others.Transitions = append(others.Transitions, model.Transition{Kind: model.Receive, Object: sentOn, Site: s.By.Site})
	sys := b.startedBy(s.Started, []int{sending, sending + 1})
	fill(&sys.Processes[0], s.Filled)
	c.add(sys, s.Started.Parent, sending, s.Sent.Instr().Site)
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

// ends says what others do who end a goroutine.
func ends(e holding.Ending) string {
	if e.Context != nil {
		return "ends " + strings.TrimSuffix(e.Context.Text, "."+e.Context.Method+"()")
	}
	return "calls " + e.By.Display
}

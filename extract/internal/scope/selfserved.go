package scope

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// selfServed adds that a goroutine sends on a channel from which it receives itself.
func (c *certainties) selfServed(s holding.SelfServed) {
	const serving = 1 // the process
	f := s.Received.Parent
	b := callersOf(model.Channel, s.Received)
	b.sys.Objects = []model.Object{c.channel(s.Channel, "message")}
	sends := model.Transition{Kind: model.Send, Site: s.Sent.Instr().Site, Via: sitesOf(s.Calls)}
	begins := model.Transition{Kind: model.Tau, Object: -1, Site: f.Site}
	a := model.Automaton{Name: f.Display, Site: f.Site}
	for n, t := range slices.Concat([]model.Transition{begins}, assumeAll(s.Sides), []model.Transition{sends}) {
		t.To = n + 1
		a.States = append(a.States, model.State{Transitions: []model.Transition{t}})
	}
	last := &a.States[len(a.States)-1].Transitions[0]
	last.To = 0
	receives := model.Transition{Kind: model.Receive, Site: s.Received.Instr().Site}
	a.States[0].Transitions = append([]model.Transition{receives}, a.States[0].Transitions...)
	b.sys.Processes = append(b.sys.Processes, a)
	c.add(b.startedBy(s.Started, []int{serving}), s.Started.Parent, serving, s.Sent.Instr().Site)
}

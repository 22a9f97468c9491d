package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// deserted adds that somebody sends to workers that have all returned on errors: to two of them, where there may be
// several.
func (c *certainties) deserted(d holding.Deserted) {
	f, sender := d.Made.Parent, d.Sent.Parent
	b := callersOf(model.Channel, d.Received)
	b.sys.Objects = []model.Object{c.channel(d.Channel, "message")}
	b.worker(d)
	if d.Several {
		b.worker(d)
	}
	sends := model.Transition{Kind: model.Send, Site: d.Sent.Instr().Site}
	if sender != f {
		b.sys.Processes = append(b.sys.Processes, model.Automaton{Name: sender.Display, Site: sender.Site, States: []model.State{{Transitions: []model.Transition{sends}}}})
	}
	sys := b.system()
	sys.Name, sys.Site = f.Display, f.Site
	first := &sys.Processes[0]
	first.Name, first.Site = f.Display, f.Site
	for p := range first.States[:len(first.States)-1] {
		first.States[p].Transitions[0].Site = d.Started.Instr().Site
	}
	if sender != f {
		victim := len(sys.Processes) - 1
		first.States[victim-1].Transitions[0].Site = d.SenderStarted.Instr().Site
		c.add(sys, f, victim, d.Received.Instr().Site)
		return
	}
	sends.To = len(first.States) - 1
	first.States[sends.To].Transitions = []model.Transition{sends}
	c.add(sys, f, 0, d.Received.Instr().Site)
}

// worker adds one who receives until he returns on an error.
func (b *callers) worker(d holding.Deserted) {
	worker := d.Received.Parent
	receives := model.Transition{Kind: model.Receive, Site: d.Received.Instr().Site, To: 1}
	leaves, stays := assume(d.Side), assume(d.Other())
	leaves.To = 2
	b.sys.Processes = append(b.sys.Processes, model.Automaton{Name: worker.Display, Site: worker.Site, States: []model.State{
		{Transitions: []model.Transition{receives}}, {Transitions: []model.Transition{leaves, stays}}, {},
	}})
}

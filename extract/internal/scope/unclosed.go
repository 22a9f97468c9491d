package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// unclosed adds that somebody stays in a loop that only the close of its channel would end, which comes after it, if at all.
func (c *certainties) unclosed(u holding.Unclosed) {
	const staying, sending = 1, 2 // the processes
	f, site := u.Receives.Parent, u.Receives.Instr().Site
	b := callersOf(model.Channel, u.Receives)
	b.sys.Objects = []model.Object{c.channel(u.Channel, "message")}
	loop := model.Automaton{Name: f.Display, Site: f.Site, States: []model.State{
		{Transitions: []model.Transition{{Kind: model.Receive, Site: site}, {Kind: model.ReceiveClosed, Site: site, To: 1}}},
		{},
	}}
	if u.Closed.Parent != nil {
		loop.States[1].Transitions = []model.Transition{{Kind: model.Close, Site: u.Closed.Instr().Site, To: 2}}
		loop.States = append(loop.States, model.State{})
	}
	b.sys.Processes = append(b.sys.Processes, loop)
	processes := []int{staying}
	if u.Sent.Parent != nil {
		b.caller(u.Sent.Parent, []model.Transition{{Kind: model.Send, Site: u.Sent.Instr().Site}})
		processes = append(processes, sending)
	}
	if u.Started.Parent == nil {
		b.sys.Processes[staying].Name = ClientName + f.Display
		c.add(b.system(), f, staying, site)
		return
	}
	var sys *model.System
	if u.Sent.Parent != nil {
		sys = c.startedBeside(b, u.Started, processes, u.Sent.Parent)
	} else {
		sys = b.startedBy(u.Started, processes)
	}
	c.add(sys, u.Started.Parent, staying, site)
}

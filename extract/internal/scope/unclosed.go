package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// unclosed adds that somebody stays in a loop that only the close of its channel would end, which comes after it, or never.
func (c *certainties) unclosed(u holding.Unclosed) {
	const staying = 1 // the process
	f, site := u.Receives.Parent, u.Receives.Instr().Site
	b := callersOf(model.Channel, u.Receives)
	b.sys.Objects = []model.Object{c.channel(u.Channel, "message")}
	loop := model.Automaton{Name: f.Display, Site: f.Site, States: []model.State{
		{Transitions: []model.Transition{{Kind: model.Receive, Site: site}, {Kind: model.ReceiveClosed, Site: site, To: 1}}},
		{},
	}}
	if u.Closes == nil {
		loop.States[1].Transitions = []model.Transition{{Kind: model.Close, Site: u.Closed.Instr().Site, To: 2}}
		loop.States = append(loop.States, model.State{})
	}
	b.sys.Processes = append(b.sys.Processes, loop)
	processes := []int{staying}
	if u.Sent.Parent != nil {
		b.caller(u.Sent.Parent, []model.Transition{{Kind: model.Send, Site: u.Sent.Instr().Site}})
		processes = append(processes, staying+1)
	}
	if u.Started.Parent == nil {
		b.sys.Processes[staying].Name = ClientName + f.Display
		c.add(b.system(), f, staying, site)
		return
	}
	c.add(b.startedBy(u.Started, processes), u.Started.Parent, staying, site)
	if u.Closes != nil {
		c.list[len(c.list)-1].Closed = u.Closes.Display
	}
}

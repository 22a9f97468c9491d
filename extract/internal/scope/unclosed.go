package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/model"
)

// unclosed adds that somebody stays in a loop that only the close of its channel would end, which comes after it, or never.
func (c *certainties) unclosed(u holding.Unclosed) {
	const staying, sending = 1, 2 // the processes
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
		processes = append(processes, sending)
	}
	if u.Started.Parent == nil {
		b.sys.Processes[staying].Name = ClientName + f.Display
		c.add(b.system(), f, staying, site)
		return
	}
	sys := b.startedBy(u.Started, processes)
	if u.Sent.Parent != nil {
		c.nameSender(sys, sending, u.Sent.Parent)
	}
	c.add(sys, u.Started.Parent, staying, site)
	if u.Closes != nil {
		c.list[len(c.list)-1].Closed = u.Closes.Display
	}
}

// nameSender says of a process that sends, if it is a goroutine and no caller, who it is and where it is started.
func (c *certainties) nameSender(sys *model.System, process int, f *supergraph.Function) {
	if start, ok := c.holds().StartOf(f); ok {
		sys.Processes[process].Name = f.Display
		sys.Processes[0].States[process-1].Transitions[0].Site = start.Instr().Site
	}
}

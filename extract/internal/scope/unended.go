package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// unended adds that a goroutine waits for ever for what nobody sends any more when its struct is closed.
func (c *certainties) unended(u holding.Unended) {
	const waiting = 1 // the process
	f := u.Receives.Parent
	b := callersOf(model.Channel, u.Receives)
	b.sys.Objects = []model.Object{c.channel(u.Channel, "message")}
	receives := model.Transition{Kind: model.Receive, Site: u.Receives.Instr().Site}
	b.sys.Processes = append(b.sys.Processes, model.Automaton{Name: f.Display, Site: f.Site, States: []model.State{{Transitions: []model.Transition{receives}}}})
	c.add(b.startedBy(u.Started, []int{waiting}), u.Started.Parent, waiting, u.Receives.Instr().Site)
	c.list[len(c.list)-1].Closed = u.Closes.Display
}

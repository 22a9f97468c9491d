package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// reclosed adds that two calls at once close a channel that both have found open.
func (c *certainties) reclosed(r holding.Reclosed) {
	f := r.Closed.Parent
	b := callersOf(model.Channel, r.Closed)
	b.sys.Objects = []model.Object{c.channel(r.Channel, "message")}
	for range 2 {
		b.caller(f, append(assumeAll(r.Sides), model.Transition{Kind: model.Close, Site: r.Closed.Instr().Site}))
		b.orNothing(r.Sides)
	}
	const second = 2 // the process
	c.add(b.system(), f, second, r.Closed.Instr().Site)
	c.list[len(c.list)-1].Overlaps = true
}

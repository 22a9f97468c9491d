package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// unfulfilled adds that somebody waits for what a caller has promised, who takes a side of a branch on which he
// doesn't keep that.
func (c *certainties) unfulfilled(u holding.Unfulfilled) {
	if u.Counted.Parent != nil {
		c.uncounted(u)
		return
	}
	b := callersOf(model.Channel, u.Fulfilled)
	b.sys.Objects = []model.Object{c.channel(u.Channel, "result")}
	b.sys.Objects[0].Capacity = 1
	fulfils := fulfilling(u.Fulfilled)
	b.caller(u.Shared.Parent, []model.Transition{assume(u.Side)})
	b.orElse(0, []holding.Side{u.Side}, fulfils)
	b.caller(u.Awaits.Parent, []model.Transition{{Kind: model.Receive, Site: u.Awaits.Instr().Site}})
	b.orClosed(awaiting, 0)
	c.add(b.system(), u.Shared.Parent, awaiting, u.Shared.Instr().Site)
}

// awaiting is the process that waits for a promise, after who has made it.
const awaiting = 2

// uncounted is unfulfilled of a wait group.
func (c *certainties) uncounted(u holding.Unfulfilled) {
	b := callersOf(model.WaitGroup, u.Counted)
	b.caller(u.Shared.Parent, []model.Transition{counting(u.Counted), assume(u.Side)})
	b.orElse(1, []holding.Side{u.Side}, model.Transition{Kind: model.Add, Label: -1, Site: u.Fulfilled.Instr().Site})
	b.caller(u.Awaits.Parent, []model.Transition{{Kind: model.Wait, Site: u.Awaits.Instr().Site}})
	c.add(b.system(), u.Shared.Parent, awaiting, u.Counted.Instr().Site)
}

// fulfilling is the step of fulfilling a promise: who awaits it goes on as well if it is closed.
func fulfilling(i supergraph.Instruction) model.Transition {
	t := model.Transition{Kind: model.Close, Site: i.Instr().Site}
	if op := i.Instr().Op; op == ir.OpSend || op == ir.OpSelect {
		t.Kind = model.Send
	}
	return t
}

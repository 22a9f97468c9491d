package scope

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// slot adds that somebody waits for a slot of a semaphore when callers have returned with all of them.
func (c *certainties) slot(s holding.Slot) {
	b := callersOf(model.Channel, s.Taken)
	b.sys.Objects = []model.Object{c.channel(s.Semaphore, "slot")}
	b.sys.Objects[0].Capacity = s.Capacity
	take, give := model.Send, model.Receive
	if s.Filled.Parent != nil {
		take, give = give, take
		fills := model.Transition{Kind: model.Send, Site: s.Filled.Instr().Site}
		b.caller(s.Filled.Parent, slices.Repeat([]model.Transition{fills}, s.Capacity))
	}
	takes := model.Transition{Kind: take, Site: s.Taken.Instr().Site, Via: sitesOf(s.Calls)}
	gives := model.Transition{Kind: give, Site: s.Taken.Instr().Site}
	for range s.Capacity {
		b.caller(s.Branch.Parent, []model.Transition{takes, keepingStep(s)})
		b.orElse(1, []holding.Side{s.Side}, gives)
	}
	waiter, waits := s.Branch.Parent, takes
	if s.Next != s.Taken {
		waiter, waits = s.Next.Parent, model.Transition{Kind: take, Site: s.Next.Instr().Site}
	}
	b.caller(waiter, []model.Transition{waits, gives})
	c.add(b.system(), s.Branch.Parent, len(b.sys.Processes)-1, s.Taken.Instr().Site)
}

// keepingStep is the step by which a function keeps a slot: it takes a case of a select, or a side of another branch.
func keepingStep(s holding.Slot) model.Transition {
	step := assume(s.Side)
	if s.Case != (model.Site{}) {
		step.Site = s.Case
	}
	return step
}

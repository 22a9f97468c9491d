package scope

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// reclosed adds that a goroutine closes a channel in each of two turns of a loop.
func (c *certainties) reclosed(r holding.Reclosed) {
	const closing = 1 // the process
	f := r.In()
	b := callersOf(model.Channel, r.Closed)
	b.sys.Objects = []model.Object{c.channel(r.Channel, "")}
	closes := model.Transition{Kind: model.Close, Site: r.Closed.Instr().Site, Via: sitesOf(r.Calls)}
	sides := withText(r.Sides)
	turn := append(c.assumeAlong(sides, r.Calls), closes)
	b.caller(f, slices.Concat(turn, turn))
	c.nameStarted(b.system(), closing, f)
	c.add(&b.sys, f, closing, r.Closed.Instr().Site)
}

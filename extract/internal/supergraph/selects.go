package supergraph

import (
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// Polls reports whether a select with a default asks again and again, and what comes next depends
// on the answer.
func (x *Graph) Polls(f *Function, at pointsto.At) bool { return decides(f, at) && x.Repeats(f, at) }

// PollsForEver reports the same, if there may be no end to it.
func (x *Graph) PollsForEver(f *Function, at pointsto.At) bool {
	return decides(f, at) && x.RepeatsForEver(f, at)
}

// Repeats reports whether an instruction is in a loop, of its function or one that calls
// it.
func (x *Graph) Repeats(f *Function, at pointsto.At) bool {
	return f.Loops[at.Block] >= 0 || x.inLoop[f]
}

// RepeatsForEver reports whether an instruction is in such a loop, and that doesn't come to its end by itself.
func (x *Graph) RepeatsForEver(f *Function, at pointsto.At) bool {
	return x.inEndless[f] || f.Loops[at.Block] >= 0 && x.isEndless(f, at.Block)
}

// findLoops finds the functions that are called where something repeats, or again by what they call.
func (x *Graph) findLoops(inLoop map[*Function]bool, repeats func(*Function, pointsto.At) bool) {
	callers := func(n int) (list []int) {
		for _, call := range x.Order[n].Callers {
			list = append(list, call.Parent.Number)
		}
		return list
	}
	circles := ir.Components(len(x.Order), callers)
	for _, f := range x.Order {
		inLoop[f] = slices.ContainsFunc(callers(f.Number), func(n int) bool { return circles[n] == circles[f.Number] })
	}
	for grew := true; grew; {
		grew = false
		for _, f := range x.Order {
			if !inLoop[f] && slices.ContainsFunc(f.Callers, func(call Instruction) bool { return repeats(call.Parent, call.At) }) {
				inLoop[f], grew = true, true
			}
		}
	}
}

// decides reports whether it makes a difference for what comes next which case a select
// takes: whether it leads to different blocks in which something is done, or to one with
// different values.
func decides(f *Function, at pointsto.At) bool {
	landings := map[string]bool{}
	land := func(block int, moves []ir.Move) { landings[fmt.Sprint(block, moves)] = true }
	seen := map[int]bool{}
	var pass func(block, from int)
	pass = func(block, from int) {
		if seen[block] {
			land(block, nil) // a loop
			return
		}
		seen[block] = true
		b := &f.Blocks[block]
		for i := from; i < len(b.Instrs); i++ {
			switch b.Instrs[i].Op {
			case ir.OpExtract, ir.OpBinary, ir.OpNot, ir.OpCopy, ir.OpJump:
			case ir.OpIf:
				if !f.asks(b.Instrs[i].Args[0], f.Blocks[at.Block].Instrs[at.Index].Dst) {
					land(block, nil)
					return
				}
			default:
				land(block, nil)
				return
			}
		}
		for _, e := range b.Succs {
			if len(e.Moves) > 0 {
				land(e.Block, e.Moves)
				continue
			}
			pass(e.Block, 0)
		}
	}
	pass(at.Block, at.Index+1)
	return len(landings) > 1
}

// asks reports whether a condition is nothing but which case a select has taken.
func (f *Function) asks(o ir.Operand, selected int) bool {
	in := f.Definition(o)
	if in == nil {
		return false
	}
	switch in.Op {
	case ir.OpBinary:
		return in.Args[1].Kind != ir.Register && f.asks(in.Args[0], selected)
	case ir.OpNot, ir.OpCopy:
		return f.asks(in.Args[0], selected)
	case ir.OpExtract:
		return in.Args[0].Kind == ir.Register && in.Args[0].Reg == selected
	}
	return false
}

// EndingCase is the case of a select that receives from a channel which is never sent on, but
// closed some time; -1 if there is none. Whoever is stuck at the select is stuck there because of
// that: it is how goroutines are told to end. Of several each one is a reason, so that any will do
// if all who ask take the same: it is the one for which most wait, so that few channels are reasons.
func (x *Graph) EndingCase(f *Function, in *ir.Instr) int {
	ending, most := -1, -1
	for i, c := range in.Cases {
		locations := x.Points.Operand(f.Function, c.Chan)
		if c.Send || len(locations) == 0 || slices.ContainsFunc(locations, func(l pointsto.Location) bool { return !x.onlyEnds(l) }) {
			continue
		}
		if n := x.fewestReceivers(locations); n > most {
			ending, most = i, n
		}
	}
	return ending
}

// fewestReceivers is how many operations receive from that one of some channels which has the fewest.
func (x *Graph) fewestReceivers(locations []pointsto.Location) int {
	receivers := x.Transferred().receivers
	fewest := receivers[locations[0]]
	for _, l := range locations {
		fewest = min(fewest, receivers[l])
	}
	return fewest
}

// onlyEnds reports whether a channel is closed, but never sent on. A context is not: coverage
// lists none, so that nobody would hear that it may never end.
func (x *Graph) onlyEnds(l pointsto.Location) bool {
	return x.Transferred().Ended[l] && !x.IsSentOn(l) && x.Points.Objects[l].Kind != pointsto.Context
}

// IsSentOn reports whether somebody may send on a channel.
func (x *Graph) IsSentOn(l pointsto.Location) bool {
	return x.Transferred().Sent[l] || x.Points.CanSend(l)
}

// Ticks reports whether a select in a loop goes on by a case that the world serves, as that of a ticker, which leads back to it
// in any case: nobody is stuck there, but who waits for what is done by another case, or behind the loop, waits for others to serve
// that case. Who recovers from panics may be done with it by one.
func (x *Graph) Ticks(f *Function, at pointsto.At) bool {
	ticks, choice := false, f.At(at)
	if f.Loops[at.Block] < 0 || x.UnderRecover()[f] || choice.Instr().Default || !decides(f, at) {
		return false
	}
	for n := range choice.Instr().Cases {
		if !x.isServed(f, &choice.Instr().Cases[n]) {
			continue
		}
		next, ok := f.AfterCase(choice, n)
		if !ok || f.ReturnsWithout([]int{next}, at.Block) {
			return false
		}
		ticks = true
	}
	return ticks
}

// isServed reports whether a case of a select is ready some time, as far as is known.
func (x *Graph) isServed(f *Function, c *ir.SelectCase) bool {
	return x.isServedBySomebody(f, c) || c.Chan.Kind == ir.Register && x.IsOutside(f, c.Chan)
}

// isServedBySomebody reports whether a case of a select is on something that is known, which the world serves, or code of which
// nothing is known.
func (x *Graph) isServedBySomebody(f *Function, c *ir.SelectCase) bool {
	locations := x.Points.Operand(f.Function, c.Chan)
	return len(locations) > 0 && x.IsServedByWorld(c, locations)
}

// HasServedCase reports whether a select has a case that is served by the world, or may
// be served by code of which nothing is known.
func (x *Graph) HasServedCase(f *Function, in *ir.Instr) bool {
	return slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool { return x.isServedBySomebody(f, &c) })
}

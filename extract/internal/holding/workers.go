package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Several goroutines may serve a function that waits for any of them. If each wants the lock before it serves again, it makes no difference how many
// there are: all may have been busy while others waited for the next one, and want the lock now. But there must be no more of them later.

// isOneOfFixed reports whether a goroutine that somebody sends to is one of those that the function starts which makes the channel, as many as it likes
// from the outset, so that there are no more of them later.
func (a *Analysis) isOneOfFixed(start supergraph.Instruction, c *Circle) bool {
	f := start.Parent
	o := &a.Points.Objects[c.Object]
	return c.Waits.Instr().Op == ir.OpSend && a.Functions[o.Function] == f && !isInLoop(f.At(o.At)) && a.areStartedAtOnce(start)
}

// isSteeredFirst reports whether a function that has a lock comes to where it waits as long as nobody has set what it asks for since the struct was
// made, be it again and again, and is the only one that sends to the server, which comes to an instruction for the first time without having set any of
// that.
func (a *Analysis) isSteeredFirst(c *Circle, i supergraph.Instruction) bool {
	before := i.Parent.Reached([]int{0}, i.At.Block)
	isEarlier := func(j supergraph.Instruction) bool {
		return j.At.Block != i.At.Block && before[j.At.Block] || j.At.Block == i.At.Block && j.At.Index < i.At.Index
	}
	if c.Waits.Instr().Op != ir.OpSend || c.Started.Parent == nil {
		return false
	}
	isFed := func(f *supergraph.Function) bool {
		return f != c.Waits.Parent && slices.ContainsFunc(a.Operations(f), func(o supergraph.Operation) bool { return o.Sends && slices.Contains(o.Objects, c.Object) })
	}
	return !slices.ContainsFunc(a.Users[c.Object], isFed) && !slices.ContainsFunc(a.decide(c.Waits), func(s Side) bool {
		cells := a.groundsOf(s.Branch).asked()
		if !a.mayStoreInOne(i.Parent, cells) {
			return false
		}
		isSet := func(j supergraph.Instruction) bool { return isEarlier(j) && a.sets(j, cells) }
		return !a.isAsAtFirst(s) || a.mayStoreInOne(c.Parent, cells) || slices.ContainsFunc(slices.Collect(i.Parent.Instructions()), isSet)
	})
}

// asked are the cells that a condition hangs on, be it by what functions answer that read them.
func (g *grounds) asked() (cells dataflow.Set) {
	cells.AddAll(g.cells)
	cells.AddAll(g.read)
	return cells
}

// isAsAtFirst reports whether a function takes a side as long as nobody has set what it asks for, since the struct was made that it was given.
func (a *Analysis) isAsAtFirst(s Side) bool {
	f := s.Branch.Parent
	if f.Params == 0 {
		return false
	}
	w := &firstWay{Analysis: a, isEarlier: func(store supergraph.Instruction) bool {
		return store.Instr().Op != ir.OpStore || isNew(store.Parent, store.Parent.BaseOfPart(store.Instr().Args[0]))
	}}
	value, ok := w.valueOf(f, ir.Operand{Kind: ir.Register}, s.Branch.Instr().Args[0], maxDepth)
	return ok && (value == 0) == (s.Edge == 1)
}

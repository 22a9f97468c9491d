package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
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
	if c.Waits.Instr().Op != ir.OpSend || a.Functions[o.Function] != f || isInLoop(f.At(o.At)) || !a.areStartedAtOnce(start) {
		return false
	}
	return !slices.ContainsFunc(slices.Collect(f.Instructions()), func(i supergraph.Instruction) bool {
		return isSameLoop(i, start) && a.mayHoldUp(i)
	})
}

// isSameLoop reports whether two instructions of a function are in the same innermost loop.
func isSameLoop(i, other supergraph.Instruction) bool {
	return i.Parent.Loops[i.At.Block] == other.Parent.Loops[other.At.Block]
}

// mayHoldUp reports whether a function may wait in what an instruction calls, be it code that isn't seen.
func (a *Analysis) mayHoldUp(i supergraph.Instruction) bool {
	return i.Instr().Op == ir.OpCall && (a.RunsUnseenOn([]supergraph.Instruction{i}) || slices.ContainsFunc(a.CalleesAt(i), a.mayWait))
}

// isSteeredFirst reports whether a function that has a lock comes to where it waits as long as nobody has set what it asks for since the struct was
// made, be it again and again, and is the only one that sends to the server, and the server comes to an instruction for the first time without having set any of that, and sets it there only with
// the lock.
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
		return !a.isAsAtFirst(s) || a.mayStoreInOne(c.Parent, cells) || slices.ContainsFunc(slices.Collect(i.Parent.Instructions()), isSet) || !a.setsOnlyWith(i, cells, c.Locks)
	})
}

// asked are the cells that a condition hangs on, be it by what functions answer that read them.
func (g *grounds) asked() (cells dataflow.Set) {
	add := func(n int) { cells.Add(n) }
	g.cells.Each(add)
	g.read.Each(add)
	return cells
}

// setsOnlyWith reports whether what an instruction calls stores in some cells only where it has one of some locks.
func (a *Analysis) setsOnlyWith(i supergraph.Instruction, cells dataflow.Set, locks []pointsto.Location) bool {
	callees, without := a.CalleesAt(i), false
	cells.Each(func(n int) {
		without = without || slices.ContainsFunc(a.Stores[locationOf(n)], func(store supergraph.Instruction) bool {
			isRun := slices.ContainsFunc(callees, func(callee *supergraph.Function) bool { return a.runs(callee, store.Parent) })
			return isRun && !pointsto.Overlap(a.locksAt(store), locks)
		})
	})
	return !without
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

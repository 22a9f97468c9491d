package lower

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
)

// Who goes round in a loop until others have changed something waits for them: whatever comes
// next comes after that, and a lock that he holds is held meanwhile. Other loops are taken to come
// to their end by themselves.

// spins reports whether a branch leaves a cycle that is left only by branches which ask for memory
// that nothing in the cycle changes.
func (s *slicer) spins(branch *ssa.If) bool {
	answer, known := s.spinning[branch]
	if !known {
		answer = s.findSpin(branch)
		s.spinning[branch] = answer
	}
	return answer
}

func (s *slicer) findSpin(branch *ssa.If) bool {
	w := wait{slicer: s, cycle: make([]bool, len(branch.Parent().Blocks))}
	if !w.asks(branch.Cond) || !w.findCycle(branch.Block()) { // as if nothing else was in the cycle
		return false
	}
	for i, b := range branch.Parent().Blocks {
		if w.cycle[i] && (s.changesMemory(b) || w.leaves(b) && !w.asksToLeave(b)) {
			return false
		}
	}
	return w.leaves(branch.Block())
}

// A wait is a cycle that may wait for others; cycle says which blocks are in it.
type wait struct {
	*slicer
	cycle []bool
}

// findCycle finds the blocks that are in a cycle with one, and reports whether there are any.
func (w *wait) findCycle(b *ssa.BasicBlock) bool {
	before := make([]bool, len(w.cycle))
	follow(b, before, func(b *ssa.BasicBlock) []*ssa.BasicBlock { return b.Preds })
	follow(b, w.cycle, successors)
	for i := range w.cycle {
		w.cycle[i] = w.cycle[i] && before[i]
	}
	return w.cycle[b.Index]
}

// inLoop reports whether a block can come again.
func inLoop(b *ssa.BasicBlock) bool {
	after := make([]bool, len(b.Parent().Blocks))
	follow(b, after, successors)
	return after[b.Index]
}

func successors(b *ssa.BasicBlock) []*ssa.BasicBlock { return b.Succs }

// follow marks the blocks that follow one, which is among them only if it follows itself.
func follow(b *ssa.BasicBlock, marked []bool, next func(*ssa.BasicBlock) []*ssa.BasicBlock) {
	for work := slices.Clone(next(b)); len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !marked[b.Index] {
			marked[b.Index] = true
			work = append(work, next(b)...)
		}
	}
}

func (w *wait) leaves(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Succs, func(next *ssa.BasicBlock) bool { return !w.cycle[next.Index] })
}

func (w *wait) asksToLeave(b *ssa.BasicBlock) bool {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	return ok && w.asks(branch.Cond)
}

// asks reports whether a value is memory, or is worked out in the cycle from nothing but that and
// what doesn't change there.
func (w *wait) asks(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.Op == token.MUL || v.Op != token.ARROW && w.asks(v.X)
	case *ssa.BinOp:
		return w.asks(v.X) && w.isFixed(v.Y) || w.isFixed(v.X) && w.asks(v.Y)
	case *ssa.Call:
		callee := staticCallee(&v.Call)
		return callee != nil && library.IsAtomic(w.name(callee)) && !w.retries(callee, &v.Call)
	}
	return false
}

func (w *wait) isFixed(v ssa.Value) bool {
	in, ok := v.(ssa.Instruction)
	return !ok || !w.cycle[in.Block().Index]
}

// retries reports whether a call compares with what was found before in the cycle: it does the
// same again only if others have come in between.
func (w *wait) retries(callee *ssa.Function, call *ssa.CallCommon) bool {
	return strings.Contains(callee.Name(), "CompareAndSwap") && len(call.Args) > 1 && !w.isFixed(call.Args[1])
}

// changesMemory reports whether something in a block may change memory: a store, or a call of what
// may store. Locks don't, and atomic functions are asked about what they find.
func (s *slicer) changesMemory(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.Store, *ssa.MapUpdate, *ssa.Send, *ssa.Select:
			return true
		case *ssa.UnOp:
			return in.Op == token.ARROW
		case *ssa.Call:
			return s.mayStore(&in.Call)
		}
		return false
	})
}

func (s *slicer) mayStore(c *ssa.CallCommon) bool {
	callee := staticCallee(c)
	switch {
	case callee == nil:
		return true
	case lockAction(c) != noLock, library.IsAtomic(s.name(callee)):
		return false
	}
	return len(callee.Blocks) > 0 || slices.ContainsFunc(c.Args, func(arg ssa.Value) bool { return !isNumber(arg.Type()) })
}

func isNumber(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsNumeric != 0
}

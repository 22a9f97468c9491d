package lower

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// isSemaphore reports whether values of a type are weighted semaphores, each of which is a channel to us: see
// package library.
func isSemaphore(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path()+"."+named.Obj().Name() == library.SemaphoreType
}

// semaphore translates a call that makes a semaphore, and reports whether it is one.
func (t *translator) semaphore(v *ssa.Call, i ir.Instr) bool {
	callee := staticCallee(v.Common())
	if callee == nil || t.s.name(callee) != library.NewSemaphore {
		return false
	}
	in := library.MakeSemaphore(i.Dst, t.operand(v.Call.Args[0]))
	in.Name, in.Site = t.nameMade(v), i.Site
	t.emit(in)
	return true
}

// isOneSlot reports whether a call of a function is about one slot of a semaphore.
func isOneSlot(name string, c *ssa.CallCommon) bool {
	if library.OneSlot(name) == "" {
		return false
	}
	amount, ok := c.Args[library.AmountOf(name)].(*ssa.Const)
	return ok && amount.Value != nil && amount.Int64() == 1
}

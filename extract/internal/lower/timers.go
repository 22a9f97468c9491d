package lower

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// What runs when a timer runs out is a goroutine that starts later, if nobody stops the timer
// before. When that is, nobody knows; but if nobody has the timer, it comes to that.

// startsTimer translates a call of time.AfterFunc, unless the timer may be set again, or is
// given to others, who may do so.
func (t *translator) startsTimer(v *ssa.Call, i ir.Instr) bool {
	callee := staticCallee(v.Common())
	if callee == nil || t.s.name(callee) != library.AfterFunc {
		return false
	}
	body := library.WhenTimerFires
	if kept := usesOf(v); len(kept) > 0 {
		if !t.s.areOnlyStopped(kept) {
			return false
		}
		body = library.IfTimerFires
	}
	t.emit(ir.Instr{Op: ir.OpGo, Dst: -1, Name: body, Args: t.operands(v.Call.Args[1]), Site: i.Site})
	if t.used(v) {
		i.Op, i.Name = ir.OpUnknown, ir.NonNilResult
		t.emit(i)
	}
	return true
}

// usesOf are the instructions that use a value.
func usesOf(v ssa.Value) []ssa.Instruction {
	return slices.DeleteFunc(slices.Clone(*v.Referrers()), func(user ssa.Instruction) bool {
		_, isDebug := user.(*ssa.DebugRef)
		return isDebug
	})
}

// areOnlyStopped reports whether nothing is done to a timer but to stop it, or to keep it where
// only the package gets at it, which does no more to any of its timers.
func (s *slicer) areOnlyStopped(uses []ssa.Instruction) bool {
	isKept := slices.ContainsFunc(uses, func(user ssa.Instruction) bool { return !s.stops(user) })
	return !isKept || !s.usesTimers()
}

// stops reports whether an instruction stops a timer.
func (s *slicer) stops(in ssa.Instruction) bool {
	call, ok := in.(ssa.CallInstruction)
	if !ok {
		return false
	}
	callee := staticCallee(call.Common())
	return callee != nil && s.name(callee) == "(*time.Timer).Stop"
}

// usesTimers reports whether the package does something else to timers than to stop, keep and
// compare them: others may set them again then.
func (s *slicer) usesTimers() bool {
	if s.timersUsed == nil {
		found := slices.ContainsFunc(s.source.Functions, func(f *ssa.Function) bool {
			return slices.ContainsFunc(f.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, s.usesTimer) })
		})
		s.timersUsed = &found
	}
	return *s.timersUsed
}

// usesTimer is usesTimers for one instruction.
func (s *slicer) usesTimer(in ssa.Instruction) bool {
	return slices.ContainsFunc(in.Operands(nil), func(o *ssa.Value) bool {
		switch {
		case *o == nil:
			return false
		case isTimer((*o).Type()):
			return !s.keepsTimer(in, *o)
		}
		address, ok := (*o).Type().(*types.Pointer)
		return ok && isTimer(address.Elem()) && handsOn(in, *o)
	})
}

// handsOn reports whether an instruction does more with an address than to store or load there,
// or to let a literal do so.
func handsOn(in ssa.Instruction, address ssa.Value) bool {
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.UnOp, *ssa.MakeClosure:
		return false
	case *ssa.Store:
		return in.Addr != address
	}
	return true
}

// keepsTimer reports whether an instruction stops, keeps or compares a timer.
func (s *slicer) keepsTimer(in ssa.Instruction, timer ssa.Value) bool {
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.BinOp, *ssa.Phi, *ssa.FieldAddr:
		return true
	case *ssa.MakeClosure:
		return in.Fn.(*ssa.Function).Synthetic == "" // a literal, not a method value
	case *ssa.Store:
		return in.Val != timer || isPrivate(in.Addr)
	}
	return s.stops(in)
}

func isTimer(t types.Type) bool { return types.TypeString(t, nil) == "*time.Timer" }

// isPrivate reports whether an address is that of a local variable, or of a field that other
// packages can't use, nor what is in it by another name.
func isPrivate(address ssa.Value) bool {
	switch a := address.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		return true
	case *ssa.FieldAddr:
		field := fieldOf(a)
		return !field.Exported() && !field.Embedded() && isTimer(field.Origin().Type())
	}
	return false
}

package lower

import (
	"slices"
	"strings"

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
		if !t.s.areOnlyStopped(v, kept) {
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

// areOnlyStopped reports whether nothing is done to a timer but to stop it, or to keep it in
// variables and fields of the package, none of whose timers is ever set again.
func (s *slicer) areOnlyStopped(timer ssa.Value, uses []ssa.Instruction) bool {
	return !slices.ContainsFunc(uses, func(user ssa.Instruction) bool {
		switch user := user.(type) {
		case ssa.CallInstruction:
			callee := staticCallee(user.Common())
			return callee == nil || s.name(callee) != "(*time.Timer).Stop"
		case *ssa.Store:
			return user.Val != timer || !isPrivate(user.Addr) || s.resetsTimers()
		}
		return true
	})
}

// isPrivate reports whether an address is that of a local variable, or of a field that other
// packages can't use.
func isPrivate(address ssa.Value) bool {
	switch a := address.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		return true
	case *ssa.FieldAddr:
		return !fieldOf(a).Exported()
	}
	return false
}

// resetsTimers reports whether the package sets timers again.
func (s *slicer) resetsTimers() bool {
	if s.timersReset == nil {
		found := slices.ContainsFunc(s.source.Functions, func(f *ssa.Function) bool {
			return slices.ContainsFunc(f.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, s.resetsTimer) })
		})
		s.timersReset = &found
	}
	return *s.timersReset
}

// resetsTimer reports whether an instruction has to do with the function that sets timers.
func (s *slicer) resetsTimer(in ssa.Instruction) bool {
	return slices.ContainsFunc(in.Operands(nil), func(o *ssa.Value) bool {
		f, ok := (*o).(*ssa.Function)
		return ok && strings.HasPrefix(s.name(f), "(*time.Timer).Reset")
	})
}

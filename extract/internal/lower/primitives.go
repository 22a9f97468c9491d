package lower

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// Some calls of libraries are translated where they are, into what they do: a stand-in would be
// one function for all calls, to those who don't tell calls apart.

// condition translates a call that makes a condition variable or waits for one, and reports
// whether it is one.
func (t *translator) condition(v *ssa.Call, i ir.Instr) bool {
	callee := staticCallee(v.Common())
	if callee == nil {
		return false
	}
	var list []ir.Instr
	switch t.s.name(callee) {
	case library.NewCond:
		list = library.MakeCond(i.Dst, t.newRegister(), t.operand(v.Call.Args[0]))
		list[0].Name = t.nameMade(v)
	case library.CondWait:
		list = library.WaitForCond(t.operand(v.Call.Args[0]), t.newRegister(), t.newRegister())
		list[library.WaitBegins].Text = t.s.text.describe(v)
	}
	for _, in := range list {
		in.Site = i.Site
		t.emit(in)
	}
	return list != nil
}

// atomic translates a call of a function of package sync/atomic, if it is known what that does, and
// reports whether it is.
func (t *translator) atomic(v *ssa.Call, i ir.Instr) bool {
	callee := staticCallee(v.Common())
	if callee == nil {
		return false
	}
	if !t.used(v) {
		i.Dst = -1
	}
	args := t.operands(v.Call.Args...)
	for n, arg := range v.Call.Args {
		if c, ok := arg.(*ssa.Const); ok && library.AddsAtomically(t.s.name(callee)) {
			args[n] = signedOperand(c)
		}
	}
	list, ok := library.AtomicCall(t.s.name(callee), i.Dst, args, t.newRegister)
	for _, in := range list {
		if in.Op == ir.OpLoad && in.Dst < 0 {
			continue // nobody asks
		}
		if in.Op == ir.OpStore {
			in.Dst = -1
		}
		in.Site, in.Text = i.Site, t.s.text.describe(v)
		if in.Op == ir.OpBinary || in.Op == ir.OpUpdate {
			in.Bits = bitsOf(v.Type())
		}
		t.emit(in)
	}
	return ok
}

// signedOperand is a number that is added: to an unsigned one ^uint32(0) is added to subtract 1.
func signedOperand(c *ssa.Const) ir.Operand {
	basic, ok := c.Type().Underlying().(*types.Basic)
	if !ok || c.Value == nil || basic.Info()&types.IsUnsigned == 0 {
		return constOperand(c)
	}
	n, _ := constant.Uint64Val(constant.ToInt(c.Value))
	if basic.Kind() == types.Uint32 {
		return ir.Operand{Kind: ir.IntConst, Int: int64(int32(n))}
	}
	return ir.Operand{Kind: ir.IntConst, Int: int64(n)}
}

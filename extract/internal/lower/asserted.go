package lower

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/ir"
)

// A function that panics unless what it is given is so says something of its arguments to whoever goes on after the call, as
// check(n > 0) and must(err) do. The call is translated as if its condition stood there, with a panic on the other side.
// Functions that end the program otherwise are followed: see mayExit.

// An assertion is what holds of an argument of a function wherever that returns: the argument itself, a boolean, or how it
// compares with a constant; or that it doesn't.
type assertion struct {
	param    int
	operator token.Token // token.ILLEGAL: none
	constant *ssa.Const
	holds    bool
}

// assertsOf are the assertions of a function, in the order in which it makes them. Who recovers may return all the same.
func (s *slicer) assertsOf(f *ssa.Function) []assertion {
	f = genericOf(f)
	if !s.source.owns(f) || len(f.Blocks) == 0 || f.Recover != nil {
		return nil
	}
	list, known := s.asserting[f]
	if !known {
		s.asserting[f] = nil // for recursion
		list = s.findAsserts(f)
		s.asserting[f] = list
	}
	return list
}

func (s *slicer) findAsserts(f *ssa.Function) (list []assertion) {
	var returns []*ssa.BasicBlock
	for _, b := range f.Blocks {
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			returns = append(returns, b)
		}
	}
	isPassed := func(b *ssa.BasicBlock) bool {
		return !slices.ContainsFunc(returns, func(end *ssa.BasicBlock) bool { return !b.Dominates(end) })
	}
	for _, b := range f.Blocks {
		if len(returns) > 0 && isPassed(b) {
			list = append(list, s.assertsIn(f, b)...)
		}
	}
	return list
}

// assertsIn are the assertions of a block that comes before each return of a function.
func (s *slicer) assertsIn(f *ssa.Function, b *ssa.BasicBlock) (list []assertion) {
	for _, in := range b.Instrs {
		switch in := in.(type) {
		case *ssa.Call:
			list = append(list, s.passedOn(f, in)...)
		case *ssa.If:
			for side, to := range b.Succs {
				if len(to.Preds) > 1 || s.reachesReturn(to) {
					continue
				}
				if a, ok := conditionOn(f, in.Cond, side == 1); ok {
					list = append(list, a)
				}
			}
		}
	}
	return list
}

// passedOn are what a function asserts of its parameters by a call of another one.
func (s *slicer) passedOn(f *ssa.Function, call *ssa.Call) (list []assertion) {
	callee := staticCallee(call.Common())
	if callee == nil {
		return nil
	}
	for _, a := range s.assertsOf(callee) {
		arg := call.Call.Args[a.param]
		if a.constant == nil {
			if own, ok := conditionOn(f, arg, a.holds); ok {
				list = append(list, own)
			}
		} else if a.param = parameterIndex(f, arg); a.param >= 0 {
			list = append(list, a)
		}
	}
	return list
}

// conditionOn is a condition as one on a parameter of its function; it is not ok if it is none.
func conditionOn(f *ssa.Function, v ssa.Value, holds bool) (a assertion, ok bool) {
	switch v := v.(type) {
	case *ssa.Parameter:
		return assertion{param: parameterIndex(f, v), holds: holds}, true
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return conditionOn(f, v.X, !holds)
		}
	case *ssa.BinOp:
		param, isConst := parameterIndex(f, v.X), false
		a := assertion{param: param, operator: v.Op, holds: holds}
		a.constant, isConst = v.Y.(*ssa.Const)
		return a, isConst && param >= 0 && tracked(v.X.Type())
	}
	return assertion{}, false
}

func parameterIndex(f *ssa.Function, v ssa.Value) int {
	return slices.IndexFunc(f.Params, func(p *ssa.Parameter) bool { return p == v })
}

// assertsBy are the assertions that a call makes which isn't followed.
func (n *needs) assertsBy(call *ssa.Call) []assertion {
	callee := staticCallee(call.Common())
	if callee == nil || n.callMatters(call.Common()) {
		return nil
	}
	return n.s.assertsOf(callee)
}

// keepAsserts keeps the calls that assert something of what is kept, where control comes by for other reasons: by
// themselves they decide nothing that matters.
func (n *needs) keepAsserts() {
	for changed := true; changed; {
		changed = false
		for _, b := range n.f.Blocks {
			for _, in := range b.Instrs {
				call, ok := in.(*ssa.Call)
				if !ok || n.asserted[call] || !n.assertsWhatIsKept(call) {
					continue
				}
				if branches, ok := n.comesBy(b); ok {
					n.asserted[call], changed = true, true
					n.require(call)
					n.keepOutcomes(branches, nil)
				}
			}
		}
	}
}

func (n *needs) assertsWhatIsKept(call *ssa.Call) bool {
	return slices.ContainsFunc(n.assertsBy(call), func(a assertion) bool { return n.isAboutKept(call.Call.Args[a.param], 0) })
}

// deepestCondition limits how deep it is looked into what a condition is about.
const deepestCondition = 6

// isAboutKept reports whether a value is computed from one that a kept instruction has as well.
func (n *needs) isAboutKept(v ssa.Value, depth int) bool {
	if v.Referrers() == nil || depth > deepestCondition {
		return false
	}
	if slices.ContainsFunc(*v.Referrers(), func(user ssa.Instruction) bool { return n.keep[user] }) {
		return true
	}
	in, ok := v.(ssa.Instruction)
	return ok && slices.ContainsFunc(in.Operands(nil), func(o *ssa.Value) bool { return *o != nil && n.isAboutKept(*o, depth+1) })
}

// assertedArgs are the arguments of a kept call of which it asserts something.
func (n *needs) assertedArgs(call *ssa.Call) (args []ssa.Value) {
	for _, a := range n.assertsBy(call) {
		args = append(args, call.Call.Args[a.param])
	}
	return args
}

// assert goes on after a call only where it returns.
func (t *translator) assert(call *ssa.Call) {
	for _, a := range t.assertsBy(call) {
		arg := call.Call.Args[a.param]
		condition, text := t.operand(arg), t.s.text.asks(arg)
		site := t.s.text.site(call.Pos())
		if a.constant != nil {
			condition = ir.Operand{Kind: ir.Register, Reg: t.newRegister()}
			args := []ir.Operand{t.operand(arg), constOperand(a.constant)}
			compare := ir.Instr{Op: ir.OpBinary, Dst: condition.Reg, Name: a.operator.String(), Kind: kindOf(arg.Type()), Args: args, Site: site}
			if isUnsigned(arg) {
				compare.Index = ir.Unsigned
			}
			t.emit(compare)
			if text = t.s.text.describe(arg); text != "" {
				text += " " + a.operator.String() + " " + spellConst(a.constant)
			}
		}
		t.emit(ir.Instr{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{condition}, Text: text, Site: site})
		t.split(a.holds, ir.Instr{Op: ir.OpPanic, Dst: -1, Args: []ir.Operand{{}}, Site: site})
	}
}

// split ends a block with a branch that is there, of which one side goes on in a new block, and the other one ends.
func (t *translator) split(onTrue bool, end ir.Instr) {
	further, ending := len(t.order), len(t.order)+1
	t.order = append(t.order, nil, nil)
	t.out.Blocks = append(t.out.Blocks, ir.Block{}, ir.Block{Instrs: []ir.Instr{end}})
	t.block.Succs = []ir.Edge{{Block: further}, {Block: ending}}
	if !onTrue {
		slices.Reverse(t.block.Succs)
	}
	t.endBlock()
	t.beginBlock(further)
}

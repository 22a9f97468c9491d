package lower

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// A test that fails by t.Error and the like goes on, and what goes wrong then is of little interest: see
// model.Failed. So that is kept, but not for its own sake, as it decides nothing: only where
// control comes by for other reasons, or by the outcome of an operation that is kept. Otherwise each
// comparison of a test would matter.

// failsTest reports whether a test has failed after a call, and goes on.
func (s *slicer) failsTest(c *ssa.CallCommon) bool {
	if c.IsInvoke() {
		return library.MarksByName(c.Method.Name()) && isTesting(c.Value.Type())
	}
	callee := staticCallee(c)
	return callee != nil && library.Find(s.name(callee)).Marks
}

// isTesting reports whether an interface is one of what tests are given: it can give them up.
func isTesting(t types.Type) bool {
	object, _, _ := types.LookupFieldOrMethod(t, false, nil, "FailNow")
	return object != nil
}

// keepFailures keeps the calls by which a test fails, as far as they are to be kept, and those by which it sleeps likewise.
func (n *needs) keepFailures() {
	for _, b := range n.f.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok || n.keep[call] {
				continue
			}
			_, asserted := n.asserts(call)
			if !n.s.failsTest(call.Common()) && asserted == nil && !n.s.sleeps(call) {
				continue
			}
			if branches, ok := n.comesBy(b); ok {
				n.keep[call], n.effectful[b] = true, true
				n.keepOutcomes(branches, asserted)
			}
		}
	}
}

// comesBy reports whether nothing decides whether control comes by a block but branches that are kept, and such as ask for
// the outcome of a kept operation, which it returns.
func (n *needs) comesBy(b *ssa.BasicBlock) (outcomes []*ssa.BasicBlock, ok bool) {
	if n.stops(b) {
		return nil, true
	}
	seen := map[*ssa.BasicBlock]bool{b: true}
	for work := []*ssa.BasicBlock{b}; len(work) > 0; work = work[1:] {
		for _, p := range work[0].Preds {
			if seen[p] || n.branches[p] {
				continue
			}
			seen[p] = true
			if len(p.Succs) > 1 {
				branch, isBranch := p.Instrs[len(p.Instrs)-1].(*ssa.If)
				if !isBranch || !n.isOutcome(branch.Cond) {
					return nil, false
				}
				outcomes = append(outcomes, p)
			}
			if !n.stops(p) {
				work = append(work, p)
			}
		}
	}
	return outcomes, true
}

// isOutcome reports whether a condition asks how a kept operation has ended: which case of a select was
// taken, whether a message was received, or what a call of a function says that is followed.
func (n *needs) isOutcome(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Call:
		return n.keep[v] && n.callMatters(v.Common())
	case *ssa.UnOp:
		return v.Op == token.NOT && n.isOutcome(v.X)
	case *ssa.BinOp:
		_, isConst := v.Y.(*ssa.Const)
		return isConst && n.isOutcome(v.X) && kindOf(v.X.Type()) == ir.IntKind
	case *ssa.Extract:
		switch operation := v.Tuple.(type) {
		case *ssa.Select:
			return v.Index <= 1
		case *ssa.UnOp:
			return v.Index == 1 && operation.Op == token.ARROW
		}
	}
	return false
}

// asserts is the outcome of a kept operation that a call checks, and by which function a test fails then: nil if
// it is no such call.
func (n *needs) asserts(call *ssa.Call) (standIn string, outcome ssa.Value) {
	callee := staticCallee(call.Common())
	if callee == nil || callee.Pkg == nil || n.callMatters(call.Common()) {
		return "", nil
	}
	if standIn = library.Asserts(callee.Pkg.Pkg.Path(), callee.Name()); standIn == "" || !n.isOutcome(call.Call.Args[1]) {
		return "", nil
	}
	return standIn, call.Call.Args[1]
}

// keepOutcomes keeps branches, and a value that is checked.
func (n *needs) keepOutcomes(branches []*ssa.BasicBlock, asserted ssa.Value) {
	for _, b := range branches {
		n.branches[b] = true
		n.require(b.Instrs[len(b.Instrs)-1])
	}
	if in, ok := asserted.(ssa.Instruction); ok {
		n.require(in)
	}
	n.complete()
}

// fails marks the test as failed where a call does that, be it under a condition. It reports whether nothing else is
// kept of the call.
func (t *translator) fails(v *ssa.Call) bool {
	site := t.s.text.site(v.Pos())
	if standIn, outcome := t.asserts(v); outcome != nil {
		t.emit(ir.Instr{Op: ir.OpCall, Dst: -1, Name: standIn, Args: t.operands(outcome), Site: site})
		return true
	}
	if t.s.failsTest(v.Common()) {
		t.emit(ir.Instr{Op: ir.OpCall, Dst: -1, Name: library.FailedCall, Site: site})
		return !t.callMatters(v.Common())
	}
	return false
}

// failing is the side of a branch on which a check says that the test has failed.
func (t *translator) failing(edge ir.Edge, condition *ssa.If) ir.Edge {
	fails := ir.Instr{Op: ir.OpCall, Dst: -1, Name: library.FailedCall, Site: t.conditionSite(condition)}
	t.order = append(t.order, nil)
	t.out.Blocks = append(t.out.Blocks, ir.Block{Instrs: []ir.Instr{fails, {Op: ir.OpJump, Dst: -1}}, Succs: []ir.Edge{edge}})
	return ir.Edge{Block: len(t.order) - 1}
}

// failsOn is the side of a branch on which a test has failed, as a check says that it branches on, or -1.
func (s *slicer) failsOn(condition ssa.Value) int {
	switch v := condition.(type) {
	case *ssa.UnOp:
		if side := s.failsOn(v.X); side >= 0 && v.Op == token.NOT {
			return 1 - side
		}
	case *ssa.Call:
		callee := staticCallee(v.Common())
		if callee != nil && callee.Pkg != nil && kindOf(v.Type()) == ir.BoolKind && library.IsCheck(callee.Pkg.Pkg.Path(), callee.Name()) {
			return 1
		}
	}
	return -1
}

package lower

import (
	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/ir"
)

// terminate ends a block: with the branch that matters, or with a jump to
// where control comes next.
func (t *translator) terminate(b *ssa.BasicBlock) {
	if n := len(t.block.Instrs); n > 0 {
		switch t.block.Instrs[n-1].Op {
		case ir.OpReturn, ir.OpPanic:
			return
		}
	}
	condition, isBranch := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if isBranch && t.branches[b] && t.s.ticksOn(condition.Cond) {
		t.emit(ir.Instr{Op: ir.OpJump, Dst: -1})
		t.edge(t.arrivalAt(b, b.Succs[0]))
		return
	}
	if isBranch && t.branches[b] {
		t.branch(b, condition)
		return
	}
	next := t.frontier(b, 1)
	if len(next) == 0 {
		t.emit(ir.Instr{Op: ir.OpStop, Dst: -1})
		return
	}
	t.emit(ir.Instr{Op: ir.OpJump, Dst: -1})
	t.edge(next[0])
}

// branch ends a block with a branch. A side that is there for no value that is meant is taken in doubt, or the other
// one is.
func (t *translator) branch(b *ssa.BasicBlock, condition *ssa.If) {
	_, isUnderLock := t.s.guarded[condition]
	t.emit(ir.Instr{Op: ir.OpIf, Dst: -1, Guarded: isUnderLock, Args: []ir.Operand{t.operand(condition.Cond)}, Text: t.s.text.asks(condition.Cond), Site: t.conditionSite(condition)})
	for side, to := range b.Succs {
		edge := t.edgeTo(t.arrivalAt(b, to))
		if t.s.isExhausted(b, side) {
			edge = t.inDoubt(edge, t.edgeTo(t.arrivalAt(b, b.Succs[1-side])))
		}
		if side == t.s.failsOn(condition.Cond) {
			edge = t.failing(edge, condition)
		}
		t.block.Succs = append(t.block.Succs, edge)
	}
}

// inDoubt is a block of its own that goes one way or another, nobody knows which.
func (t *translator) inDoubt(one, other ir.Edge) ir.Edge {
	doubt := ir.Instr{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{{Kind: ir.Unfollowed, Text: beyondAll}}}
	t.order = append(t.order, nil)
	t.out.Blocks = append(t.out.Blocks, ir.Block{Instrs: []ir.Instr{doubt}, Succs: []ir.Edge{one, other}})
	return ir.Edge{Block: len(t.order) - 1}
}

// arrivalAt is where control comes when it goes from b to its successor to.
func (t *translator) arrivalAt(b, to *ssa.BasicBlock) arrival {
	switch {
	case t.hasKeptPhi(to):
		return arrival{b, to}
	case t.stops(to):
		return arrival{nil, to}
	}
	if next := t.frontier(to, 1); len(next) > 0 {
		return next[0]
	}
	return arrival{nil, to}
}

// edge adds a successor with the φ assignments of the way there.
func (t *translator) edge(a arrival) { t.block.Succs = append(t.block.Succs, t.edgeTo(a)) }

func (t *translator) edgeTo(a arrival) ir.Edge {
	e := ir.Edge{Block: t.place(a.to)}
	if a.from != nil {
		e.Moves = t.moves(a)
	}
	return e
}

func (t *translator) moves(a arrival) []ir.Move {
	from := 0
	for i, p := range a.to.Preds {
		if p == a.from {
			from = i
		}
	}
	var moves []ir.Move
	for _, in := range a.to.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		if t.keep[phi] {
			moves = append(moves, ir.Move{To: t.register(phi), From: t.operand(phi.Edges[from])})
		}
	}
	return moves
}

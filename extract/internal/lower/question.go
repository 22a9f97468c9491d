package lower

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/model"
)

// A question is a name in the condition of an if statement.
type question struct {
	at        *ast.Ident
	statement *ast.IfStmt
}

// ask enters the plain names in a condition.
func (x *sourceIndex) ask(statement *ast.IfStmt, condition ast.Expr) {
	switch e := condition.(type) {
	case *ast.Ident:
		x.questions[e.Name] = append(x.questions[e.Name], question{e, statement})
	case *ast.ParenExpr:
		x.ask(statement, e.X)
	case *ast.UnaryExpr:
		x.ask(statement, e.X)
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			x.ask(statement, e.X)
			x.ask(statement, e.Y)
		}
	}
}

// questionAt is where an if statement asks about a name, given the positions to
// which its branches lead: the innermost statement that has one of them in it.
func (x *sourceIndex) questionAt(name string, branches []token.Pos) token.Pos {
	list := x.questions[name] // in the order of the source
	for _, q := range slices.Backward(list) {
		for _, pos := range branches {
			if q.statement.Pos() <= pos && pos < q.statement.End() {
				return q.at.Pos()
			}
		}
	}
	return token.NoPos
}

// conditionSite is the place of the condition of a branch.
func (t *translator) conditionSite(in *ssa.If) model.Site {
	if v, ok := in.Cond.(ssa.Instruction); ok && v.Pos().IsValid() {
		return t.s.text.site(v.Pos())
	}
	asked := t.s.text.questionAt(t.s.text.describe(in.Cond), branchPositions(in.Block(), 2))
	if asked.IsValid() {
		return t.s.text.site(asked)
	}
	if loop := t.s.text.loopOf(in); loop != nil {
		return t.s.text.site(loop.For)
	}
	return t.s.text.site(blockPosition(in.Block()))
}

// branchPositions are the first positions known where the branches of a block
// lead, past up to depth blocks that only ask the rest of a condition.
func branchPositions(b *ssa.BasicBlock, depth int) []token.Pos {
	var list []token.Pos
	for _, next := range b.Succs {
		if pos := blockPosition(next); pos.IsValid() {
			list = append(list, pos)
		} else if depth > 0 {
			list = append(list, branchPositions(next, depth-1)...)
		}
	}
	return list
}

// blockPosition is the first position known in a block.
func blockPosition(b *ssa.BasicBlock) token.Pos {
	for _, in := range b.Instrs {
		if in.Pos().IsValid() {
			return in.Pos()
		}
	}
	return token.NoPos
}

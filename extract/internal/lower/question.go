package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

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
// which its branches lead: the innermost statement that has one of them in it, after the question.
func (x *sourceIndex) questionAt(name string, branches []token.Pos) token.Pos {
	list := x.questions[name] // in the order of the source
	for _, q := range slices.Backward(list) {
		for _, pos := range branches {
			if q.at.End() <= pos && pos < q.statement.End() {
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

// asks spells what a branch asks for. Of a variable that is the result of a call, it says of which.
func (x *sourceIndex) asks(condition ssa.Value) string {
	text := x.describe(condition)
	if from := x.answerFrom(condition); text != "" && from != "" {
		return text + model.From + from
	}
	return text
}

// longestFrom is the length up to which is said what has given an answer.
const longestFrom = 32

// answerFrom spells what has given the variable that a condition is about: the function that was called, or the element
// that was looked up. It is "" if there is no such variable, as the condition says so itself then.
func (x *sourceIndex) answerFrom(condition ssa.Value) string {
	v, index := condition, 0
	if compared, ok := v.(*ssa.BinOp); ok {
		if _, isConstant := compared.Y.(*ssa.Const); !isConstant && loadedGlobal(compared.Y) == nil {
			return ""
		}
		v = compared.X
	}
	if part, ok := v.(*ssa.Extract); ok {
		v, index = part.Tuple, part.Index
	}
	in, ok := v.(ssa.Instruction)
	if !ok || x.name(in.Pos(), index) == "" {
		return ""
	}
	from := ""
	switch e, isCall := x.nodes[in.Pos()].(*ast.CallExpr); {
	case isCall:
		if call, ok := in.(*ssa.Call); ok && isLength(call.Common()) {
			return "" // the name says more than "len" does
		}
		from = types.ExprString(e.Fun)
	default:
		from = x.spellLookup(v)
	}
	if len(from) > longestFrom || strings.ContainsAny(from, "{(") {
		return ""
	}
	return from
}

// isLength reports whether a call asks how much there is of something, or how much room for it.
func isLength(c *ssa.CallCommon) bool {
	b, ok := c.Value.(*ssa.Builtin)
	return ok && (b.Name() == "len" || b.Name() == "cap")
}

// spellLookup spells the element of a map that is looked up.
func (x *sourceIndex) spellLookup(v ssa.Value) string {
	lookup, ok := v.(*ssa.Lookup)
	if !ok {
		return ""
	}
	of, key := x.spell(lookup.X, 0), x.spell(lookup.Index, 0)
	if of == "" || key == "" {
		return ""
	}
	return of + "[" + key + "]"
}

package lower

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/model"
)

// A sourceIndex finds the syntax behind an SSA instruction: SSA keeps one
// position for each, by which the node and its extent are found again.
type sourceIndex struct {
	fset  *token.FileSet
	nodes map[token.Pos]ast.Node
	// names are the variables or fields to which a call, make or the like is
	// assigned, by the position that SSA has for it.
	names map[token.Pos][]string
	// keyed are those of them that are keys in a literal.
	keyed map[token.Pos]bool
	// questions are the if statements that ask about a plain name, by the name:
	// for those SSA has no position.
	questions map[string][]question
	// ranges are the loops over something. SSA has no position for what asks whether they go on.
	ranges []*ast.RangeStmt
	// around has what is known of the blocks, see rangeAround.
	around map[*ssa.BasicBlock]*ast.RangeStmt
}

func newSourceIndex(fset *token.FileSet, files []*ast.File) *sourceIndex {
	x := &sourceIndex{fset: fset, nodes: map[token.Pos]ast.Node{}, names: map[token.Pos][]string{}, keyed: map[token.Pos]bool{}, questions: map[string][]question{}, around: map[*ssa.BasicBlock]*ast.RangeStmt{}}
	for _, file := range files {
		ast.Inspect(file, x.visit)
	}
	return x
}

// visit enters a node under the position that go/ssa gives its instruction.
func (x *sourceIndex) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		x.nodes[n.Lparen] = n
	case *ast.SendStmt:
		x.nodes[n.Arrow] = n
	case *ast.UnaryExpr:
		x.nodes[n.OpPos] = n
	case *ast.BinaryExpr:
		x.nodes[n.OpPos] = n
	case *ast.GoStmt:
		x.nodes[n.Go] = n
	case *ast.DeferStmt:
		x.nodes[n.Defer] = n
	case *ast.AssignStmt:
		x.nameAll(n.Lhs, n.Rhs)
	case *ast.ValueSpec:
		lhs := make([]ast.Expr, len(n.Names))
		for i, name := range n.Names {
			lhs[i] = name
		}
		x.nameAll(lhs, n.Values)
	case *ast.IfStmt:
		x.ask(n, n.Cond)
	case *ast.RangeStmt:
		x.ranges = append(x.ranges, n)
	case *ast.KeyValueExpr:
		x.nameAll([]ast.Expr{n.Key}, []ast.Expr{n.Value})
		x.keyed[keyPosition(n.Value)] = true
	}
	return true
}

// longestName is the length up to which what something is assigned to is its name.
const longestName = 30

// nameAll enters the left sides of an assignment as names of the right sides.
func (x *sourceIndex) nameAll(lhs, rhs []ast.Expr) {
	spell := func(e ast.Expr) string {
		text := types.ExprString(e)
		if text == "_" || len(text) > longestName {
			return ""
		}
		return text
	}
	if len(rhs) == 1 && len(lhs) > 1 {
		var names []string
		for _, e := range lhs {
			names = append(names, spell(e))
		}
		x.names[keyPosition(rhs[0])] = names
		return
	}
	for i := range min(len(lhs), len(rhs)) {
		x.names[keyPosition(rhs[i])] = []string{spell(lhs[i])}
	}
}

// keyPosition is the position that SSA has for an expression.
func keyPosition(e ast.Expr) token.Pos {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return e.Lparen
	case *ast.UnaryExpr:
		if lit, ok := e.X.(*ast.CompositeLit); ok && e.Op == token.AND {
			return lit.Lbrace
		}
		return e.OpPos
	case *ast.CompositeLit:
		return e.Lbrace
	case *ast.TypeAssertExpr:
		return e.Lparen
	case *ast.IndexExpr:
		return e.Lbrack
	}
	return e.Pos()
}

// name returns what result number i of the instruction at pos is assigned to.
func (x *sourceIndex) name(pos token.Pos, i int) string {
	if names := x.names[pos]; pos.IsValid() && i < len(names) {
		return names[i]
	}
	return ""
}

// site is the place of an instruction, with the extent of its syntax.
func (x *sourceIndex) site(pos token.Pos) model.Site {
	return siteOf(x.fset, pos, x.nodes[pos])
}

// siteOf is the place of an instruction that SSA has at pos, with the extent of
// the syntax behind it, if that is known.
func siteOf(fset *token.FileSet, pos token.Pos, n ast.Node) model.Site {
	if !pos.IsValid() {
		return model.Site{}
	}
	at := fset.Position(pos)
	site := model.Site{File: at.Filename, Line: at.Line, Column: at.Column}
	if n == nil {
		return site
	}
	// The go command and the runtime name a blocked call by the line where
	// its arguments begin; a chain of calls can start lines above.
	start := fset.Position(n.Pos())
	if start.Line != at.Line {
		return site
	}
	end := fset.Position(n.End())
	return model.Site{
		File: start.Filename, Line: start.Line, Column: start.Column, EndLine: end.Line, EndColumn: end.Column,
	}
}

// longestText is the length up to which an expression is quoted.
const longestText = 48

// describe spells a value as the source does, or nearly so; "" if it can't.
func (x *sourceIndex) describe(v ssa.Value) string {
	text := x.spell(v, 0)
	if len(text) > longestText {
		return ""
	}
	return text
}

func (x *sourceIndex) spell(v ssa.Value, depth int) string {
	if depth > 6 {
		return ""
	}
	switch v := v.(type) {
	case *ssa.Const:
		return spellConst(v)
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
		return v.Name()
	case *ssa.Alloc:
		if isUnnamed(v) {
			return ""
		}
		return strings.TrimSuffix(v.Comment, " (heap)")
	case *ssa.Phi:
		if v.Comment == "&&" || v.Comment == "||" || strings.Contains(v.Comment, ".") {
			return ""
		}
		return v.Comment
	case *ssa.BinOp:
		return x.spellBinary(v, depth)
	case *ssa.UnOp:
		return x.spellUnary(v, depth)
	case *ssa.FieldAddr:
		return x.spellField(v.X, fieldName(v.X.Type(), v.Field), depth)
	case *ssa.Field:
		return x.spellField(v.X, fieldName(v.X.Type(), v.Field), depth)
	case *ssa.Extract:
		if _, ok := v.Tuple.(*ssa.Next); ok && v.Index > 0 {
			return x.spellElement(v, v.Index == 1)
		}
		if goesOn := x.spellGoesOn(v, depth); goesOn != "" {
			return goesOn
		}
		if tuple, ok := v.Tuple.(ssa.Instruction); ok {
			return x.name(tuple.Pos(), v.Index)
		}
	case *ssa.Call:
		return x.spellCall(v, depth)
	case *ssa.ChangeType:
		return x.spell(v.X, depth+1)
	case *ssa.Convert:
		return x.spell(v.X, depth+1)
	case *ssa.ChangeInterface:
		return x.spell(v.X, depth+1)
	}
	return ""
}

func spellConst(c *ssa.Const) string {
	if c.Value == nil {
		if _, ok := c.Type().Underlying().(*types.Struct); ok {
			return ""
		}
		return "nil"
	}
	if c.Value.Kind() == constant.Float {
		return ""
	}
	return c.Value.String()
}

func (x *sourceIndex) spellBinary(v *ssa.BinOp, depth int) string {
	if n, ok := x.nodes[v.Pos()].(*ast.BinaryExpr); ok && n.Op == v.Op {
		return types.ExprString(n)
	}
	if goesOn := x.spellGoesOn(v, depth); goesOn != "" {
		return goesOn
	}
	a, b := x.spell(v.X, depth+1), x.spell(v.Y, depth+1)
	if a == "" || b == "" {
		return ""
	}
	return a + " " + v.Op.String() + " " + b
}

func (x *sourceIndex) spellUnary(v *ssa.UnOp, depth int) string {
	if element, ok := v.X.(*ssa.IndexAddr); ok && v.Op == token.MUL && isRangeIndex(element.Index) {
		return x.spellElement(v, false)
	}
	inner := x.spell(v.X, depth+1)
	switch {
	case inner == "":
		return ""
	case v.Op == token.NOT:
		return "!" + inner
	case v.Op == token.MUL:
		if _, ok := v.X.(*ssa.Parameter); ok {
			return "*" + inner
		}
		return inner
	}
	return ""
}

func (x *sourceIndex) spellField(base ssa.Value, field string, depth int) string {
	if text := x.spell(base, depth+1); text != "" {
		return text + "." + field
	}
	return field
}

func (x *sourceIndex) spellCall(v *ssa.Call, depth int) string {
	if name := x.name(v.Pos(), 0); name != "" && v.Type() != nil {
		return name
	}
	if n, ok := x.nodes[v.Pos()].(*ast.CallExpr); ok {
		return types.ExprString(n)
	}
	return ""
}

// fieldName is the name of a field of a struct, or of what a pointer leads to.
func fieldName(t types.Type, index int) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		return s.Field(index).Name()
	}
	return ""
}

package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
)

// A condition variable has a lock, which is often another field of the same struct: its address is kept in
// the field L, but all that becomes of it there is that those who wait release it and take it again.

// isForCond reports whether the name that is visited is that of a condition variable whose locker is meant,
// or that of a lock whose address becomes one.
func (c *census) isForCond(n *ast.Ident) bool {
	level := 1
	if selection, ok := c.above(level).(*ast.SelectorExpr); ok && selection.Sel == n {
		level++
	}
	switch around := c.above(level).(type) {
	case *ast.SelectorExpr:
		return c.isLocker(around)
	case *ast.UnaryExpr:
		return around.Op == token.AND && c.becomesLocker(around, c.above(level+1))
	}
	return false
}

// becomesLocker reports whether a value becomes the locker of a condition variable, in the node around it.
func (c *census) becomesLocker(value ast.Expr, around ast.Node) bool {
	switch around := around.(type) {
	case *ast.CallExpr:
		f, ok := c.callee(ast.Unparen(around.Fun)).(*types.Func)
		return ok && f.FullName() == library.NewCond
	case *ast.AssignStmt:
		i := slices.Index(around.Rhs, value)
		return i >= 0 && len(around.Lhs) == len(around.Rhs) && c.isLocker(around.Lhs[i])
	case *ast.KeyValueExpr:
		return c.isLocker(around.Key)
	}
	return false
}

// isLocker reports whether an expression is the field L of a condition variable.
func (c *census) isLocker(e ast.Expr) bool {
	if selection, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		e = selection.Sel
	}
	name, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := c.info.Uses[name].(*types.Var)
	return ok && v.IsField() && v.Name() == "L" && v.Pkg() != nil && v.Pkg().Path() == "sync"
}

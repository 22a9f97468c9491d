package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// A mutant is one change of one place.
type mutant struct {
	pkg      *target
	file     *source
	position token.Position // with the file relative to the module
	function string
	what     string // the change, in words and code
	ordinal  int    // among those of a function with the same words, from 1
	order    int    // of the place in the file: outer expressions come first
	edits    []edit

	id      int // from 1, once drawn
	reached int // tests that get there
	killed  bool
}

// key identifies a mutant without its line.
func (m *mutant) key() string {
	key := fmt.Sprintf("%s: %s: %s", m.position.Filename, m.function, m.what)
	if m.ordinal > 1 {
		key += fmt.Sprintf(" (%d)", m.ordinal)
	}
	return key
}

func (m *mutant) String() string {
	file, rest, _ := strings.Cut(m.key(), ": ")
	return fmt.Sprintf("%s:%d: %s", file, m.position.Line, rest)
}

// A finder collects the candidates of a file.
type finder struct {
	pkg      *target
	file     *source
	function string
	stmt     ast.Node // the innermost statement or declaration
	found    []*mutant
	seen     map[string]int
}

// candidates are all mutants of a file, in the order of their places.
func candidates(pkg *target, file *source) []*mutant {
	f := &finder{pkg: pkg, file: file, seen: map[string]int{}}
	for _, decl := range file.syntax.Decls {
		f.function, f.stmt = "package", decl
		if d, ok := decl.(*ast.FuncDecl); ok {
			f.function = functionName(d)
		}
		f.walk(decl)
	}
	return f.found
}

func functionName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	recv := types.ExprString(d.Recv.List[0].Type)
	if strings.HasPrefix(recv, "*") {
		recv = "(" + recv + ")"
	}
	return recv + "." + d.Name.Name
}

// walk visits a node and what is in it, but for what must stay constant.
func (f *finder) walk(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil || n == root {
			return true
		}
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok != token.CONST
		case *ast.ArrayType:
			return false
		case *ast.KeyValueExpr:
			f.expr(n.Value)
			return false
		case ast.Expr:
			f.expr(n)
			return false
		case ast.Stmt:
			outer := f.stmt
			f.stmt = n
			f.statement(n)
			f.walk(n)
			f.stmt = outer
			return false
		}
		return true
	})
}

// expr adds the mutants of an expression before those in it.
func (f *finder) expr(e ast.Expr) {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		f.binary(e)
	case *ast.BasicLit:
		f.integer(e)
	case *ast.Ident:
		f.boolean(e)
	}
	f.walk(e)
}

// add adds a mutant of a place.
func (f *finder) add(n ast.Node, what string, edits ...edit) *mutant {
	m := &mutant{
		pkg: f.pkg, file: f.file, position: f.pkg.position(n.Pos()),
		function: f.function, what: what, order: len(f.found), edits: edits,
	}
	f.seen[m.function+what]++
	m.ordinal = f.seen[m.function+what]
	f.found = append(f.found, m)
	return m
}

// code is source text on one line, cut where it gets long.
func (f *finder) code(n ast.Node) string {
	const most = 70
	text := strings.Join(strings.Fields(f.file.slice(n.Pos(), n.End())), " ")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return "`" + text + "`"
}

// isBool reports whether an expression is of the type bool itself and not
// constant.
func (f *finder) isBool(e ast.Expr) bool {
	t, ok := f.pkg.info.Types[e]
	if !ok || t.Value != nil {
		return false
	}
	b, ok := t.Type.(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// negate adds the negation of a condition or result, unless another mutant of
// it is the same.
func (f *finder) negate(e ast.Expr, what string) {
	if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) {
		return
	}
	if f.isBool(e) {
		f.add(e, "negate "+what+" "+f.code(e), wrap(e, "($M != (", "))")...)
	}
}

// opposites are the operators that another one replaces.
var opposites = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
}

// orderings are the functions that stand for an ordering or its mutant.
var orderings = map[token.Token]string{
	token.LSS: "mutantLess", token.LEQ: "mutantLessEqual", token.GTR: "mutantGreater", token.GEQ: "mutantGreaterEqual",
}

// binary adds the mutant of a comparison or connective. By De Morgan, a || b is
// !(!a && !b), so that no operand has to be there twice.
func (f *finder) binary(e *ast.BinaryExpr) {
	if !f.isBool(e) {
		return
	}
	what := fmt.Sprintf("`%s` to `%s` in %s", e.Op, opposites[e.Op], f.code(e))
	switch e.Op {
	case token.EQL, token.NEQ:
		f.add(e, what, wrap(e, "($M != (", "))")...)
	case token.LAND, token.LOR:
		edits := wrap(e, "($M != (($M != (", "))))")
		edits = append(edits, after(e.X, "))"), before(e.Y, "($M != ("))
		f.add(e, what, edits...)
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		edits := wrap(e, orderings[e.Op]+"($I, ", ")")
		f.add(e, what, append(edits, replace(e.OpPos, len(e.Op.String()), ","))...)
	}
}

// integer adds the mutant of an integer literal.
func (f *finder) integer(e *ast.BasicLit) {
	if e.Kind != token.INT {
		return
	}
	var name string
	switch t := f.pkg.info.Types[e].Type.(type) {
	case *types.Basic:
		if t.Info()&types.IsInteger == 0 || t.Info()&types.IsUntyped != 0 {
			return
		}
		name = t.Name()
	case *types.Named:
		if t.Obj().Parent() != f.pkg.types.Scope() || t.TypeArgs() != nil {
			return
		}
		name = t.Obj().Name()
	default:
		return
	}
	f.add(e, fmt.Sprintf("`%s` to `%s+1` in %s", e.Value, e.Value, f.code(f.stmt)), wrap(e, "mutantPlus["+name+"]($I, ", ")")...)
}

// boolean adds the mutant of true and false.
func (f *finder) boolean(e *ast.Ident) {
	if f.pkg.info.Uses[e] != types.Universe.Lookup(e.Name) || e.Name != "true" && e.Name != "false" {
		return
	}
	if _, ok := f.pkg.info.Types[e].Type.(*types.Basic); !ok {
		return
	}
	other := map[string]string{"true": "false", "false": "true"}[e.Name]
	f.add(e, fmt.Sprintf("`%s` to `%s` in %s", e.Name, other, f.code(f.stmt)), wrap(e, "($M != ", ")")...)
}

// statement adds the mutants of a statement itself.
func (f *finder) statement(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.IfStmt:
		f.negate(s.Cond, "if")
		f.empty(s)
	case *ast.ForStmt:
		if s.Cond != nil {
			f.negate(s.Cond, "for")
		}
	case *ast.ReturnStmt:
		for _, e := range s.Results {
			if _, ok := e.(*ast.Ident); !ok || f.pkg.info.Uses[e.(*ast.Ident)].Parent() != types.Universe {
				f.negate(e, "result")
			}
		}
	case *ast.BlockStmt:
		f.list(s.List)
	case *ast.CaseClause:
		f.list(s.Body)
	case *ast.CommClause:
		f.list(s.Body)
	}
}

// empty adds an if statement without its body.
func (f *finder) empty(s *ast.IfStmt) {
	if len(s.Body.List) > 1 || len(s.Body.List) == 1 && !deletable(s.Body.List[0]) {
		f.add(s.Body, "empty the body of if "+f.code(s.Cond), inside(s.Body, " if !$M {", "}")...)
	}
}

// list adds what can be left out of a list of statements. Declarations stay, as
// others need them.
func (f *finder) list(list []ast.Stmt) {
	for _, s := range list {
		if deletable(s) {
			f.add(s, "delete "+f.code(s), wrap(s, "if !$M { ", " }")...)
		}
		switch s := s.(type) {
		case *ast.SwitchStmt:
			f.dropCases(s, s.Body)
		case *ast.TypeSwitchStmt:
			f.dropCases(s, s.Body)
		}
	}
}

func deletable(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		return ok && types.ExprString(call.Fun) != "panic"
	case *ast.AssignStmt:
		return s.Tok != token.DEFINE
	case *ast.BranchStmt:
		return s.Tok == token.BREAK || s.Tok == token.CONTINUE
	case *ast.ReturnStmt:
		return len(s.Results) == 0
	case *ast.IncDecStmt, *ast.DeferStmt, *ast.GoStmt, *ast.SendStmt:
		return true
	}
	return false
}

// dropCases adds a switch without one of its cases. As no two mutants are on at
// the same time, it can be a plain copy.
func (f *finder) dropCases(s ast.Stmt, body *ast.BlockStmt) {
	for _, clause := range body.List {
		clause := clause.(*ast.CaseClause)
		without := f.file.slice(s.Pos(), clause.Pos()) + f.file.slice(clause.End(), s.End())
		head := f.file.slice(clause.Pos(), clause.Colon)
		m := f.add(clause, "drop `"+strings.Join(strings.Fields(head), " ")+"`",
			wrap(s, "if $M {\n"+without+"\n} else {\n", "\n}")...)
		m.position = f.pkg.position(clause.Pos())
	}
}

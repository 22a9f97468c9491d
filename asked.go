package chancheck

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/model"
)

// Argument is the source of what a call passes for a parameter of the function that a place is in: see report.Package. There may be no
// syntax any more, so that both are parsed once more.
func (p *placer) Argument(inside, call model.Site, parameter string) string {
	function := p.function(inside)
	if function == nil || mayChange(function.Body, parameter) {
		return ""
	}
	return argument(p.text(call), function, parameter)
}

// Function is the name of the function that a place is in, as reports have it: see report.Package.
func (p *placer) Function(inside model.Site) string {
	function := p.function(inside)
	switch {
	case function == nil:
		return ""
	case function.Recv == nil || len(function.Recv.List) != 1:
		return function.Name.Name
	}
	receiver := function.Recv.List[0].Type
	star, isPointer := receiver.(*ast.StarExpr)
	if isPointer {
		receiver = star.X
	}
	switch generic := receiver.(type) {
	case *ast.IndexExpr:
		receiver = generic.X
	case *ast.IndexListExpr:
		receiver = generic.X
	}
	named, ok := receiver.(*ast.Ident)
	switch {
	case !ok:
		return ""
	case !isPointer:
		return named.Name + "." + function.Name.Name
	}
	return "(*" + named.Name + ")." + function.Name.Name
}

// function is the declaration that a place is in, nil if that is none of a function with a body, or the place is in a literal, or it isn't known.
func (p *placer) function(inside model.Site) *ast.FuncDecl {
	f := p.parsed(inside)
	if f == nil {
		return nil
	}
	at := p.treesSet.File(f.FileStart)
	if inside.Line < 1 || inside.Line > at.LineCount() {
		return nil
	}
	pos := at.LineStart(inside.Line) + token.Pos(inside.Column-1)
	n := slices.IndexFunc(f.Decls, func(d ast.Decl) bool { return d.Pos() <= pos && pos < d.End() })
	if n < 0 {
		return nil
	}
	function, ok := f.Decls[n].(*ast.FuncDecl)
	if !ok || function.Body == nil || isInLiteral(function.Body, pos) {
		return nil
	}
	return function
}

// parsed is the file of a place, nil if it can't be parsed, or others have given its lines numbers.
func (p *placer) parsed(site model.Site) *ast.File {
	pos, tf := p.pos(site), p.files[site.File]
	if !pos.IsValid() || p.read == nil || tf.Name() != site.File {
		return nil
	}
	f, known := p.trees[tf.Name()]
	if !known {
		var err error
		if f, err = parser.ParseFile(p.treesSet, tf.Name(), p.source(tf.Name()), parser.SkipObjectResolution); err != nil {
			f = nil
		}
		p.trees[tf.Name()] = f
	}
	return f
}

// mayChange reports whether a function, or a literal in it, gives a variable of a name another value, or has another variable of that name.
func mayChange(body *ast.BlockStmt, name string) (may bool) {
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && id.Name == name
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			may = may || slices.ContainsFunc(n.Lhs, is)
		case *ast.IncDecStmt:
			may = may || is(n.X)
		case *ast.RangeStmt:
			may = may || n.Key != nil && is(n.Key) || n.Value != nil && is(n.Value)
		case *ast.UnaryExpr:
			may = may || n.Op == token.AND && is(n.X)
		case *ast.ValueSpec:
			may = may || slices.ContainsFunc(n.Names, func(id *ast.Ident) bool { return id.Name == name })
		case *ast.Field:
			may = may || slices.ContainsFunc(n.Names, func(id *ast.Ident) bool { return id.Name == name })
		}
		return !may
	})
	return may
}

// isInLiteral reports whether a place is in a function literal of a body.
func isInLiteral(body *ast.BlockStmt, pos token.Pos) (is bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		literal, ok := n.(*ast.FuncLit)
		is = is || ok && literal.Pos() <= pos && pos < literal.End()
		return !is
	})
	return is
}

// argument is what a call in the source passes for a parameter of a function, "" if it isn't a call of that by its name, or that
// isn't told on one line.
func argument(source string, function *ast.FuncDecl, parameter string) string {
	source = strings.TrimPrefix(strings.TrimPrefix(source, "go "), "defer ")
	e, err := parser.ParseExpr(source)
	call, ok := e.(*ast.CallExpr)
	if err != nil || !ok || call.Ellipsis.IsValid() || calledName(call.Fun) != function.Name.Name {
		return ""
	}
	var parameters []string
	hasRest := false
	for _, field := range function.Type.Params.List {
		_, hasRest = field.Type.(*ast.Ellipsis)
		for _, id := range field.Names {
			parameters = append(parameters, id.Name)
		}
	}
	n := slices.Index(parameters, parameter)
	isRest := hasRest && n == len(parameters)-1
	if n < 0 || isRest || n >= len(call.Args) || !hasRest && len(call.Args) != len(parameters) {
		return ""
	}
	text := source[call.Args[n].Pos()-1 : call.Args[n].End()-1]
	if isTooLong(text) {
		return ""
	}
	return text
}

// calledName is the name by which a function or method is called, "" if it has none there.
func calledName(called ast.Expr) string {
	switch called := ast.Unparen(called).(type) {
	case *ast.Ident:
		return called.Name
	case *ast.SelectorExpr:
		return called.Sel.Name
	case *ast.IndexExpr:
		return calledName(called.X)
	}
	return ""
}

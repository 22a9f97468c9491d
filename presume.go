package chancheck

import (
	"cmp"
	"go/ast"
	"go/parser"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// A branch can go either way unless the program says otherwise. What a map holds, and a number that
// is counted up and down, hangs on what was called before, by anybody: the program says nothing of
// that, and whoever wrote the branch took it that it goes either way. So a caller who has locked
// what he locks again, or who returns with it, is told on that assumption, as on one about an
// argument. Two answers about the same thing on one way may belong together, however: then nothing
// is told.

// presumed is a verdict on the assumption that what is remembered from other calls is as it takes;
// nil if nothing hangs on that.
func (r *reporter) presumed(v *verdict) *verdict {
	if len(v.result.Hangs) == 0 {
		return nil
	}
	p := *v
	if p.system = v.system.Presume(extract.IsRemembered); p.system == nil {
		return nil
	}
	p.result = checkPart(p.system, verify.Options{}, &r.left.parts)
	p.result.Findings = slices.DeleteFunc(p.result.Findings, func(f verify.Finding) bool { return isAskedTwice(v.system, f.Trace) })
	return &p
}

// tellPresumed tells which clients wait for each other on that assumption.
func (r *reporter) tellPresumed(clients extract.Clients, v *verdict) {
	if p := r.presumed(v); p != nil && p.hasCause() {
		r.tellClients(clients, p, func(w *verdict) *verdict { return cmp.Or(r.presumed(w), w) })
	}
}

// isAskedTwice reports whether those who take part in an execution ask twice for the same thing that
// is remembered, a field by whatever name they have the struct. Other variables are each one's own.
func isAskedTwice(sys *model.System, trace []verify.Step) bool {
	type question struct {
		process int // -1 for a field
		thing   string
	}
	asked := map[question]bool{}
	for _, s := range trace {
		t := s.In(sys)
		if !extract.IsRemembered(t.Doubt) {
			continue
		}
		var questions []question
		for _, thing := range thingsIn(t.Text) {
			q := question{s.Process, thing}
			if strings.HasPrefix(thing, ".") {
				q.process = -1
			}
			questions = append(questions, q)
		}
		if slices.ContainsFunc(questions, func(q question) bool { return asked[q] }) {
			return true
		}
		for _, q := range questions {
			asked[q] = true
		}
	}
	return false
}

// thingsIn lists the variables and fields that a condition is about, fields as ".name"; the condition
// itself, if it can't be read.
func thingsIn(condition string) (things []string) {
	condition = model.ParseCondition(condition).Answer()
	e, err := parser.ParseExpr(condition)
	if err != nil {
		return []string{condition}
	}
	called := map[*ast.Ident]bool{}
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if function, ok := n.Fun.(*ast.Ident); ok {
				called[function] = true
			}
		case *ast.Ident:
			if !called[n] {
				things = append(things, n.Name)
			}
		case *ast.SelectorExpr, *ast.IndexExpr:
			things = append(things, thingOf(n.(ast.Expr)))
			return false
		}
		return true
	})
	return things
}

// thingOf is the variable or field in which something is: of an element, its map.
func thingOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.IndexExpr:
		return thingOf(e.X)
	case *ast.SelectorExpr:
		if _, ok := e.X.(*ast.Ident); ok {
			return "." + e.Sel.Name
		}
		return thingOf(e.X) + "." + e.Sel.Name
	}
	return ""
}

package chancheck

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/chancheck/chancheck/model"
)

// TestPlaces goes from every position of two files to its place and back. One
// of them has lines that are numbered by a comment.
func TestPlaces(t *testing.T) {
	fset := token.NewFileSet()
	pass := &analysis.Pass{Fset: fset}
	for name, text := range map[string]string{
		"a.go": "package p\n\nfunc F() {\n\tg()\n}\n",
		"b.go": "// generated\n\n//line c.go:10\npackage p\n\nfunc G() {\n\th()\n}\n",
	} {
		f, err := parser.ParseFile(fset, name, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		pass.Files = append(pass.Files, f)
	}
	places := newPlacer(pass)
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil {
				return true
			}
			if _, ok := n.(*ast.File); ok {
				return true // starts at its package clause
			}
			p := fset.Position(n.Pos())
			site := model.Site{File: p.Filename, Line: p.Line, Column: p.Column}
			got := places.pos(site)
			// A //line comment without a column leaves only the line.
			if got != n.Pos() && (p.Column > 0 || fset.Position(got).Line != p.Line) {
				t.Errorf("%s: got %s", site, fset.Position(got))
			}
			return true
		})
	}
	here := model.Site{File: "a.go", Line: 4, Column: 2}
	away := model.Site{File: "other.go", Line: 4, Column: 2}
	if site, ok := places.inPackage(away, []model.Site{here, away}); !ok || site != here {
		t.Errorf("got %v, want the call at %v", site, here)
	}
	if site, ok := places.inPackage(away, nil); ok {
		t.Errorf("got %v for a place elsewhere", site)
	}
	if pos := places.pos(model.Site{File: "a.go", Line: 99, Column: 1}); pos.IsValid() {
		t.Errorf("got %v for a line that isn't there", fset.Position(pos))
	}
}

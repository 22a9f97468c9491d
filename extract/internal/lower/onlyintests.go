package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// OnlyInTests finds the types and package-level variables of a package that are declared in test
// files, by their names in the IR. One that a function in another file declares, too, under the
// same name, is none, as types of functions have no names of their own there: see typeName.
func OnlyInTests(source *Source) map[string]bool {
	declared := map[bool]map[string]bool{true: {}, false: {}}
	for _, file := range source.Files {
		in := declared[strings.HasSuffix(source.Package.Prog.Fset.Position(file.Package).Filename, "_test.go")]
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				in[spec.Name.Name] = true
			}
			return true
		})
		for _, d := range file.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.VAR {
				addNames(in, d)
			}
		}
	}
	only := map[string]bool{}
	for name := range declared[true] {
		if !declared[false][name] {
			only[nameIn(source.Package.Pkg, name)] = true
		}
	}
	return only
}

func addNames(to map[string]bool, d *ast.GenDecl) {
	for _, spec := range d.Specs {
		for _, name := range spec.(*ast.ValueSpec).Names {
			to[name.Name] = true
		}
	}
}

// nameIn is the name of what a package declares.
func nameIn(pkg *types.Package, name string) string { return pkg.Path() + "." + name }

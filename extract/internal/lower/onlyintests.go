package lower

import (
	"go/ast"
	"go/token"
	"go/types"
)

// OnlyInTests finds the struct types and package-level variables of a package that are declared in
// test files, by their names in the IR. One that a function in another file declares, too, under the
// same name, is none, as types of functions have no names of their own there: see typeName. Nor is one
// that is defined as another one, as which it can be used. The embedded fields of these types, "T f",
// are told, too: others can call methods that a struct has from them.
func OnlyInTests(source *Source) map[string]bool {
	declared := map[bool]map[string]bool{true: {}, false: {}}
	for _, file := range source.Files {
		isTest := isInTestFile(source.program().Fset, file.Package)
		in := declared[isTest]
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				fields, ok := spec.Type.(*ast.StructType)
				declared[isTest && ok][spec.Name.Name] = true
				if ok {
					addEmbedded(in, spec.Name.Name, fields)
				}
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
			only[nameIn(source.Packages[0].Pkg, name)] = true
		}
	}
	return only
}

// addEmbedded adds the embedded fields of a type.
func addEmbedded(to map[string]bool, name string, t *ast.StructType) {
	for _, field := range t.Fields.List {
		if len(field.Names) == 0 {
			to[name+" "+embeddedName(field.Type)] = true
		}
	}
}

// embeddedName is the name of a field that is embedded as a type.
func embeddedName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return embeddedName(t.X)
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.IndexExpr:
		return embeddedName(t.X)
	case *ast.IndexListExpr:
		return embeddedName(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
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

// Package ssatest builds SSA for the tests of the packages of extract.
package ssatest

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// A Package is one in SSA form, with its syntax.
type Package struct {
	SSA   *ssa.Package
	Files []*ast.File
	Info  *types.Info
	// Functions are those that are declared, in the order of the source.
	Functions []*ssa.Function
}

// InfoOf is what is known of a file of it.
func (p *Package) InfoOf(*ast.File) *types.Info { return p.Info }

// Packages has the package alone.
func (p *Package) Packages() []*ssa.Package { return []*ssa.Package{p.SSA} }

// library type-checks the standard library from source: once for all tests, as
// that takes seconds.
var library = importer.ForCompiler(token.NewFileSet(), "source", nil)

// Build builds a package p of one file, and of test files if there are any.
func Build(t testing.TB, program string, tests ...string) *Package {
	t.Helper()
	fset := token.NewFileSet()
	files := []*ast.File{parse(t, fset, "p.go", program)}
	for i, test := range tests {
		files = append(files, parse(t, fset, fmt.Sprintf("p%d_test.go", i+1), test))
	}
	config := &types.Config{Importer: library}
	pkg, info, err := ssautil.BuildPackage(config, fset, types.NewPackage("p", "p"), files, 0)
	if err != nil {
		t.Fatal(err)
	}
	return newPackage(pkg, files, info)
}

func parse(t testing.TB, fset *token.FileSet, name, source string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(fset, name, source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// Corpus builds the packages below src in a directory, as in a GOPATH.
func Corpus(t *testing.T, dir string) []*Package {
	t.Helper()
	path, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	return load(t, &packages.Config{
		Dir: filepath.Join(path, "src"), Env: append(os.Environ(), "GO111MODULE=off", "GOPATH="+path),
	}, "./...")
}

// Load builds packages.
func Load(t *testing.T, patterns ...string) []*Package {
	t.Helper()
	return load(t, &packages.Config{}, patterns...)
}

func load(t *testing.T, config *packages.Config, patterns ...string) []*Package {
	t.Helper()
	config.Mode = packages.LoadSyntax | packages.NeedDeps
	loaded, err := packages.Load(config, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	program, built := ssautil.Packages(loaded, 0)
	program.Build()
	var list []*Package
	for i, pkg := range built {
		if pkg == nil {
			t.Fatalf("%s: %v", loaded[i].ID, loaded[i].Errors)
		}
		list = append(list, newPackage(pkg, loaded[i].Syntax, loaded[i].TypesInfo))
	}
	return list
}

func newPackage(pkg *ssa.Package, files []*ast.File, info *types.Info) *Package {
	p := &Package{SSA: pkg, Files: files, Info: info}
	for f := range ssautil.AllFunctions(pkg.Prog) {
		if f.Pkg == pkg && f.Synthetic == "" {
			p.Functions = append(p.Functions, f)
		}
	}
	slices.SortFunc(p.Functions, func(a, b *ssa.Function) int { return int(a.Pos() - b.Pos()) })
	return p
}

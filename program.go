package chancheck

import (
	"encoding/base64"
	"fmt"
	"go/ast"
	"go/types"
	"runtime/debug"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract"
)

// CategoryImports is that of a diagnostic that tells, on request, what is known of functions of other packages.
const CategoryImports = "imports"

// imports reports that. Nobody reads it but Program.
func (r *reporter) imports(pkg *extract.Package) error {
	if pkg.Imports == nil { // nobody asks, or it is broken, which was told
		return nil
	}
	encoded, err := pkg.Imports.GobEncode()
	if err != nil {
		return err
	}
	r.pass.Report(analysis.Diagnostic{
		Pos: r.packagePos(), Category: CategoryImports, Message: base64.StdEncoding.EncodeToString(encoded),
	})
	return nil
}

// A Program is several packages that are judged together, as if they were one: what one of them exports, the
// others see, and what they pass to each other is followed. Facts about functions of other packages are those
// that diagnostics of CategoryImports tell.
type Program struct {
	// Packages are those of the program, with the functions in them built, those that are imported first.
	Packages []*ssa.Package
	// Files are their files, Infos what is known of these by package.
	Files [][]*ast.File
	Infos []*types.Info
	// Whole says that nobody else imports them.
	Whole bool

	imports []*extract.Skeletons
}

// Know takes the message of a diagnostic of CategoryImports.
func (p *Program) Know(message string) error {
	encoded, err := base64.StdEncoding.DecodeString(message)
	if err != nil {
		return fmt.Errorf("what is known of imported functions: %w", err)
	}
	fact := new(extract.Skeletons)
	if err := fact.GobDecode(encoded); err != nil {
		return err
	}
	p.imports = append(p.imports, fact)
	return nil
}

// Judge reports what Analyzer reports of a package, of all packages at once. The flags of Analyzer are its
// settings, and the limits for a package those for all of them: what needs no other package was judged before.
func (p *Program) Judge(report func(analysis.Diagnostic)) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error: %v\n%s", r, debug.Stack())
		}
	}()
	first := p.Packages[0]
	pass := &analysis.Pass{
		Analyzer: Analyzer, Fset: first.Prog.Fset, Files: slices.Concat(p.Files...), Pkg: first.Pkg, Report: report,
		ResultOf: map[*analysis.Analyzer]any{Skeletons: p.skeletons},
	}
	_, err = run(pass)
	return err
}

// skeletons are those of all packages, with their places.
func (p *Program) skeletons() *extract.Package {
	all := &extract.Source{Packages: p.Packages, Files: slices.Concat(p.Files...), Whole: p.Whole, Imported: p.imported}
	for i := range p.Packages {
		all.Functions = append(all.Functions, p.functions(i)...)
	}
	sliced := extract.Slice(all)
	infos := map[*ast.File]*types.Info{}
	for i, files := range p.Files {
		for _, file := range files {
			infos[file] = p.Infos[i]
		}
	}
	sliced.Places = extract.Census(all, func(file *ast.File) *types.Info { return infos[file] }, sliced)
	return sliced
}

// functions are those that a package declares, with the literals in them, in the order of the source.
func (p *Program) functions(pkg int) (list []*ssa.Function) {
	for _, file := range p.Files[pkg] {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Name.Name != "_" {
				f := p.Packages[pkg].Prog.FuncValue(p.Infos[pkg].Defs[d.Name].(*types.Func))
				list = append(list, extract.WithLiterals(f)...)
			}
		}
	}
	return list
}

// imported is what is known of a function of another package. One of which nobody has told may do anything.
func (p *Program) imported(f *types.Func) []*extract.Function {
	name := f.FullName()
	var known []*extract.Function
	told := false
	for _, fact := range p.imports {
		if !fact.Tells(name) {
			continue
		}
		told = true
		if list, err := fact.Function(name); err == nil && len(list) > 0 && (known == nil || known[0].Opaque) {
			known = list
		}
	}
	if !told {
		unseen := &extract.Function{Name: name, Display: f.Name(), Params: f.Signature().Params().Len()}
		if f.Signature().Recv() != nil {
			unseen.Params++
		}
		return []*extract.Function{unseen.AsOpaque()}
	}
	return known
}

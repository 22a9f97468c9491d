package chancheck

import (
	_ "embed"
	"fmt"
	"go/build"
	"go/types"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract"
)

//go:embed doc.go
var manual string

// Analyzer reports what can go wrong. See the package documentation.
var Analyzer = &analysis.Analyzer{
	Name:     "chancheck",
	Doc:      documentation(manual),
	URL:      "https://pkg.go.dev/github.com/chancheck/chancheck",
	Run:      run,
	Requires: []*analysis.Analyzer{Skeletons},
}

// Skeletons exports what other packages need to know of each function. It is
// an analyzer of its own so that dependencies need only this one.
var Skeletons = &analysis.Analyzer{
	Name:       "chancheckskeletons",
	Doc:        "chancheckskeletons: reduce functions to what matters for communication\n\nFor use by chancheck.",
	Run:        runSkeletons,
	Requires:   []*analysis.Analyzer{buildssa.Analyzer},
	FactTypes:  []analysis.Fact{new(extract.Skeletons)},
	ResultType: reflect.TypeFor[func() *extract.Package](),
}

// documentation takes the text of the analyzer out of the package comment.
func documentation(source string) string {
	var lines []string
	started := false
	for line := range strings.Lines(source) {
		text := strings.TrimPrefix(strings.TrimPrefix(strings.TrimRight(line, "\n"), "//"), " ")
		if strings.HasPrefix(text, "chancheck: ") {
			started = true
		}
		if !strings.HasPrefix(line, "//") {
			break
		}
		if started {
			lines = append(lines, text)
		}
	}
	return strings.Join(lines, "\n")
}

// runSkeletons slices a package and exports the facts. Its result is a function
// that returns the package: one that is about data is sliced only if somebody
// wants to judge it for its own sake.
func runSkeletons(pass *analysis.Pass) (any, error) {
	source := pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA)
	sliced := sync.OnceValue(func() *extract.Package { return slice(pass, source) })
	total := 0
	for _, f := range source.SrcFuncs {
		object, ok := f.Object().(*types.Func)
		if !ok || !object.Exported() && object.Signature().Recv() == nil {
			continue
		}
		var fact *extract.Skeletons
		switch {
		case !extract.IsData(pass.Pkg.Path()):
			fact = factOf(sliced(), f)
			if fact != nil {
				total += fact.Size()
			}
			if total > largestFacts {
				fact = opaque(f)
			}
		case takesFunction(object):
			fact = opaque(f)
		}
		if fact != nil {
			pass.ExportObjectFact(object, fact)
		}
	}
	return sliced, nil
}

// largestFacts is the size in bytes up to which the functions of one package are
// exported. A package gets the facts of all packages that it depends on, and
// generated ones can have thousands of functions; the rest of those is opaque.
const largestFacts = 128 << 10

// takesFunction reports whether a function may call one that it is given.
func takesFunction(f *types.Func) bool {
	for p := range f.Signature().Params().Variables() {
		t := p.Type()
		if s, ok := t.Underlying().(*types.Slice); ok {
			t = s.Elem()
		}
		if _, ok := t.Underlying().(*types.Signature); ok {
			return true
		}
	}
	return false
}

// opaque is the fact about a function that may do anything.
func opaque(f *ssa.Function) *extract.Skeletons {
	return extract.OpaqueFact(&extract.Function{
		Name: f.String(), Display: f.Name(), Params: len(f.Params), FreeVars: len(f.FreeVars),
	})
}

// slice reduces a package to skeletons. A panic leaves it without; its callers
// learn that they know nothing about it, and the reporting analyzer tells.
func slice(pass *analysis.Pass, source *buildssa.SSA) (pkg *extract.Package) {
	defer func() {
		if r := recover(); r != nil {
			pkg = &extract.Package{
				Path: pass.Pkg.Path(), Functions: map[string]*extract.Function{},
				Broken: fmt.Sprintf("%v\n%s", r, debug.Stack()),
			}
		}
	}()
	return extract.Slice(&extract.Source{
		Package: source.Pkg, Files: pass.Files, Functions: source.SrcFuncs, Standard: isStandard(pass),
		Imported: func(f *types.Func) []*extract.Function { return imported(pass, f) },
	})
}

// factOf is what other packages need to know of a function, nil if calls of it
// don't matter. Where we failed they must fear the worst.
func factOf(pkg *extract.Package, f *ssa.Function) (fact *extract.Skeletons) {
	if pkg.Broken != "" {
		return opaque(f)
	}
	defer func() {
		if r := recover(); r != nil {
			pkg.Broken = fmt.Sprintf("%v\n%s", r, debug.Stack())
			fact = opaque(f)
		}
	}()
	return pkg.Fact(f.String())
}

// imported returns what is known of a function of another package.
func imported(pass *analysis.Pass, f *types.Func) []*extract.Function {
	var fact extract.Skeletons
	if f.Pkg() == pass.Pkg || !pass.ImportObjectFact(f, &fact) {
		return nil
	}
	functions, err := fact.Functions()
	if err != nil {
		panic(fmt.Sprintf("the fact about %s: %v", f.FullName(), err)) // caught in slice
	}
	return functions
}

// isStandard reports whether the package is part of the standard library, and
// not a container, which keeps what it is given.
func isStandard(pass *analysis.Pass) bool {
	if len(pass.Files) == 0 || strings.HasPrefix(pass.Pkg.Path(), "container/") {
		return false
	}
	name := pass.Fset.Position(pass.Files[0].Package).Filename
	return strings.HasPrefix(name, filepath.Join(build.Default.GOROOT, "src")+string(filepath.Separator))
}

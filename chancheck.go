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

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/report"
)

//go:embed doc.go
var manual string

// Analyzer reports what can go wrong. See the package documentation.
var Analyzer = &analysis.Analyzer{
	Name:       "chancheck",
	Doc:        documentation(manual),
	URL:        "https://pkg.go.dev/github.com/chancheck/chancheck",
	Run:        run,
	Requires:   []*analysis.Analyzer{Skeletons},
	ResultType: reflect.TypeFor[*report.Counts](),
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

// slice reduces a package to skeletons. A panic leaves it without; its callers
// learn that they know nothing about it, and the reporting analyzer tells.
func slice(pass *analysis.Pass, source *buildssa.SSA) (pkg *extract.Package) {
	defer func() {
		if r := recover(); r != nil {
			pkg = opaque(pass, source, nil)
			pkg.Broken = fmt.Sprintf("%v\n%s", r, debug.Stack())
		}
	}()
	from := sourceOf(pass, source)
	if !settings.imports {
		return extract.Slice(from)
	}
	known := map[string][]*extract.Function{}
	from.Imported = func(f *types.Func) []*extract.Function {
		list := imported(pass, f)
		known[f.FullName()] = list
		return list
	}
	pkg = extract.Slice(from)
	pkg.Imports = extract.Gather(known)
	return pkg
}

func sourceOf(pass *analysis.Pass, source *buildssa.SSA) *extract.Source {
	return &extract.Source{
		Packages: []*ssa.Package{source.Pkg}, Files: pass.Files, Functions: source.SrcFuncs, Standard: isStandard(pass), Complete: len(pass.IgnoredFiles) == 0,
		Imported: func(f *types.Func) []*extract.Function { return imported(pass, f) },
	}
}

// imported returns what is known of a function of another package.
func imported(pass *analysis.Pass, f *types.Func) []*extract.Function {
	if f.Pkg() == pass.Pkg || f.Pkg() == nil {
		return nil
	}
	var fact extract.Skeletons
	var known bool
	if of := receiver(f); of != nil {
		known = pass.ImportObjectFact(of, &fact)
	} else {
		known = pass.ImportPackageFact(f.Pkg(), &fact)
	}
	if !known {
		return nil
	}
	functions, err := fact.Function(f.FullName())
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

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
	"github.com/chancheck/chancheck/verify"
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
	ResultType: reflect.TypeFor[*extract.Package](),
}

// settings are the flags of the analyzer.
var settings struct {
	on      map[string]*bool // categories
	orphans bool
	verbose bool
	extract string
	only    string
	states  int
	limits  extract.Options
}

func init() {
	flags := &Analyzer.Flags
	settings.on = map[string]*bool{}
	for _, c := range []verify.Category{verify.Deadlock, verify.Leak, verify.Orphan, verify.Panic} {
		settings.on[string(c)] = flags.Bool(string(c), true, "report findings of category "+string(c))
	}
	settings.on[string(verify.OrphanMay)] = flags.Bool(string(verify.OrphanMay), false, "report messages that some execution leaves behind")
	flags.BoolVar(&settings.verbose, "verbose", false, "also report what could not be judged, and a summary of each package")
	flags.StringVar(&settings.extract, "extract", "", "report the extracted systems, as `text` or dot, instead of findings")
	flags.StringVar(&settings.only, "func", "", "with -extract, only for the function of this `name`")
	flags.IntVar(&settings.states, "states", verify.DefaultStates, "limit on the configurations of a system")
	limits := &settings.limits
	*limits = extract.Options{}.WithDefaults()
	for _, limit := range []struct {
		name  string
		value *int
		usage string
	}{
		{"local-states", &limits.LocalStates, "limit on the local states of all goroutines of a system"},
		{"instances", &limits.Instances, "limit on the goroutines that start in the same state"},
		{"processes", &limits.Processes, "limit on the goroutines of a system"},
		{"depth", &limits.Depth, "limit on the activations of one function at a time"},
		{"steps", &limits.TotalSteps, "limit on the instructions evaluated for a system"},
		{"silent-steps", &limits.Steps, "limit on the instructions of a goroutine between two operations"},
	} {
		flags.IntVar(limit.value, limit.name, *limit.value, limit.usage)
	}
	flags.BoolVar(&settings.limits.Zero, "zero", false, "try unknown lengths with 0, too")
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

// runSkeletons slices a package and exports the facts.
func runSkeletons(pass *analysis.Pass) (any, error) {
	source := pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA)
	pkg := slice(pass, source)
	for _, f := range source.SrcFuncs {
		object, ok := f.Object().(*types.Func)
		if !ok || !object.Exported() && object.Signature().Recv() == nil {
			continue
		}
		if fact := factOf(pkg, f); fact != nil {
			pass.ExportObjectFact(object, fact)
		}
	}
	return pkg, nil
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
	opaque := extract.OpaqueFact(&extract.Function{
		Name: f.String(), Display: f.Name(), Params: len(f.Params), FreeVars: len(f.FreeVars),
	})
	if pkg.Broken != "" {
		return opaque
	}
	defer func() {
		if r := recover(); r != nil {
			pkg.Broken = fmt.Sprintf("%v\n%s", r, debug.Stack())
			fact = opaque
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

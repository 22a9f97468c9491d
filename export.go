package chancheck

import (
	"fmt"
	"go/ast"
	"go/types"
	"runtime/debug"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract"
)

// runSkeletons slices a package and exports the facts. Its result is a function
// that returns the package: one that is about data is sliced only if somebody
// wants to judge it for its own sake.
func runSkeletons(pass *analysis.Pass) (any, error) {
	source := pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA)
	sliced := sync.OnceValue(func() *extract.Package { return slice(pass, source) })
	var pkg *extract.Package
	if extract.IsData(pass.Pkg.Path()) {
		pkg = opaque(pass, source, takesFunction)
	} else {
		pkg = sliced()
	}
	groups := groupsOf(source)
	facts, broken := factsOf(pkg, groups)
	if broken != "" {
		pkg.Broken = broken
		facts, _ = factsOf(opaque(pass, source, nil), groups)
	}
	for i, fact := range facts {
		if group := groups[i]; fact != nil && group.of == nil {
			pass.ExportPackageFact(fact)
		} else if fact != nil {
			pass.ExportObjectFact(group.of, fact)
		}
	}
	return sync.OnceValue(func() *extract.Package { return withCensus(pass, source, sliced()) }), nil
}

// withCensus adds the places of a package that somebody wants to judge.
func withCensus(pass *analysis.Pass, source *buildssa.SSA, pkg *extract.Package) (counted *extract.Package) {
	copied := *pkg
	counted = &copied
	defer func() {
		if r := recover(); r != nil {
			counted.Broken = fmt.Sprintf("%v\n%s", r, debug.Stack())
		}
	}()
	from := sourceOf(pass, source)
	counted.Places, counted.OnlyInTests = extract.Census(from, func(*ast.File) *types.Info { return pass.TypesInfo }, pkg), extract.OnlyInTests(from)
	return counted
}

// A group is the functions that share a fact: those of a package, or the methods
// of a type. A driver hands facts about packages to direct importers only, who
// alone can name their functions (to others a function comes as a value, with the
// fact about who hands it on), and facts about types to all others, too.
type group struct {
	of    *types.TypeName // nil for the package
	names []string
}

// groupsOf sorts the functions that other packages can call into groups.
func groupsOf(source *buildssa.SSA) []*group {
	groups := []*group{{}}
	byType := map[*types.TypeName]*group{nil: groups[0]}
	for _, f := range source.SrcFuncs {
		of, ok := callable(f)
		if !ok {
			continue
		}
		g := byType[of]
		if g == nil {
			g = &group{of: of}
			byType[of] = g
			groups = append(groups, g)
		}
		g.names = append(g.names, f.String())
	}
	return groups
}

// callable reports whether other packages call a function, or may do so, and the
// type that it is a method of, if any.
func callable(f *ssa.Function) (of *types.TypeName, ok bool) {
	object, ok := f.Object().(*types.Func)
	if !ok || extract.IsTest(f) {
		return nil, false
	}
	return receiver(object), object.Exported() || object.Signature().Recv() != nil
}

// receiver is the type that a function is a method of, nil if it is none.
func receiver(f *types.Func) *types.TypeName {
	recv := f.Signature().Recv()
	if recv == nil {
		return nil
	}
	if named := extract.NamedOf(recv.Type()); named != nil {
		return named.Origin().Obj()
	}
	return nil
}

// factsOf makes the facts about groups, nil for those that don't matter. A panic
// is told instead.
func factsOf(pkg *extract.Package, groups []*group) (facts []*extract.Skeletons, broken string) {
	defer func() {
		if r := recover(); r != nil {
			broken = fmt.Sprintf("%v\n%s", r, debug.Stack())
		}
	}()
	exporter := extract.NewExporter(pkg)
	for _, g := range groups {
		facts = append(facts, exporter.Fact(g.names))
	}
	return facts, ""
}

// opaque is the package with those functions alone that are chosen, of which
// others must fear the worst.
func opaque(pass *analysis.Pass, source *buildssa.SSA, chosen func(*types.Func) bool) *extract.Package {
	var functions []*extract.Function
	for _, f := range source.SrcFuncs {
		if object, ok := f.Object().(*types.Func); ok && (chosen == nil || chosen(object)) {
			functions = append(functions, &extract.Function{
				Name: f.String(), Display: f.Name(), Params: len(f.Params), FreeVars: len(f.FreeVars),
			})
		}
	}
	return extract.OpaquePackage(pass.Pkg.Path(), functions)
}

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

package scope

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/waitfor"
	"github.com/chancheck/chancheck/extract/ir"
)

// Tests are programs of their own: each is looked at with nothing but what it calls. So what
// one of them passes to the functions of the package isn't taken for what another one does,
// and a package with many tests takes no longer than these.

// tests are those of a package.
type tests struct {
	pkg     *ir.Package
	program *interp.Program
	bodies  supergraph.Bodies
	around  *pointsto.Surroundings
	work    waitfor.Work
	// left is how many steps their points-to analyses may still take, most how many that of one may.
	left, most int
	// one is the test that was asked for last, by its name.
	one  *Package
	name string
}

func newTests(pkg *ir.Package, program *interp.Program, bodies supergraph.Bodies, budget, most int) *tests {
	return &tests{pkg: pkg, program: program, bodies: bodies, around: pointsto.Surrounding(program, pkg.Own), left: budget, most: most}
}

// of is the package as one test sees it, nil if that takes too long.
func (t *tests) of(name string) *Package {
	if t.name == name {
		return t.one
	}
	t.name, t.one = name, nil
	if t.left <= 0 {
		return nil
	}
	p, most := unanalysed(t.pkg, t.program, t.bodies), min(t.left, t.most)
	scope := pointsto.Scope{Functions: []string{name}, IsEntry: noEntry, IsVisible: p.isVisible, Around: t.around, Budget: most}
	if t.one = p.analyse(t.program, scope, &t.work); t.one == nil {
		t.left -= most
		return nil
	}
	t.one.graph.RunsOnly(name, t.pkg.Initializer, func(variable string) []*ir.Function {
		return slices.DeleteFunc(slices.Clone(t.around.Users(variable)), func(f *ir.Function) bool {
			isOther := outermost(f.Name) != name && t.one.isTest(f) // it runs another time
			return isOther || f.Name == t.pkg.Initializer
		})
	})
	t.left -= t.one.points.Steps()
	return t.one
}

// around is what a root is looked at with: nothing but what it calls, if it is a test or a
// part of one, and without tests, if it isn't in one.
func (p *Package) around(root *ir.Function) *Package {
	switch {
	case !isInTests(root):
		return p.shipped
	case p.tests == nil || !p.isTest(root):
		return p
	}
	return cmp.Or(p.tests.of(outermost(root.Name)), p)
}

// outermost is the declared function around a function.
func outermost(name string) string {
	outer, _, _ := strings.Cut(name, "$")
	return outer
}

// isInTests reports whether a function is in a test file.
func isInTests(f *ir.Function) bool { return f.Site.IsInTest() }

// isTest reports whether a function is one that the go command runs, or a part of one. So are
// methods for which their type is no more than a name space: some packages have all tests of a
// type run.
func (p *Package) isTest(f *ir.Function) bool {
	outer := p.program.Function(outermost(f.Name))
	if !isInTests(f) || outer == nil {
		return false
	}
	name := outer.Display[strings.LastIndexByte(outer.Display, '.')+1:]
	for _, prefix := range []string{"Test", "Benchmark", "Fuzz", "Example"} {
		rest, ok := strings.CutPrefix(name, prefix)
		if first, _ := utf8.DecodeRuneInString(rest); ok && !unicode.IsLower(first) {
			return prefix == "Example" && outer.Params == 0 || outer.Params > 0 && isTestParameter(outer.ParamTypes[outer.Params-1])
		}
	}
	return false
}

// isTestParameter reports whether a type is one of what tests are given.
func isTestParameter(typeName string) bool {
	return slices.Contains([]string{"testing.T", "testing.B", "testing.F"}, typeName)
}

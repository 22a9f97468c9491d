package scope

import (
	"strings"

	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/waitfor"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Tests of large packages run nearly all of these, so that even one is too much for the
// points-to analysis, or what it makes hangs on more than fits in one outline. But most of what they
// communicate over themselves, to wait for goroutines and callbacks of theirs, the package never
// sees. It is looked at with the test files alone:
// what they call is code that isn't seen, as functions of other packages are that aren't
// followed. It gets at all that it is given, all fields of the package's types and its variables
// included, calls functions that it is given whenever it likes, and comes back. (A fragment with
// the most general assumptions on what is around it: Rountev, Ryder and Landi, Data-flow analysis
// of program fragments, 1999.) That it comes back is an assumption: it may wait for what the test
// does later. So what is judged like that is so apart from what is tested.

// TestFiles are the functions in the test files of a package.
type TestFiles struct {
	pkg    *ir.Package
	seen   *seenInTests
	bodies supergraph.Bodies
	around *pointsto.Surroundings
	// used are the types and variables that unseen code may use although only tests have a name
	// for them: see usedBefore.
	used map[string]bool
	work waitfor.Work
	// left is how many steps the points-to analyses may still take: of nats-server's 1 700 they
	// took five million.
	left int
	// last is what was asked for last, of the function that is named.
	last *Package
	name string
}

// largestOfTestFiles is how many steps the points-to analyses of test files may take together.
const largestOfTestFiles = 10 * largestAnalysis

// NewTestFiles prepares them.
func NewTestFiles(pkg *ir.Package, program *interp.Program) *TestFiles {
	seen := &seenInTests{Program: program, opaque: map[string]*ir.Function{}}
	return &TestFiles{pkg: pkg, seen: seen, bodies: supergraph.Bodies{}, left: largestOfTestFiles}
}

// seenInTests is a program of which only the functions in test files are seen, and stand-ins for
// those of libraries.
type seenInTests struct {
	*interp.Program
	opaque map[string]*ir.Function
}

// Function returns what is seen of a function.
func (s *seenInTests) Function(name string) *ir.Function {
	f := s.Program.Function(name)
	if f == nil || f.Opaque || isInTests(f) || library.StandIn(name) != nil {
		return f
	}
	if s.opaque[name] == nil {
		s.opaque[name] = f.AsOpaque()
	}
	return s.opaque[name]
}

// Parts lists the groups of objects that a function in a test file makes and that hang on each
// other, each of which has outlines and nothing else. There are none if that takes too long.
func (t *TestFiles) Parts(root *interp.Root) (list []Part) {
	p := t.of(root.Function)
	if p == nil || !p.outlines.AffordsRegions() {
		return nil
	}
	name := root.Function.Name
	chains := p.waits.ChainsOfRoot(name, p.traced(), p.isShared)
	for _, objects := range chains.Groups(p.graph.Reach(name)) {
		list = append(list, Part{p, root, objects})
	}
	return list
}

// Unwaited lists for what a function in a test file makes nobody waits alone, and Released the operations on
// locks and wait groups because of which alone nobody is stuck, both as far as nobody else gets at these.
func (t *TestFiles) Unwaited(root *interp.Root) (list []Unwaited, released []model.Site) {
	p := t.of(root.Function)
	if p == nil {
		return nil, nil
	}
	return p.unwaited(p.isMadeInTests), p.served().Operations()
}

// Sites lists where the objects of a part are made; not all of them are made by an instruction.
func (p Part) Sites() (list []model.Site) {
	for _, l := range p.objects {
		list = append(list, p.pkg.points.Objects[l].Site)
	}
	return list
}

// of is the package as a function in a test file sees it by itself, with the one around it.
func (t *TestFiles) of(f *ir.Function) *Package {
	if !isInTests(f) {
		return nil
	}
	if name := outermost(f.Name); name != t.name {
		t.name, t.last = name, t.analyse(name)
	}
	return t.last
}

// analyse finds out who can touch what in what a function calls. It returns nil if that takes
// too long.
func (t *TestFiles) analyse(name string) *Package {
	if t.left <= 0 {
		return nil
	}
	if t.around == nil {
		t.around, t.used = pointsto.Surrounding(t.seen, t.pkg.Own), usedBefore(t.pkg, t.seen)
	}
	p := &Package{program: t.seen.Program, bodies: t.bodies, main: t.pkg.Main, paths: t.pkg.Paths, isFragment: true}
	scope := pointsto.Scope{
		Functions: []string{name}, IsEntry: noEntry, Around: t.around, Budget: t.left,
		IsVisible: func(name string) bool { return p.isVisible(name) || t.isVisible(name) }, IsFragment: true,
	}
	if p = p.analyse(t.seen, scope, &t.work); p == nil {
		t.left = 0
		return nil
	}
	t.left -= p.points.Steps()
	return p
}

// isVisible reports whether the rest of the package, or reflection, has a name for a field or
// package-level variable, and the former for the type that it is a field of.
func (t *TestFiles) isVisible(name string) bool {
	field := ""
	if pointsto.IsField(name) {
		if pointsto.IsExportedField(name) {
			return true
		}
		name, field = pointsto.TypeOfField(name), name[strings.LastIndexByte(name, ' '):]
	}
	generic := pointsto.GenericType(name)
	if t.pkg.OnlyInTests[generic+field] && field != "" { // it is embedded
		return true
	}
	return ir.IsIn(name, t.pkg.Paths) && (!t.pkg.OnlyInTests[generic] || t.used[generic])
}

// usedBefore are the types and variables that functions in test files use which run before a test,
// or leave others that the package may call then: those that initialize the package, TestMain, and
// what these refer to. So are types that are converted to another one.
func usedBefore(pkg *ir.Package, seen *seenInTests) map[string]bool {
	used := map[string]bool{}
	use := func(name string) { used[pointsto.GenericType(name)] = true }
	before := map[string]bool{}
	var work []*ir.Function
	enter := func(name string) {
		if f := seen.Function(name); f != nil && !f.Opaque && isInTests(f) && !before[name] {
			before[name] = true
			work = append(work, f)
		}
	}
	for _, name := range pkg.Own {
		if runsBefore(pkg, name) {
			enter(name)
		}
		if f := seen.Function(name); f != nil {
			eachConversion(f, use)
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		pointsto.EachVariable(f, func(o ir.Operand, _ bool) { use(o.Text) })
		for b := range f.Blocks {
			for i := range f.Blocks[b].Instrs {
				in := &f.Blocks[b].Instrs[i]
				use(in.TypeName)
				enter(in.Name)
				for _, o := range in.Args {
					enter(o.Text)
				}
			}
		}
	}
	return used
}

// runsBefore reports whether a function initializes the package, or is run instead of its tests.
func runsBefore(pkg *ir.Package, name string) bool {
	outer, _, _ := strings.Cut(outermost(name), "#")
	return ir.IsIn(outer, pkg.Paths) && (strings.HasSuffix(outer, ".init") || strings.HasSuffix(outer, ".TestMain"))
}

// eachConversion visits the types between which a function converts structs.
func eachConversion(f *ir.Function, visit func(typeName string)) {
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			if in := &f.Blocks[b].Instrs[i]; in.Op == ir.OpCopy && in.TypeName+in.Text != "" {
				visit(in.TypeName)
				visit(in.Text)
			}
		}
	}
}

// Package lower reduces the SSA form of functions to skeletons: it decides which
// instructions can matter to communication, and translates those.
//
// Whether a call matters is found by fixpoints over the functions of a package
// (inert.go), together with the locks under which nobody waits (leaflock.go). What
// a function has to keep follows from its effects (need.go).
package lower

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// A Source is what a package is sliced from, or several that are one to us.
type Source struct {
	// Packages are those that are looked at together: one, or all of a program, those that are imported
	// first.
	Packages []*ssa.Package
	Files    []*ast.File
	// Functions are all functions with a body, as buildssa lists them.
	Functions []*ssa.Function
	// Whole says that nobody else imports them, as nobody imports a main package.
	Whole bool
	// Standard says that the package belongs to the standard library, whose
	// interfaces are taken to be free of communication.
	Standard bool
	// Complete says that no files are left out of the packages, as those for other systems are.
	Complete bool
	// Imported returns the skeletons that a function of another package comes
	// with, its own first; nil if calls of it don't matter.
	Imported func(*types.Func) []*ir.Function
}

// Slice builds the skeletons of a package.
func Slice(source *Source) *ir.Package {
	s := newSlicer(source)
	s.findLeafLocks()
	s.result.Leaves = s.leaves()
	s.findCallers()
	s.lowerVariables()
	for i := 0; i < len(s.order); i++ { // translating may add wrappers
		s.translate(s.order[i])
	}
	s.joinInitializers()
	s.findServings()
	return s.result
}

func newSlicer(source *Source) *slicer {
	s := &slicer{
		spinning: map[*ssa.If]bool{},
		source:   source, text: newSourceIndex(source.program().Fset, source.Files),
		result:    &ir.Package{Paths: source.paths(), Main: source.isMain(), Functions: map[string]*ir.Function{}, Lacks: map[string][]string{}},
		functions: map[string]*ssa.Function{},
		foreign:   map[string]*ir.Function{},
		names:     map[*ssa.Function]string{},
		guarded:   map[ssa.Instruction]bool{},
		computing: map[*ssa.Function]bool{}, endless: map[*ssa.Function]bool{}, asserting: map[*ssa.Function][]assertion{}, returned: map[*ssa.Function][]constant.Value{}, enumerations: map[*types.Named][]constant.Value{}, repeated: map[*ssa.Function]map[*ssa.Call]*ssa.Call{}, again: map[*ssa.Function]map[*ssa.Call]bool{}, computed: map[*ssa.Call]*ssa.Const{}, fixedFields: map[*types.Var]ir.Operand{}, finalFields: map[*types.Var]bool{}, setFields: map[*types.Var]bool{}, nilFields: map[*types.Var]bool{}, closingFields: map[*types.Var]bool{}, initial: map[*ssa.Alloc]map[int]*ssa.Store{},
		closures: map[*ssa.Function]*ssa.MakeClosure{}, literals: map[*ssa.Alloc]*table{}, values: map[*ssa.Alloc]ssa.Value{},
	}
	s.types = newRelevance(source.declares, map[*types.Var]bool{}, s.hides)
	for _, f := range source.Functions {
		s.add(f)
	}
	s.types.fill(s.order)
	s.findVariables()
	return s
}

// A slicer is the work on one package.
type slicer struct {
	source *Source
	types  *relevance
	text   *sourceIndex
	result *ir.Package
	// functions are those that get a skeleton, order their names.
	functions map[string]*ssa.Function
	order     []*ssa.Function
	names     map[*ssa.Function]string
	foreign   map[string]*ir.Function // of other packages; nil: doesn't matter
	// inert, writes, silent, quiet and relays are sets of functions, by name; see
	// findInert. users and givers say how functions depend on each other.
	inert, writes, silent, quiet, relays map[string]bool
	users                                map[string][]*ssa.Function
	givers                               []*ssa.Function
	inertOpen, writesOpen                bool   // inert, or writes, is not to be relied on
	spare                                *taint // to be used again
	settled                              bool   // these sets are final
	// variables are the package-level variables that only this package can use,
	// touching the functions that do something to them: see findTouching.
	variables    map[*ssa.Global]*usage
	linkedNames  map[string]bool // see linked; nil before it was asked
	logOutput    *bool           // see setsLogOutput; likewise
	touching     map[string]bool
	initializers []*ssa.Function // of the packages, if these are lowered
	// guarded has the instructions that run under a leaf lock: whether together with
	// others that access memory.
	guarded map[ssa.Instruction]bool
	// fixedFields are the fields that are constants, finalFields those that nobody
	// changes.
	fixedFields map[*types.Var]ir.Operand
	finalFields map[*types.Var]bool
	// setFields are those of finalFields that somebody sets.
	setFields map[*types.Var]bool
	// nilFields are those with channels that nobody ever sets.
	nilFields map[*types.Var]bool
	// closingFields are those of setFields with channels over which nothing ever comes.
	closingFields map[*types.Var]bool
	changedMaps   map[*ssa.Global]bool // see isWrittenDown, once somebody has asked
	timersKept    *timerFields         // see there, once somebody has asked
	// errorUses says how package-level variables with errors are used, likewise.
	errorUses map[*ssa.Global]*errorUse
	// replaced are the struct types that are stored as a whole, cleared the fields in which nil is stored: see findStored.
	replaced   map[string]bool
	cleared    map[*types.Var]bool
	copyFields map[*types.Var]*copyField // see there, once somebody has asked
	// initial has what initialises new structs; allocAt the places of allocations in
	// the block allocsOf.
	initial map[*ssa.Alloc]map[int]*ssa.Store
	// estimates counts the values that were looked at: see estimate.
	estimates int
	allocAt   map[*ssa.Alloc]int
	allocsOf  *ssa.BasicBlock
	// closures has what makes the closures of functions, literals the tables that are
	// written down.
	closures map[*ssa.Function]*ssa.MakeClosure
	literals map[*ssa.Alloc]*table
	// values has what captured variables are that are set once: see valueOf.
	values map[*ssa.Alloc]ssa.Value
	// computing says of functions whether they only compute.
	computing map[*ssa.Function]bool
	// endless says of functions whether they never return.
	endless map[*ssa.Function]bool
	// asserting has what functions assert of what they are given.
	asserting map[*ssa.Function][]assertion
	// lastingSet is whether the package sets a field that it should leave alone, once somebody has asked: see setsLasting.
	lastingSet *bool
	// prompt says of functions whether no time passes in them, as far as somebody has asked: see isPrompt.
	prompt map[*ssa.Function]bool
	// goexits are the functions that may end their goroutine, once somebody has asked.
	goexits map[*ssa.Function]bool
	// recovered is what is known of panics from which somebody recovers, likewise.
	recovered *recoveries
	// returned are the numbers that functions return, if they are constants, enumerations the constants of types.
	returned     map[*ssa.Function][]constant.Value
	enumerations map[*types.Named][]constant.Value
	// exits are the functions that may end the program, by name; see findExits. exitVariables are
	// the package-level variables that hold such functions of libraries.
	exits         map[string]bool
	exitVariables map[*ssa.Global]string
	// visible says which types other packages can get at, if somebody has asked.
	visible *visibility
	// repeated has the calls that repeat earlier ones of their function, computed those that
	// compute a constant, or nil: see standsFor.
	repeated map[*ssa.Function]map[*ssa.Call]*ssa.Call
	computed map[*ssa.Call]*ssa.Const
	// again has the calls of each function that may ask again what an earlier one has asked.
	again map[*ssa.Function]map[*ssa.Call]bool
	// drivenFields are what driven lists, once somebody has asked.
	drivenFields map[types.Object]bool
	scratch      []ir.Instr   // where the instructions of a block are collected
	tables       typeutil.Map // from types to *TypeInfo
	printed      typeutil.Map // from types to the methods that everybody has
	// spinning has what is known of branches that leave cycles: see spins.
	spinning map[*ssa.If]bool
	// timersMade is whether the package makes timers of its own, once somebody has asked.
	timersMade *bool
	// assertions are the interface types that the package asserts to.
	assertions []types.Type
}

// genericOf is the generic function of which a function is an instance; others are themselves.
func genericOf(f *ssa.Function) *ssa.Function { return cmp.Or(f.Origin(), f) }

// nameOf is the unique name of a function: that of its origin, if generic.
func nameOf(f *ssa.Function) string { return genericOf(f).String() }

// itself ends the names of functions of the package that are known: what they do is looked at here, and nowhere else.
const itself = " itself"

// name is nameOf, kept: names are asked for again and again.
func (s *slicer) name(f *ssa.Function) string {
	name, ok := s.names[f]
	if !ok {
		if name = nameOf(f); s.source.owns(f) && library.IsKnown(name) {
			name += itself
		}
		s.names[f] = name
	}
	return name
}

// add plans a skeleton for f.
func (s *slicer) add(f *ssa.Function) {
	f = genericOf(f)
	name := s.name(f)
	if s.functions[name] != nil || len(f.Blocks) == 0 || library.IsKnown(name) {
		return
	}
	s.functions[name] = f
	s.order = append(s.order, f)
	if s.writes != nil && !s.settled { // as all others were at first
		s.quiet[name], s.writes[name], s.inert[name], s.silent[name], s.relays[name] = true, true, true, true, true
		s.relate(f)
		s.relateMethods(f)
	}
	if s.settled {
		s.quiet[name] = s.check(f, (*taint).operates)
		s.writes[name] = s.check(f, (*taint).affectsMore)
		s.inert[name] = s.writes[name] && s.check(f, (*taint).affects)
		s.relays[name] = s.inert[name] || s.check(f, (*taint).affectsItself)
		s.silent[name] = s.inert[name] || s.check(f, (*taint).operates)
		s.touching[name] = s.refersToTouching(f)
	}
	if f.Synthetic == "" || f.Synthetic == "range-over-func yield" {
		s.result.Own = append(s.result.Own, name)
	}
}

// hides reports whether a type belongs to another package and has no method
// that matters, of its own or of an embedded type. A container has one: it keeps
// what it is given.
func (s *slicer) hides(t *types.Named) bool { return !s.matters(t, map[*types.Named]bool{}) }

// matters reports whether a type is one of this package, or has a method that
// matters. Types that were seen already don't count.
func (s *slicer) matters(t *types.Named, seen map[*types.Named]bool) bool {
	if t.Obj().Pkg() == nil || s.source.declares(t.Obj()) {
		return true
	}
	t = t.Origin()
	if seen[t] {
		return false
	}
	seen[t] = true
	for i := range t.NumMethods() {
		if s.methodMatters(t.Method(i)) {
			return true
		}
	}
	structure, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for field := range structure.Fields() {
		named := NamedOf(field.Type())
		if field.Embedded() && named != nil && named.Obj().Pkg() != nil && s.matters(named, seen) {
			return true
		}
	}
	return false
}

func (s *slicer) methodMatters(method *types.Func) bool {
	if harmlessMethod(method) {
		return false
	}
	if library.IsKnown(method.FullName()) {
		return true
	}
	f := s.importSkeleton(method.FullName(), method)
	return f != nil && !f.Inert
}

// isLibrary reports whether a function is one of the standard library. Its tests
// call what communicates through interfaces, as other programs do.
func (s *slicer) isLibrary(f *ssa.Function) bool {
	return s.source.Standard && !isInTestFile(f.Prog.Fset, f.Pos())
}

// isSilent reports whether a static callee operates on nothing of the caller.
func (s *slicer) isSilent(f *ssa.Function) bool {
	if s.writesOpen { // while the quiet ones are looked for
		return s.isQuiet(f)
	}
	return s.hasProperty(f, s.silent, func(f *ir.Function) bool { return f.Silent })
}

// isQuiet reports whether a static callee is known to be silent before more is known.
func (s *slicer) isQuiet(f *ssa.Function) bool {
	return s.hasProperty(f, s.quiet, func(f *ir.Function) bool { return f.Silent })
}

// hasProperty reports whether a static callee is inert or has a property that
// is known of the functions in a set, and of those of other packages.
func (s *slicer) hasProperty(f *ssa.Function, set map[string]bool, foreign func(*ir.Function) bool) bool {
	if !s.standing(f).communicates() {
		return true
	}
	name := s.name(f)
	if s.functions[name] != nil {
		return set[name]
	}
	return s.foreign[name] != nil && foreign(s.foreign[name])
}

// A standing says what calling a function means for the caller.
type standing int

const (
	inertFunction   standing = iota
	writerFunction           // changes plain data of the caller's, in a way that isn't followed
	bodyFunction             // has a skeleton that matters
	unknownFunction          // can't be seen
)

// communicates reports whether a call can do more than to change plain data.
func (s standing) communicates() bool { return s == bodyFunction || s == unknownFunction }

// isWriter reports whether a static callee does no more than to change plain
// data, whether it is followed or not.
func (s *slicer) isWriter(f *ssa.Function) bool {
	return !s.standing(f).communicates() || s.writes[s.name(f)] && !s.writesOpen
}

// standing finds out about a static callee.
func (s *slicer) standing(f *ssa.Function) standing {
	f = genericOf(f)
	name := s.name(f)
	if library.IsKnown(name) {
		return bodyFunction
	}
	if s.functions[name] == nil && s.belongsHere(f) {
		s.add(f)
	}
	if s.functions[name] != nil {
		switch {
		case s.inert[name] && !s.inertOpen:
			return inertFunction
		case s.writes[name] && !s.writesOpen && len(s.functions[name].Blocks) > ir.LongestShort:
			return writerFunction
		}
		return bodyFunction
	}
	object, _ := f.Object().(*types.Func)
	if object == nil {
		return inertFunction
	}
	if s.source.declares(object) {
		return unknownFunction // no body: assembly, linkname
	}
	if library.IsData(object.Pkg().Path()) && takesChannel(object.Signature()) {
		return unknownFunction
	}
	if f := s.importSkeleton(name, object); f == nil || f.Inert {
		return inertFunction
	}
	return bodyFunction
}

// takesChannel reports whether a function is given a channel, as net/rpc's Go is: it may communicate,
// though its package is about data.
func takesChannel(signature *types.Signature) bool {
	for i := range signature.Params().Len() {
		if _, ok := signature.Params().At(i).Type().Underlying().(*types.Chan); ok {
			return true
		}
	}
	return false
}

// belongsHere reports whether f is to be translated with this package: its own
// functions, and wrappers that SSA makes where they are used.
func (s *slicer) belongsHere(f *ssa.Function) bool {
	return len(f.Blocks) > 0 && (s.source.owns(f) || f.Pkg == nil || f.Synthetic != "")
}

// importSkeleton finds the skeleton of another package's function.
func (s *slicer) importSkeleton(name string, object *types.Func) *ir.Function {
	if f, ok := s.foreign[name]; ok {
		return f
	}
	bundle := s.source.Imported(object.Origin())
	for _, f := range bundle {
		if s.result.Functions[f.Name] == nil && !f.IsPromise() {
			s.result.Functions[f.Name] = f
		}
	}
	var f *ir.Function
	if len(bundle) > 0 {
		f = bundle[0]
	}
	s.foreign[name] = f
	return f
}

// typeInfo lists the methods of a concrete type that matter, and the interfaces
// that somebody asserts to and that it implements.
func (s *slicer) typeInfo(t types.Type) *ir.TypeInfo {
	if info, ok := s.tables.At(t).(*ir.TypeInfo); ok {
		return info
	}
	info := &ir.TypeInfo{Name: typeName(t)}
	info.Methods, info.Fixed = s.methodTable(t)
	var others []string
	if info.Implements, others = implements(t, s.asserted()); len(others) > 0 {
		s.result.Lacks[info.Name] = others
	}
	s.tables.Set(t, info)
	return info
}

// methodTable lists the methods of a type that have a skeleton, or can't be seen, and those of the others of which a result is known.
func (s *slicer) methodTable(t types.Type) (methods []ir.MethodInfo, fixed []ir.FixedResult) {
	program := s.source.program()
	set := program.MethodSets.MethodSet(t)
	for i := range set.Len() {
		selection := set.At(i)
		f := program.MethodValue(selection)
		if f == nil {
			f = ofGeneric(selection, program)
		}
		if f == nil {
			methods = append(methods, ir.MethodInfo{Method: selection.Obj().Name(), Function: ir.Unseen + selection.Obj().Name()})
			continue
		}
		f = unwrapped(f)
		if s.standing(f) != inertFunction || s.isTouching(f) || s.recovering().matters(f) {
			methods = append(methods, ir.MethodInfo{Method: selection.Obj().Name(), Function: s.name(f)})
		} else if value, ok := fixedOf(f); ok {
			fixed = append(fixed, ir.FixedResult{Method: selection.Obj().Name(), Results: f.Signature.Results().Len(), Value: value})
		}
	}
	slices.SortFunc(methods, func(a, b ir.MethodInfo) int { return strings.Compare(a.Method, b.Method) })
	slices.SortFunc(fixed, func(a, b ir.FixedResult) int { return strings.Compare(a.Method, b.Method) })
	return methods, fixed
}

// ofGeneric is a method of a type with type parameters, for which SSA makes no wrappers: nil if it takes one.
func ofGeneric(selection *types.Selection, program *ssa.Program) *ssa.Function {
	object, ok := selection.Obj().(*types.Func)
	if !ok || len(selection.Index()) > 1 {
		return nil
	}
	_, takes := types.Unalias(object.Signature().Recv().Type()).(*types.Pointer)
	if _, has := types.Unalias(selection.Recv()).(*types.Pointer); takes != has {
		return nil
	}
	return program.FuncValue(object.Origin())
}

// unwrapped is the method itself if a synthetic function only exists because
// of how it was selected.
func unwrapped(f *ssa.Function) *ssa.Function {
	if object, ok := f.Object().(*types.Func); ok && f.Synthetic != "" {
		if declared := f.Prog.FuncValue(object); declared != nil && types.Identical(declared.Signature.Recv().Type(), f.Signature.Recv().Type()) {
			return declared
		}
	}
	return f
}

// implements lists the interfaces among wanted that t implements, and the others.
func implements(t types.Type, wanted []types.Type) (names, others []string) {
	for _, w := range wanted {
		i, ok := w.Underlying().(*types.Interface)
		switch {
		case !ok:
		case types.Implements(t, i):
			names = append(names, typeName(w))
		default:
			others = append(others, typeName(w))
		}
	}
	slices.Sort(names)
	slices.Sort(others)
	return slices.Compact(names), slices.Compact(others)
}

// calleeName is the static callee of a call, if there is one.
func staticCallee(c *ssa.CallCommon) *ssa.Function {
	if c.IsInvoke() {
		return nil
	}
	return c.StaticCallee()
}

// asserted lists the interface types that the package asserts to.
func (s *slicer) asserted() []types.Type {
	if s.assertions == nil {
		s.assertions = []types.Type{}
		for _, f := range s.order {
			for _, b := range f.Blocks {
				for _, in := range b.Instrs {
					if a, ok := in.(*ssa.TypeAssert); ok && types.IsInterface(a.AssertedType) {
						s.assertions = append(s.assertions, a.AssertedType)
					}
				}
			}
		}
	}
	return s.assertions
}

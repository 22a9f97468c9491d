package lower

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// A package-level variable that isn't exported is used by the functions of its
// package alone. So all that happens to it can be seen: its first value is what the
// initializer of the package stores, which is lowered as far as it is about such
// variables.
//
// For its callers a function that does something to package-level variables, and
// nothing to what it is given, is inert all the same: they are of no scope but the
// whole package. Calls of such functions are kept, on the side, for those who ask
// about the package as a whole (see ir.OpCall).

// A usage says how a package-level variable is used.
type usage struct {
	changes bool // outside of the initializer
	// reaches says that a function that isn't followed is given an address in it.
	reaches bool
	// beyond says that somebody does anything but to load and store it.
	beyond bool
	// first are the stores of the initializer, keepsFirst is whether it is known that what they store stays there, once
	// somebody has asked: see isSetOnce.
	first      []*ssa.Store
	keepsFirst *bool
}

// findVariables finds out how the variables of the package are used, and plans the
// skeleton of its initializer with the functions in it.
func (s *slicer) findVariables() {
	if !s.collectVariables() {
		return
	}
	linked := s.linked()
	for g, u := range s.variables {
		u.beyond = linked[g.Name()]
	}
	for _, pkg := range s.source.Packages {
		initializer := pkg.Func("init")
		s.initializers = append(s.initializers, initializer)
		for _, f := range WithLiterals(initializer) {
			s.add(f)
		}
	}
	var operands []*ssa.Value
	for _, f := range s.order {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				operands = in.Operands(operands[:0])
				for _, o := range operands {
					if g, ok := baseOf(*o).(*ssa.Global); ok && s.variables[g] != nil {
						s.variables[g].note(s, f, in, *o)
					}
				}
			}
		}
	}
}

// collectVariables collects those that only this package can use, and reports whether there are any, or others that may be
// hooks.
func (s *slicer) collectVariables() (any bool) {
	s.variables = map[*ssa.Global]*usage{}
	for member := range s.source.members() {
		g, ok := member.(*ssa.Global)
		if !ok || g.Object() == nil {
			continue
		}
		isOwn := !g.Object().Exported() || s.result.Main
		if isOwn {
			s.variables[g] = &usage{}
		}
		any = any || isOwn || s.isHook(g)
	}
	return any
}

// note notes what an instruction does with an address in the variable.
func (u *usage) note(s *slicer, f *ssa.Function, in ssa.Instruction, address ssa.Value) {
	switch in := in.(type) {
	case *ssa.Store:
		switch {
		case in.Addr != address:
		case s.isInitializer(f):
			u.first = append(u.first, in)
		default:
			u.changes = true
		}
		u.beyond = u.beyond || in.Val == address
	case *ssa.UnOp, *ssa.FieldAddr, *ssa.IndexAddr: // what is done with an address that these make is noted, too
	case ssa.CallInstruction:
		u.beyond = true
		u.reaches = u.reaches || s.mayWrite(in.Common(), address)
	default:
		u.beyond = true
	}
}

// mayWrite reports whether a call may change plain data at an address, where that
// isn't seen.
func (s *slicer) mayWrite(c *ssa.CallCommon, address ssa.Value) bool {
	callee := staticCallee(c)
	if callee == nil || s.functions[s.name(callee)] != nil || library.IsKnown(s.name(callee)) || library.OnlyPrints(s.name(callee)) {
		return false
	}
	element := elementOf(address)
	named, _ := types.Unalias(element).(*types.Named)
	hidden := kindOf(element) == ir.StructKind && named != nil && !s.source.declares(named.Obj())
	return tracked(element) && !hidden
}

// holds reports whether the values of a variable are followed: it may hold something
// that goroutines communicate over, or it is plain data that is only loaded and
// stored.
func (s *slicer) holds(g *ssa.Global) bool {
	u := s.variables[g]
	if u == nil || u.reaches {
		return false
	}
	switch element := elementOf(g); kindOf(element) {
	case ir.BoolKind, ir.IntKind, ir.StringKind:
		return !u.beyond
	default:
		return s.mayCommunicate(g)
	}
}

// isSetOnce reports whether an address is that of a variable that is set by the initializer alone, to what isn't nil,
// before anybody else asks.
func (s *slicer) isSetOnce(address ssa.Value) bool {
	g, ok := address.(*ssa.Global)
	if !ok || s.variables[g] == nil {
		return false
	}
	u := s.variables[g]
	if u.keepsFirst == nil {
		keeps := !u.changes && !u.beyond && len(u.first) == 1 && s.isThere(u.first[0])
		u.keepsFirst = &keeps
	}
	return *u.keepsFirst
}

// isNeverChanged reports whether a package-level variable has what the initializer stores there, and nobody gets its address.
func (s *slicer) isNeverChanged(g *ssa.Global) bool {
	u := s.variables[g]
	return u != nil && !u.changes && !u.beyond
}

// isThere reports whether what is stored isn't nil.
func (s *slicer) isThere(store *ssa.Store) bool { return s.estimated(store).NonNil }

// estimated is what is known of what is stored.
func (s *slicer) estimated(store *ssa.Store) ir.Argument {
	return (&estimate{s: s, function: store.Parent(), busy: map[ssa.Value]bool{}}).value(store.Val)
}

// elementOf is the type of the variable of which a value is the address.
func elementOf(v ssa.Value) types.Type { return v.Type().Underlying().(*types.Pointer).Elem() }

// mayCommunicate reports whether a variable may lead to something that goroutines
// communicate over, be it through an interface.
func (s *slicer) mayCommunicate(g *ssa.Global) bool {
	object, _ := g.Object().(*types.Var)
	return s.variables[g] != nil && !s.types.leaf[object] && s.types.relevant(elementOf(g))
}

// held lists the variables that are held, in the order of their names, if one of them
// leads to something that goroutines communicate over, by its type or by what it holds at first.
func (s *slicer) held() []*ssa.Global {
	var list []*ssa.Global
	matters := false
	for g := range s.variables {
		if s.holds(g) {
			list = append(list, g)
			matters = matters || s.leads(g)
		}
	}
	if !matters {
		return nil
	}
	slices.SortFunc(list, func(a, b *ssa.Global) int { return strings.Compare(a.Name(), b.Name()) })
	return list
}

// isHook reports whether a variable is one in which other packages may put a function of theirs, or an interface, in place of
// what the initializer stores there: which they may call then, too.
func (s *slicer) isHook(g *ssa.Global) bool {
	kind := kindOf(elementOf(g))
	return (kind == ir.FuncKind || kind == ir.InterfaceKind) && g.Object() != nil && g.Object().Exported() && !s.result.Main && s.source.declares(g.Object())
}

// hooks reports whether an instruction of the initializer stores in such a variable what communicates.
func (s *slicer) hooks(in ssa.Instruction) bool {
	store, ok := in.(*ssa.Store)
	if !ok {
		return false
	}
	g, ok := store.Addr.(*ssa.Global)
	return ok && s.isHook(g) && s.types.relevant(elementOf(g)) && s.acts(store.Val)
}

// hasHooks reports whether the initializer stores something like that.
func (s *slicer) hasHooks() bool {
	return slices.ContainsFunc(s.initializers, func(f *ssa.Function) bool {
		return slices.ContainsFunc(f.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, s.hooks) })
	})
}

// leads reports whether a variable leads to something that goroutines communicate over: by its type, or as the function or
// the interface that it holds does. Of those that are there once and for all it is known what they do.
func (s *slicer) leads(g *ssa.Global) bool {
	element, u := elementOf(g), s.variables[g]
	switch kind := kindOf(element); {
	case kind != ir.FuncKind && kind != ir.InterfaceKind:
		return s.types.communicative(element)
	case u.changes || u.beyond:
		return s.types.communicative(element)
	}
	return s.mayCommunicate(g) && slices.ContainsFunc(u.first, func(store *ssa.Store) bool { return s.acts(store.Val) })
}

// acts reports whether a value is a function that may communicate, or one in an interface that has such methods.
func (s *slicer) acts(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Function:
		return s.standing(v).communicates()
	case *ssa.MakeInterface:
		methods, _ := s.methodTable(v.X.Type())
		return len(methods) > 0
	}
	return true
}

// findTouching finds the functions that use, themselves or by calls, a variable which
// may lead to something that goroutines communicate over, or change another one that
// is held. It is called again when a lock has turned out to be no leaf.
func (s *slicer) findTouching() {
	s.touching = map[string]bool{}
	held := map[ssa.Value]bool{}
	for _, g := range s.held() {
		held[g] = true
	}
	if len(held) == 0 {
		return
	}
	var work []*ssa.Function
	for _, f := range s.order {
		if !s.isInitializer(f) && s.touches(f, held) {
			work = append(work, f)
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if name := s.name(f); !s.touching[name] {
			s.touching[name] = true
			work = append(work, s.users[name]...)
		}
	}
}

// touches reports whether a function itself uses one of the variables like that.
func (s *slicer) touches(f *ssa.Function, held map[ssa.Value]bool) bool {
	var operands []*ssa.Value
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			operands = in.Operands(operands[:0])
			for _, o := range operands {
				g, ok := baseOf(*o).(*ssa.Global)
				if !ok || !held[g] {
					continue
				}
				if store, ok := in.(*ssa.Store); ok && store.Addr == *o || s.mayCommunicate(g) {
					return true
				}
			}
		}
	}
	return false
}

// isTouching reports whether a static callee uses variables like that.
func (s *slicer) isTouching(f *ssa.Function) bool {
	f = genericOf(f)
	return s.touching[s.name(f)]
}

// refersToTouching reports whether a function refers to one of them.
func (s *slicer) refersToTouching(f *ssa.Function) bool {
	var operands []*ssa.Value
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			operands = in.Operands(operands[:0])
			for _, o := range operands {
				if callee, ok := (*o).(*ssa.Function); ok && s.isTouching(callee) {
					return true
				}
			}
		}
	}
	return false
}

// lowerVariables lists the variables that are held, for those who ask about the
// package as a whole.
func (s *slicer) lowerVariables() {
	list := s.held()
	if len(list) == 0 && !s.hasHooks() {
		return
	}
	s.result.Initializer = s.name(s.initializers[len(s.initializers)-1])
	for _, g := range list {
		v := ir.PackageVariable{Name: g.String(), Kind: kindOf(elementOf(g)), TypeName: structName(elementOf(g)), Site: s.text.site(g.Pos())}
		v.Locks = s.types.holdsPrimitive(elementOf(g), 0)
		s.result.Variables = append(s.result.Variables, v)
	}
}

// isInitializer reports whether a function is the initializer of a package, which is lowered.
func (s *slicer) isInitializer(f *ssa.Function) bool { return slices.Contains(s.initializers, f) }

// joinInitializers makes one initializer of those of several packages, which run one after the other.
func (s *slicer) joinInitializers() {
	if len(s.initializers) < 2 {
		return
	}
	var list []*ir.Function
	for _, f := range s.initializers {
		name := s.name(f)
		list = append(list, s.result.Functions[name])
		delete(s.result.Functions, name)
	}
	joined := ir.Sequence(list)
	s.result.Functions[joined.Name] = joined
}

// isInitialized reports whether a value asks if the package is initialized already:
// for the initializer, which runs once, it is not.
func isInitialized(v ssa.Value) bool {
	g := loadedGlobal(v)
	return g != nil && g.Name() == "init$guard"
}

// loadedGlobal is the package-level variable that a value is loaded from, nil if it is none.
func loadedGlobal(v ssa.Value) *ssa.Global {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	g, _ := load.X.(*ssa.Global)
	return g
}

// initializes reports whether an instruction of the initializer is kept for its own
// sake: as an effect, or because it stores in a variable that is held.
func (n *needs) initializes(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Store:
		g, ok := baseOf(in.Addr).(*ssa.Global)
		return ok && n.s.holds(g) && tracked(in.Val.Type()) || n.s.hooks(in)
	case *ssa.Call:
		callee := staticCallee(in.Common())
		imported := callee != nil && callee.Synthetic == n.f.Synthetic // the initializer of another package
		return !imported && n.callMatters(in.Common())
	case *ssa.UnOp:
		return in.Op == token.ARROW
	case *ssa.Return:
		return true
	}
	return false
}

// requireContent keeps what fills the memory that a value of the initializer is, or
// leads to.
func (n *needs) requireContent(v ssa.Value) {
	for _, user := range *v.Referrers() {
		switch user := user.(type) {
		case *ssa.Store:
			if user.Addr == v && tracked(user.Val.Type()) {
				n.require(user)
			}
		case *ssa.MapUpdate:
			if user.Map == v {
				n.require(user)
			}
		case *ssa.FieldAddr, *ssa.IndexAddr:
			n.requireContent(user.(ssa.Value))
		}
	}
}

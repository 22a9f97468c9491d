package lower

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// Package-level variables with errors are there to be returned, and to be compared with: by convention nobody sets those of
// another package that are named like that. What the own package does with its variables is seen: one that is declared without a value, and not set, is
// nil.

// An errorVariable says what is known of such a variable: that it is always nil, or never.
type errorVariable struct{ isNil, isThere bool }

// errorIn is what is known of a package-level variable with an error.
func (s *slicer) errorIn(g *ssa.Global) errorVariable {
	if !s.isOwnVariable(g) {
		return errorVariable{isThere: isNamedError(g)}
	}
	if s.errorUses == nil {
		s.findErrorUses()
	}
	u := s.errorUses[g]
	if u == nil { // nobody but perhaps others does anything to it
		return errorVariable{isNil: s.variables[g] != nil}
	}
	if u.known == nil {
		u.known = &errorVariable{} // it may be set to itself
		known := s.errorOf(g, u)
		u.known = &known
	}
	return *u.known
}

// errorOf is errorIn for a variable of the package that is set, or given to others.
func (s *slicer) errorOf(g *ssa.Global, u *errorUse) (known errorVariable) {
	if u.beyond {
		return errorVariable{}
	}
	known = errorVariable{isNil: s.variables[g] != nil, isThere: u.declared}
	for _, store := range u.stores {
		known.isNil = known.isNil && s.estimated(store).Value.Kind == ir.NilConst
		known.isThere = known.isThere && s.isThere(store)
	}
	return known
}

// An errorUse says how a variable is used: what is stored there, whether its declaration stores something, and whether
// somebody does anything but to load and store it.
type errorUse struct {
	stores           []*ssa.Store
	declared, beyond bool
	known            *errorVariable // once somebody has asked
}

// findErrorUses finds out how variables with errors are used.
func (s *slicer) findErrorUses() {
	s.errorUses = map[*ssa.Global]*errorUse{}
	seen := map[*ssa.Function]bool{}
	look := func(f *ssa.Function) {
		if !seen[f] {
			seen[f] = true
			s.noteErrorUses(f)
		}
	}
	for _, f := range s.order {
		look(f)
	}
	for _, pkg := range s.source.Packages { // where no variable is followed they are not among these
		for _, f := range WithLiterals(pkg.Func("init")) {
			look(f)
		}
	}
}

func (s *slicer) noteErrorUses(f *ssa.Function) {
	var operands []*ssa.Value
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			operands = in.Operands(operands[:0])
			for _, o := range operands {
				if g, ok := (*o).(*ssa.Global); ok && kindOf(elementOf(g)) == ir.ErrorKind {
					s.noteErrorUse(g, in)
				}
			}
		}
	}
}

func (s *slicer) noteErrorUse(g *ssa.Global, in ssa.Instruction) {
	store, isStore := in.(*ssa.Store)
	if _, isLoad := in.(*ssa.UnOp); isLoad {
		return
	}
	u := s.errorUses[g]
	if u == nil {
		u = &errorUse{}
		s.errorUses[g] = u
	}
	if !isStore || store.Val == g {
		u.beyond = true
		return
	}
	u.stores = append(u.stores, store)
	u.declared = u.declared || store.Parent() == store.Parent().Pkg.Func("init") // and not what it calls: who asks may come first
}

// isOwnVariable reports whether a variable is one of the packages that are lowered.
func (s *slicer) isOwnVariable(g *ssa.Global) bool {
	return g.Object() != nil && s.source.declares(g.Object())
}

// isNilError reports whether a value is loaded from a package-level variable with an error that is always nil.
func (s *slicer) isNilError(v ssa.Value) bool {
	g := loadedGlobal(v)
	return g != nil && kindOf(v.Type()) == ir.ErrorKind && s.errorIn(g).isNil
}

// isThereIn reports whether a value is loaded from a package-level variable with an error that is never nil.
func (s *slicer) isThereIn(v ssa.Value) bool {
	g := loadedGlobal(v)
	return g != nil && kindOf(v.Type()) == ir.ErrorKind && s.errorIn(g).isThere
}

// isSentinel reports whether an address is that of a variable with an error that others are compared with: one of the package
// that is set once, or an exported one that is named or known as such. By convention nobody sets these.
func (s *slicer) isSentinel(address ssa.Value) bool {
	g, ok := address.(*ssa.Global)
	if !ok || g.Object() == nil {
		return false
	}
	if s.variables[g] != nil {
		return s.isSetOnce(g)
	}
	return g.Object().Exported() && isNamedError(g) && s.errorIn(g).isThere
}

// isNamedError reports whether a variable says by its name, or home, that there is always an error in it.
func isNamedError(g *ssa.Global) bool {
	return library.IsStandard(g.Pkg.Pkg.Path()) || strings.HasPrefix(g.Name(), "Err") || g.Name() == "EOF"
}

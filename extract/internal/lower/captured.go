package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/ir"
)

// In SSA form function literals capture variables by their addresses. One that is set
// once, before anybody reads it, is no more than a name for its value: skeletons have the
// value in its place, and closures capture that, as those of the Go compiler do of small
// variables (cmd/compile/internal/escape, "capture by value"). So parameters that literals use, and
// most other things that they do, are no memory that goroutines share, and who calls a
// function with what is seen through its literals.

// valueOf is the value of a variable that is set once, or nil.
func (s *slicer) valueOf(alloc *ssa.Alloc) ssa.Value {
	if v, known := s.values[alloc]; known {
		return v
	}
	s.values[alloc] = nil
	kind := kindOf(elementOf(alloc))
	if kind == ir.OtherKind || kind == ir.GenericKind || kind.IsAggregate() || s.isInitializer(alloc.Parent()) || !isCaptured(alloc) {
		return nil
	}
	if store := setOnce(alloc); store != nil && !isNilConst(store.Val) { // of a variable, it is known that somebody may wait for it
		s.values[alloc] = store.Val
	}
	return s.values[alloc]
}

// isCaptured reports whether a function literal captures a variable.
func isCaptured(alloc *ssa.Alloc) bool {
	return slices.ContainsFunc(*alloc.Referrers(), func(user ssa.Instruction) bool { _, ok := user.(*ssa.MakeClosure); return ok })
}

// isByValue reports whether an address is that of a variable of which literals capture the
// value.
func (s *slicer) isByValue(address ssa.Value) bool {
	switch v := address.(type) {
	case *ssa.Alloc:
		return s.valueOf(v) != nil
	case *ssa.FreeVar:
		bound := s.bindingOf(v)
		return bound != nil && s.isByValue(bound)
	}
	return false
}

// named is the value that a variable is only a name for, where a value is loaded from such a one; else the value itself.
func (s *slicer) named(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	address := load.X
	for free, ok := address.(*ssa.FreeVar); ok; free, ok = address.(*ssa.FreeVar) {
		address = s.bindingOf(free)
	}
	if alloc, ok := address.(*ssa.Alloc); ok {
		if value := s.valueOf(alloc); value != nil {
			return value
		}
	}
	return v
}

// captured is what a literal captures where SSA form has the address of a variable.
func (s *slicer) captured(v ssa.Value) ssa.Value {
	if alloc, ok := v.(*ssa.Alloc); ok {
		if value := s.valueOf(alloc); value != nil {
			return value
		}
	}
	return v
}

// typeOfCaptured is the type of what a function has captured.
func (s *slicer) typeOfCaptured(v *ssa.FreeVar) types.Type {
	if s.isByValue(v) {
		return elementOf(v)
	}
	return v.Type()
}

// isPartOfFinal reports whether an address is that of a field of a variable with a struct that is set once, as a whole and
// before anybody reads it.
func (s *slicer) isPartOfFinal(address ssa.Value) bool {
	if _, ok := address.(*ssa.FieldAddr); !ok {
		return false
	}
	base := baseOf(address)
	for free, ok := base.(*ssa.FreeVar); ok; free, ok = base.(*ssa.FreeVar) {
		base = s.bindingOf(free)
	}
	alloc, ok := base.(*ssa.Alloc)
	return ok && kindOf(elementOf(alloc)) == ir.StructKind && setOnce(alloc) != nil
}

package lower

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// Code about data (library.IsData) is not followed, but it calls back: an http.Server
// calls its Handler, fmt.Fprintf the Write method of its io.Writer. Calls that
// take a function as an argument are opaque by their fact; other ways to hand
// something over are found here, where they are visible:
//
//   - a value becomes an interface that is passed to such code, or an entry of
//     a map that such code declares, and has a method that matters;
//   - a value becomes an interface that such code declares, and has a method
//     that does something that matters, be it one of that interface or one
//     that is found by an assertion;
//   - a function is stored in a field of a struct that such code declares.
//
// Whatever can be reached through the value is open from then on.

// handsOver reports whether an instruction hands something over.
func (s *slicer) handsOver(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.MakeInterface:
		return s.becomesCallback(in)
	case *ssa.Store:
		field, ok := in.Addr.(*ssa.FieldAddr)
		if !ok || kindOf(in.Val.Type()) != ir.FuncKind || isNilConst(in.Val) {
			return false
		}
		return s.isForeignData(field.X.Type().Underlying().(*types.Pointer).Elem())
	}
	return false
}

// isForeignData reports whether a type is declared in another package, about
// data.
func (s *slicer) isForeignData(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg() == s.source.Package.Pkg {
		return false
	}
	return library.TakesData(named.Obj().Pkg().Path())
}

// goesToData reports whether an interface value, of whatever type, is an
// argument of a call of code about data, or becomes an entry of a map of such
// code. What prints doesn't call more than String and the like.
func (s *slicer) goesToData(in *ssa.MakeInterface) bool {
	for _, user := range *in.Referrers() {
		switch user := user.(type) {
		case ssa.CallInstruction:
			callee := staticCallee(user.Common())
			if callee == nil || callee.Object() == nil || callee.Object().Pkg() == nil {
				continue
			}
			if library.IsData(callee.Object().Pkg().Path()) && !library.OnlyPrints(s.name(callee)) {
				return true
			}
		case *ssa.MapUpdate:
			if s.isForeignData(user.Map.Type()) {
				return true
			}
		}
	}
	return false
}

// becomesCallback reports whether code about data may call a method of the new
// interface value that matters.
func (s *slicer) becomesCallback(in *ssa.MakeInterface) bool {
	if !s.types.communicative(in.X.Type()) || !s.isForeignData(in.Type()) && !s.goesToData(in) {
		return false
	}
	t := types.Unalias(in.X.Type())
	if _, generic := t.(*types.TypeParam); generic {
		return true
	}
	if kindOf(t) == ir.FuncKind {
		return true
	}
	program := s.source.Package.Prog
	set := program.MethodSets.MethodSet(t)
	for i := range set.Len() {
		selection := set.At(i)
		if harmlessMethod(selection.Obj().(*types.Func)) {
			continue
		}
		if f := program.MethodValue(selection); f != nil && s.standing(unwrapped(f)) != inertFunction {
			return true
		}
	}
	return false
}

package lower

import (
	"go/types"
	"slices"

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
//   - a function is stored in a field of a struct that such code declares;
//   - a value becomes an interface that is an error: what errors carry isn't
//     followed;
//   - a value becomes an interface, and has a method that everybody has, for
//     printing or sorting, and that does something that matters. Calls of such
//     methods through interfaces aren't followed, as formatted printing makes
//     them everywhere and next to none of them matters. What prints also finds
//     them in the elements and exported fields of what it is given as any.
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
		return s.isForeignData(elementOf(field.X))
	}
	return false
}

// isForeignData reports whether a type is declared in another package, about
// data.
func (s *slicer) isForeignData(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || s.source.declares(named.Obj()) {
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

// becomesCallback reports whether code about data, or what prints or sorts, may
// call a method of the new interface value that matters.
func (s *slicer) becomesCallback(in *ssa.MakeInterface) bool {
	t := types.Unalias(in.X.Type())
	if !s.types.communicative(t) {
		return false
	}
	if types.Implements(t, errorType) {
		return true
	}
	if slices.ContainsFunc(s.everybodys(in), func(f *ssa.Function) bool { return !s.isQuiet(f) }) {
		return true // to hand things on is no matter where it prints or sorts
	}
	if !s.isForeignData(in.Type()) && !s.goesToData(in) || s.isKept(in) {
		return false
	}
	if _, generic := t.(*types.TypeParam); generic || kindOf(t) == ir.FuncKind {
		return true
	}
	return slices.ContainsFunc(s.found(in), func(t types.Type) bool {
		own := s.methodsOf(t, func(m *types.Func) bool { return !harmlessMethod(m) })
		return slices.ContainsFunc(own, func(f *ssa.Function) bool { return s.standing(f) != inertFunction })
	})
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// found lists the types of which somebody may find methods in a new interface
// value: in an interface without methods, also those of parts.
func (s *slicer) found(in *ssa.MakeInterface) []types.Type {
	if in.Type().Underlying().(*types.Interface).Empty() {
		return s.offered(in.X.Type())
	}
	return []types.Type{in.X.Type()}
}

// methodsOf lists the methods of a type of some sort, for themselves.
func (s *slicer) methodsOf(t types.Type, sort func(*types.Func) bool) []*ssa.Function {
	var list []*ssa.Function
	program := s.source.program()
	set := program.MethodSets.MethodSet(t)
	for i := range set.Len() {
		selection := set.At(i)
		if !sort(selection.Obj().(*types.Func)) {
			continue
		}
		if f := program.MethodValue(selection); f != nil {
			list = append(list, unwrapped(f))
		}
	}
	return list
}

// methodsBehind lists the methods that can be called through a new interface value.
func (s *slicer) methodsBehind(made *ssa.MakeInterface) []*ssa.Function {
	offered := made.Type().Underlying().(*types.Interface)
	return s.methodsOf(made.X.Type(), func(m *types.Func) bool {
		object, _, _ := types.LookupFieldOrMethod(offered, false, m.Pkg(), m.Name())
		return object != nil
	})
}

// everybodys lists the methods that everybody has and that a new interface value
// offers. They are kept for each type.
func (s *slicer) everybodys(in *ssa.MakeInterface) []*ssa.Function {
	var list []*ssa.Function
	for _, t := range s.found(in) {
		methods, ok := s.printed.At(t).([]*ssa.Function)
		if !ok {
			methods = s.methodsOf(t, harmlessMethod)
			s.printed.Set(t, methods)
		}
		list = append(list, methods...)
	}
	return list
}

// mostOffered limits how many types are looked through for methods.
const mostOffered = 200

// offered lists the types of values that are found without knowing the type of the
// value that they are part of: what it points to, its elements and exported fields.
func (s *slicer) offered(t types.Type) []types.Type {
	list := []types.Type{t}
	seen := map[types.Type]bool{t: true}
	for i := 0; i < len(list) && i < mostOffered; i++ {
		for _, part := range partsOf(list[i]) {
			if !seen[part] && s.types.communicative(part) {
				seen[part] = true
				list = append(list, part)
			}
		}
	}
	return list
}

// partsOf lists the types of what a value leads to in one step.
func partsOf(t types.Type) []types.Type {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return []types.Type{u.Elem()}
	case *types.Slice:
		return []types.Type{u.Elem()}
	case *types.Array:
		return []types.Type{u.Elem()}
	case *types.Map:
		return []types.Type{u.Key(), u.Elem()}
	case *types.Struct:
		var list []types.Type
		for field := range u.Fields() {
			if field.Exported() {
				list = append(list, field.Type())
			}
		}
		return list
	}
	return nil
}

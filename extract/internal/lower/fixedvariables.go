package lower

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// A package-level variable that isn't exported, or a field of one, has what its declaration says as long as nobody of the package
// stores something else there, or gets its address: if that is a constant it is that constant, and if the program computes it,
// the outside world has no say in it. Strings may be set by the linker (-X).

// fixedVariable is the constant that a load of such a variable yields, or nil.
func (s *slicer) fixedVariable(load *ssa.UnOp) *ssa.Const {
	stores, ok := s.declaredStores(load)
	if !ok || len(stores) > 1 || kindOf(load.Type()) == ir.StringKind {
		return nil
	}
	if len(stores) == 0 {
		return ssa.NewConst(constantOf(zeroOperand(load.Type())), load.Type())
	}
	if c, isConstant := s.standsFor(stores[0].Val).(*ssa.Const); isConstant {
		return c
	}
	if value := constantOf(s.estimated(stores[0]).Value); value != nil {
		return ssa.NewConst(value, load.Type())
	}
	return nil
}

// isDeclared reports whether a load yields what the program has computed for the declaration of such a variable.
func (s *slicer) isDeclared(load *ssa.UnOp) bool {
	stores, ok := s.declaredStores(load)
	return ok && !slices.ContainsFunc(stores, func(store *ssa.Store) bool { return !s.isOfProgram(store.Val, 0) })
}

// declaredStores are the stores for the declaration of a variable with plain data that a load is of, if all are seen and there
// are no others. The initializer itself may not have come to them.
func (s *slicer) declaredStores(load *ssa.UnOp) (stores []*ssa.Store, ok bool) {
	g, isVariable := baseOf(load.X).(*ssa.Global)
	if !isVariable || !s.isNeverChanged(g) || s.isInitializer(load.Parent()) {
		return nil, false
	}
	switch kindOf(load.Type()) {
	case ir.BoolKind, ir.IntKind, ir.StringKind:
	default:
		return nil, false
	}
	for _, store := range s.variables[g].first {
		switch {
		case isSamePlace(store.Addr, load.X):
			stores = append(stores, store)
		case !isOtherPlace(store.Addr, load.X):
			return nil, false
		}
	}
	return stores, load.X == g || isField(load.X)
}

// isField reports whether an address is that of a field of a package-level variable.
func isField(address ssa.Value) bool {
	field, ok := address.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	_, isVariable := field.X.(*ssa.Global)
	return isVariable
}

// isSamePlace reports whether two addresses in one package-level variable are the same: that of the variable, or of one field.
func isSamePlace(a, b ssa.Value) bool {
	return a == b || isField(a) && isField(b) && a.(*ssa.FieldAddr).Field == b.(*ssa.FieldAddr).Field
}

// isOtherPlace reports whether they are of two fields.
func isOtherPlace(a, b ssa.Value) bool {
	return isField(a) && isField(b) && a.(*ssa.FieldAddr).Field != b.(*ssa.FieldAddr).Field
}

// isOfProgram reports whether a value is made of nothing but constants.
func (s *slicer) isOfProgram(v ssa.Value, depth int) bool {
	if depth > deepestEstimate {
		return false
	}
	inner := func(v ssa.Value) bool { return s.isOfProgram(v, depth+1) }
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.BinOp:
		return inner(v.X) && inner(v.Y)
	case *ssa.Convert:
		return inner(v.X)
	case *ssa.Call:
		callee := staticCallee(v.Common())
		return callee != nil && s.isComputed(callee) && !slices.ContainsFunc(v.Call.Args, func(arg ssa.Value) bool { return !inner(arg) })
	}
	return false
}

// constantOf is the constant of an operand that is a truth value or a number, or nil.
func constantOf(o ir.Operand) constant.Value {
	switch o.Kind {
	case ir.BoolConst:
		return constant.MakeBool(o.Int != 0)
	case ir.IntConst:
		return constant.MakeInt64(o.Int)
	}
	return nil
}

// calleeOf is the static callee of a call, or the function whose results it yields again and again, as a package-level variable
// that nobody changes has what sync.OnceValue has made of it.
func (s *slicer) calleeOf(c *ssa.CallCommon) *ssa.Function {
	g := loadedGlobal(c.Value)
	if g == nil || c.IsInvoke() || !s.isNeverChanged(g) || len(s.variables[g].first) != 1 {
		return staticCallee(c)
	}
	made, ok := s.variables[g].first[0].Val.(*ssa.Call)
	if !ok {
		return nil
	}
	maker := staticCallee(made.Common())
	if maker == nil || !library.RepeatsResults(s.name(maker)) {
		return nil
	}
	f, _ := made.Call.Args[0].(*ssa.Function)
	return f
}

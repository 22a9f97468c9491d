package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/ir"
)

// of are the fields that are known of what an address is a field of.
func (e *estimate) of(address *ssa.FieldAddr) []ir.FieldValue {
	var known ir.Argument
	switch x := address.X.(type) {
	case *ssa.IndexAddr:
		known = e.element(x)
	default:
		if known = e.content(x); !known.IsKnown() {
			known = e.value(x)
		}
	}
	return known.Fields
}

// literal is what is known of a struct whose fields are all set in the block in which
// it is made and read.
func (e *estimate) literal(variable *ssa.Alloc, load *ssa.UnOp) ir.Argument {
	structure, ok := load.Type().Underlying().(*types.Struct)
	if !ok || variable.Block() != load.Block() {
		return ir.Argument{}
	}
	values := map[int]ir.Operand{}
	for _, user := range *variable.Referrers() {
		switch user := user.(type) {
		case *ssa.DebugRef:
			continue
		case *ssa.UnOp:
			if user.Op == token.MUL {
				continue
			}
		}
		field, ok := user.(*ssa.FieldAddr)
		if !ok || !e.isSetBefore(field, load, values) {
			return ir.Argument{}
		}
	}
	known := ir.Argument{}
	for i := range structure.NumFields() {
		v, set := values[i]
		if !set {
			v = zeroOperand(structure.Field(i).Type())
		}
		if v.Kind != ir.Unknown && v.Kind != ir.ZeroConst {
			known.Fields = append(known.Fields, ir.FieldValue{Index: i, Name: structure.Field(i).Name(), Value: v})
		}
	}
	return known
}

// isSetBefore reports whether a field is set once, before a load, and notes the value.
func (e *estimate) isSetBefore(field *ssa.FieldAddr, load *ssa.UnOp, values map[int]ir.Operand) bool {
	if _, again := values[field.Field]; again {
		return false
	}
	for _, user := range *field.Referrers() {
		store, ok := user.(*ssa.Store)
		_, again := values[field.Field]
		if !ok || again || store.Addr != field || store.Block() != load.Block() || slices.Index(store.Block().Instrs, ssa.Instruction(store)) > slices.Index(store.Block().Instrs, ssa.Instruction(load)) {
			return false
		}
		stored := e.value(store.Val)
		values[field.Field] = ir.Operand{}
		if len(stored.Captured) == 0 {
			values[field.Field] = stored.Value
		}
	}
	return true
}

// zeroOperand is the zero value of a type, if that is a constant.
func zeroOperand(t types.Type) ir.Operand {
	switch kind := kindOf(t); kind {
	case ir.StructKind, ir.ArrayKind, ir.TupleKind, ir.GenericKind:
		return ir.Operand{}
	default:
		return zeroOfKind(kind)
	}
}

// zeroOfKind is the zero value of a kind.
func zeroOfKind(kind ir.ValueKind) ir.Operand {
	switch kind {
	case ir.BoolKind:
		return ir.Operand{Kind: ir.BoolConst}
	case ir.IntKind:
		return ir.Operand{Kind: ir.IntConst}
	case ir.StringKind:
		return ir.Operand{Kind: ir.StringConst}
	case ir.StructKind, ir.ArrayKind:
		return ir.Operand{Kind: ir.ZeroConst}
	case ir.OtherKind:
		return ir.Operand{}
	}
	return ir.Operand{Kind: ir.NilConst}
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// content is what is known of what a local or captured variable holds that is set once,
// before anything else is done with it.
func (e *estimate) content(address ssa.Value) ir.Argument {
	alloc, holder := e.variable(address)
	if alloc == nil {
		return ir.Argument{}
	}
	store := setOnce(alloc)
	if store == nil {
		return ir.Argument{}
	}
	return holder.value(store.Val)
}

// variable is the variable of which a value is the address, with the estimate of the
// function that has it; nil if it isn't one.
func (e *estimate) variable(address ssa.Value) (*ssa.Alloc, *estimate) {
	switch v := address.(type) {
	case *ssa.Alloc:
		return v, e
	case *ssa.FreeVar:
		bound := e.s.bindingOf(v)
		if bound == nil || e.depth == deepestCall {
			return nil, nil
		}
		outer := &estimate{s: e.s, function: e.function.Parent(), busy: e.busy, depth: e.depth + 1, fixed: e.fixed}
		return outer.variable(bound)
	}
	return nil, nil
}

// bindingOf is what the closures of a function literal capture in one of its variables, or nil.
func (s *slicer) bindingOf(v *ssa.FreeVar) ssa.Value {
	made, i := s.closureOf(v.Parent()), slices.Index(v.Parent().FreeVars, v)
	if made == nil || i < 0 {
		return nil
	}
	return made.Bindings[i]
}

// closureOf is the instruction that makes the closures of a function literal, or nil.
func (s *slicer) closureOf(f *ssa.Function) *ssa.MakeClosure {
	if f.Parent() == nil {
		return nil
	}
	if made, known := s.closures[f]; known {
		return made
	}
	s.closures[f] = nil
	for _, b := range f.Parent().Blocks {
		for _, in := range b.Instrs {
			if made, ok := in.(*ssa.MakeClosure); ok {
				s.closures[made.Fn.(*ssa.Function)] = made
			}
		}
	}
	return s.closures[f]
}

// setOnce is the store to a variable that comes first of all that is done with it, if
// there is no other, not even in a function that has captured it.
func setOnce(alloc *ssa.Alloc) *ssa.Store {
	var store *ssa.Store
	for _, user := range *alloc.Referrers() {
		if s, ok := user.(*ssa.Store); ok && store == nil && s.Addr == alloc {
			store = s
		} else if !onlyLoads(user, alloc) {
			return nil
		}
	}
	if store == nil || store.Block() != alloc.Block() {
		return nil
	}
	for _, user := range *alloc.Referrers() {
		if !store.Block().Dominates(user.Block()) { // it runs after a panic
			return nil
		}
		if user.Block() == alloc.Block() && user != store && slices.Index(user.Block().Instrs, user) < slices.Index(user.Block().Instrs, ssa.Instruction(store)) {
			return nil
		}
	}
	return store
}

// onlyLoads reports whether an instruction does no more with a variable, or a part of
// one, than to load it, be it in a function that has captured it.
func onlyLoads(user ssa.Instruction, address ssa.Value) bool {
	switch user := user.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.UnOp:
		return user.Op == token.MUL
	case *ssa.FieldAddr:
		return !slices.ContainsFunc(*user.Referrers(), func(in ssa.Instruction) bool { return !onlyLoads(in, user) })
	case *ssa.MakeClosure:
		f := user.Fn.(*ssa.Function)
		for i, v := range user.Bindings {
			if v == address && slices.ContainsFunc(*f.FreeVars[i].Referrers(), func(in ssa.Instruction) bool { return !onlyLoads(in, f.FreeVars[i]) }) {
				return false
			}
		}
		return true
	}
	return false
}

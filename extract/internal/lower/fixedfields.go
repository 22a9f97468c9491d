package lower

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/ir"
)

// A field that every struct of its type has set to the same constant before anybody
// else sees it, and that nobody changes, is that constant. This is so for certain only
// if the package makes all structs of the type, one by one and under this name: the type
// isn't exported, and there are no others with such structs in them, nor copies, which
// could be of one that isn't set.

// A fieldSurvey looks for such fields.
type fieldSurvey struct {
	calls  *callSurvey
	values map[*types.Var]ir.Operand
	// wrong are fields that have several values, or may have.
	wrong map[*types.Var]bool
	// owner are the types of the fields in values.
	owner map[*types.Var]*types.Named
	// unruly are types of which not all structs are seen; inside the types of which
	// there are structs in the values of a type.
	unruly map[*types.Named]bool
	inside map[types.Type][]*types.Named
}

// findFixedFields notes the fields that are constants.
func (c *callSurvey) findFixedFields() {
	f := &fieldSurvey{
		calls: c, values: map[*types.Var]ir.Operand{}, wrong: map[*types.Var]bool{}, owner: map[*types.Var]*types.Named{},
		unruly: map[*types.Named]bool{}, inside: map[types.Type][]*types.Named{},
	}
	c.instructions(f.stored)
	if len(f.values) == 0 {
		return
	}
	f.declared()
	c.instructions(f.held)
	for v, o := range f.values {
		if !f.wrong[v] && !f.unruly[f.owner[v]] {
			c.s.fixedFields[v] = o
		}
	}
	clear(c.known) // more is known of callers now
}

// instructions visits all instructions of the package.
func (c *callSurvey) instructions(visit func(ssa.Instruction)) {
	for _, f := range c.functions {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				visit(in)
			}
		}
	}
}

// fieldOf is the field that an address is of, with its type, if other packages can
// name neither.
func (f *fieldSurvey) fieldOf(address *ssa.FieldAddr) (*types.Var, *types.Named) {
	named := NamedOf(address.X.Type())
	if named == nil || named.Obj().Pkg() != f.calls.s.source.Package.Pkg || named.Obj().Exported() && !f.calls.s.result.Main {
		return nil, nil
	}
	structure, ok := named.Origin().Underlying().(*types.Struct)
	if !ok || structure.Field(address.Field).Exported() {
		return nil, nil
	}
	switch field := structure.Field(address.Field); kindOf(field.Type()) {
	case ir.BoolKind, ir.IntKind, ir.StringKind, ir.FuncKind:
		return field, named.Origin()
	}
	return nil, nil
}

// stored looks at what is done with the address of a field.
func (f *fieldSurvey) stored(in ssa.Instruction) {
	address, ok := in.(*ssa.FieldAddr)
	if !ok {
		return
	}
	field, owner := f.fieldOf(address)
	if field == nil {
		return
	}
	for _, user := range *address.Referrers() {
		switch user := user.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			f.assigned(field, owner, user, address)
		default:
			f.wrong[field] = true
		}
	}
}

// assigned enters a value that is stored in a field.
func (f *fieldSurvey) assigned(field *types.Var, owner *types.Named, store *ssa.Store, address *ssa.FieldAddr) {
	o, free := f.constant(store)
	old, known := f.values[field]
	if store.Addr != address || !free || o.Kind == ir.Unknown || o.Kind == ir.NilConst || known && (old != o || f.owner[field] != owner) {
		f.wrong[field] = true
		return
	}
	f.values[field], f.owner[field] = o, owner
}

// constant is the constant that a store stores, whoever calls its function; it is not
// ok for a function with captured variables.
func (f *fieldSurvey) constant(store *ssa.Store) (o ir.Operand, ok bool) {
	e := &estimate{s: f.calls.s, function: store.Parent(), busy: map[ssa.Value]bool{}}
	if callers := f.calls.of(store.Parent()); callers.All && len(callers.Calls) > 0 {
		e.env = callers.Join().Values
	}
	v := e.value(store.Val)
	return v.Value, len(v.Captured) == 0
}

// declared looks at what the package declares: variables that hold structs, types with
// structs in them, and other names for a type.
func (f *fieldSurvey) declared() {
	for _, member := range f.calls.s.source.Package.Members {
		switch m := member.(type) {
		case *ssa.Global:
			f.spoil(m.Type().Underlying().(*types.Pointer).Elem(), nil)
		case *ssa.Type:
			named, _ := types.Unalias(m.Type()).(*types.Named)
			if m.Object().(*types.TypeName).IsAlias() {
				named = nil
			}
			f.spoil(m.Type(), named)
		}
	}
}

// spoil notes that there may be structs in values of a type that nobody sets, but for
// those that are such a value as a whole.
func (f *fieldSurvey) spoil(t types.Type, whole *types.Named) {
	for _, named := range f.structsIn(t) {
		if whole == nil || named != whole.Origin() {
			f.unruly[named] = true
		}
	}
}

// held looks at the values of an instruction.
func (f *fieldSurvey) held(in ssa.Instruction) {
	if v, ok := in.(ssa.Value); ok {
		f.spoil(v.Type(), nil)
	}
	var operands [8]*ssa.Value
	for _, o := range in.Operands(operands[:0]) {
		if c, ok := (*o).(*ssa.Const); ok {
			f.spoil(c.Type(), nil)
		}
		if callee, ok := (*o).(*ssa.Function); ok {
			for _, t := range callee.TypeArgs() {
				f.spoil(t, nil)
			}
		}
	}
	switch in := in.(type) {
	case *ssa.Alloc:
		element := in.Type().Underlying().(*types.Pointer).Elem()
		named, _ := types.Unalias(element).(*types.Named)
		f.spoil(element, named)
		if named != nil {
			f.made(in, named.Origin())
		}
	case *ssa.Convert, *ssa.ChangeType, *ssa.MultiConvert:
		if pointer, ok := in.(ssa.Value).Type().Underlying().(*types.Pointer); ok {
			f.spoil(pointer.Elem(), nil)
		}
	}
}

// structsIn lists the types with fields in question of which there are structs in a
// value of a type, not behind a pointer of it. A slice, map or channel holds those that
// are in its elements.
func (f *fieldSurvey) structsIn(t types.Type) []*types.Named {
	if list, ok := f.inside[t]; ok {
		return list
	}
	f.inside[t] = nil // a type that holds itself holds no more
	var list []*types.Named
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if named, ok := types.Unalias(t).(*types.Named); ok && f.owns(named.Origin()) {
			list = append(list, named.Origin())
		}
		for field := range u.Fields() {
			list = append(list, f.structsIn(field.Type())...)
		}
	case *types.Tuple:
		for v := range u.Variables() {
			list = append(list, f.structsIn(v.Type())...)
		}
	case *types.Map:
		list = append(f.structsIn(u.Key()), f.structsIn(u.Elem())...)
	case interface{ Elem() types.Type }:
		if _, ok := u.(*types.Pointer); !ok {
			list = f.structsIn(u.Elem())
		}
	}
	f.inside[t] = list
	return list
}

// owns reports whether a type has a field in question.
func (f *fieldSurvey) owns(t *types.Named) bool {
	structure := t.Underlying().(*types.Struct)
	for field := range structure.Fields() {
		if f.owner[field] != nil {
			return true
		}
	}
	return false
}

// made looks whether a new struct has its fields set before anything else is done with
// it.
func (f *fieldSurvey) made(alloc *ssa.Alloc, owner *types.Named) {
	structure, ok := owner.Underlying().(*types.Struct)
	if !ok {
		return
	}
	set := initialised(alloc)
	for i := range structure.NumFields() {
		if field := structure.Field(i); f.owner[field] != nil && !set[i] {
			f.wrong[field] = true
		}
	}
}

// initialised lists the fields of a new struct that are set in its block while nothing
// else happens to it.
func initialised(alloc *ssa.Alloc) map[int]bool {
	set := map[int]bool{}
	started := false
	var operands [8]*ssa.Value
	for _, in := range alloc.Block().Instrs {
		if in == alloc {
			started = true
			continue
		}
		if !started {
			continue
		}
		if store, ok := in.(*ssa.Store); ok && store.Val != alloc {
			if address, ok := store.Addr.(*ssa.FieldAddr); ok && address.X == alloc {
				set[address.Field] = true
				continue
			}
		}
		if address, ok := in.(*ssa.FieldAddr); ok && address.X == alloc {
			continue
		}
		for _, o := range in.Operands(operands[:0]) {
			if leadsInto(*o, alloc) {
				return set
			}
		}
	}
	return set
}

// leadsInto reports whether a value is the address of a struct, or of a field of it.
func leadsInto(v ssa.Value, alloc *ssa.Alloc) bool {
	if address, ok := v.(*ssa.FieldAddr); ok {
		v = address.X
	}
	return v == alloc
}

// fixedField is the constant that a load yields, if it is that of a field which is one.
func (s *slicer) fixedField(load *ssa.UnOp) (ir.Operand, bool) {
	address, ok := load.X.(*ssa.FieldAddr)
	if !ok || load.Op != token.MUL || len(s.fixedFields) == 0 {
		return ir.Operand{}, false
	}
	named := NamedOf(address.X.Type())
	if named == nil {
		return ir.Operand{}, false
	}
	structure, ok := named.Origin().Underlying().(*types.Struct)
	if !ok {
		return ir.Operand{}, false
	}
	o, ok := s.fixedFields[structure.Field(address.Field)]
	return o, ok
}

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
// could be of one that isn't set. A field that is only set in a new struct, before
// anybody else sees it, is final: of a struct that one has seen made it is known.

// A fieldSurvey looks for such fields.
type fieldSurvey struct {
	calls  *callSurvey
	fields map[*types.Var]*fieldUse
	// unruly are types of which not all structs are seen; inside the types of which
	// there are structs in the values of a type.
	unruly map[*types.Named]bool
	inside map[types.Type][]*types.Named
	// present are types of which the package makes structs, ambiguous those whose structs are used as those of another type,
	// too, and boxed those of which some are put into interfaces: see findNilFields.
	present, ambiguous, boxed map[*types.Named]bool
}

// A fieldUse is what is done with a field.
type fieldUse struct {
	owner *types.Named
	// value is what it is set to, if it is fixed and set at all.
	value ir.Operand
	// varies says that it isn't one constant, changes that it isn't final, isSet that
	// somebody sets it at all.
	varies, changes, isSet bool
	// carries says that messages may come over the channel that it is.
	carries bool
	nilUse
}

// findFields notes the fields that are constants, and those that are final.
func (c *callSurvey) findFields() {
	f := &fieldSurvey{
		calls: c, fields: map[*types.Var]*fieldUse{},
		unruly: map[*types.Named]bool{}, inside: map[types.Type][]*types.Named{},
		present: map[*types.Named]bool{}, ambiguous: map[*types.Named]bool{}, boxed: map[*types.Named]bool{},
	}
	c.instructions(f.addressed)
	if len(f.fields) == 0 {
		return
	}
	f.declared()
	c.instructions(f.held)
	for v, use := range f.fields {
		if f.unruly[use.owner] {
			continue
		}
		if !use.varies && use.value.Kind != ir.Unknown && f.isHidden(use.owner) {
			c.s.fixedFields[v] = use.value
		}
		if !use.changes {
			c.s.finalFields[v] = true
			c.s.setFields[v] = use.isSet
			c.s.closingFields[v] = use.isSet && !use.carries
		}
	}
	f.findNilFields()
	clear(c.known) // more is known of callers now
}

// isHidden reports whether other packages can't make structs of a type.
func (f *fieldSurvey) isHidden(t *types.Named) bool {
	return !t.Obj().Exported() || f.calls.s.result.Main
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

// fieldOf is what is done with the field that an address is of, if the package alone
// can name it; else nil.
func (f *fieldSurvey) fieldOf(address *ssa.FieldAddr) *fieldUse {
	named := NamedOf(address.X.Type())
	if named == nil || !f.calls.s.source.declares(named.Obj()) {
		return nil
	}
	owner := named.Origin()
	structure, ok := owner.Underlying().(*types.Struct)
	if !ok || structure.Field(address.Field).Exported() {
		return nil
	}
	field := structure.Field(address.Field)
	switch kindOf(field.Type()) {
	case ir.StructKind, ir.ArrayKind, ir.OtherKind:
		return nil
	}
	use := f.fields[field]
	if use == nil {
		use = &fieldUse{owner: owner}
		f.fields[field] = use
	}
	if use.owner != owner { // two types with the same fields
		use.varies, use.changes = true, true
	}
	return use
}

// addressed looks at what is done with the address of a field.
func (f *fieldSurvey) addressed(in ssa.Instruction) {
	address, ok := in.(*ssa.FieldAddr)
	if !ok {
		return
	}
	use := f.fieldOf(address)
	if use == nil {
		return
	}
	for _, user := range *address.Referrers() {
		switch user := user.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			use.carries = use.carries || !isOnlyClosed(user)
			use.note(user)
		case *ssa.Store:
			made, isMade := user.Val.(*ssa.MakeChan)
			use.carries = use.carries || !isMade || !isOnlyClosed(made, user)
			f.assigned(use, user, address)
		default:
			use.varies, use.changes = true, true
		}
	}
}

// assigned enters a value that is stored in a field.
func (f *fieldSurvey) assigned(use *fieldUse, store *ssa.Store, address *ssa.FieldAddr) {
	use.isSet = true
	if store.Addr != address {
		use.varies, use.changes = true, true
		return
	}
	alloc, made := address.X.(*ssa.Alloc)
	if !made || !f.calls.s.isInitial(alloc, store) {
		use.changes = true
	}
	if use.varies {
		return
	}
	switch kindOf(store.Val.Type()) {
	case ir.BoolKind, ir.IntKind, ir.StringKind, ir.FuncKind:
	default:
		use.varies = true
		return
	}
	v := f.stored(store)
	known := use.value.Kind != ir.Unknown
	switch v.Value.Kind {
	case ir.BoolConst, ir.IntConst, ir.StringConst, ir.FunctionConst:
		use.varies = use.varies || known && use.value != v.Value || len(v.Captured) > 0
		use.value = v.Value
	default:
		use.varies = true
	}
}

// stored is what is known of what a store stores, whoever calls its function.
func (f *fieldSurvey) stored(store *ssa.Store) ir.Argument {
	e := &estimate{s: f.calls.s, function: store.Parent(), busy: map[ssa.Value]bool{}}
	if _, passed := store.Val.(*ssa.Parameter); passed {
		if callers := f.calls.of(store.Parent()); callers.All && len(callers.Calls) > 0 {
			e.env = callers.Join().Values
		}
	}
	return e.value(store.Val)
}

// declared looks at what the package declares: variables that hold structs, types with
// structs in them, and other names for a type.
func (f *fieldSurvey) declared() {
	for member := range f.calls.s.source.members() {
		switch m := member.(type) {
		case *ssa.Global:
			f.spoil(elementOf(m), nil)
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
		element := elementOf(in)
		named, _ := types.Unalias(element).(*types.Named)
		f.spoil(element, named)
		if named != nil {
			f.made(in, named.Origin())
		}
	case *ssa.Convert, *ssa.ChangeType, *ssa.MultiConvert:
		for _, v := range []ssa.Value{in.(ssa.Value), *in.Operands(nil)[0]} {
			if pointer, ok := v.Type().Underlying().(*types.Pointer); ok {
				f.spoil(pointer.Elem(), nil) // it is used as the one type and as the other
			}
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
		if f.fields[field] != nil {
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
	set := f.calls.s.initialised(alloc)
	for i := range structure.NumFields() {
		if use := f.fields[structure.Field(i)]; use != nil && set[i] == nil {
			use.varies = true
		}
	}
}

// isInitial reports whether a store is the one that initialises a field of a new struct.
func (s *slicer) isInitial(alloc *ssa.Alloc, store *ssa.Store) bool {
	for _, initial := range s.initialised(alloc) {
		if initial == store {
			return true
		}
	}
	return false
}

// initialised lists the fields of a new struct that are set in its block while nothing
// else happens to it, by index, with the last store to each.
func (s *slicer) initialised(alloc *ssa.Alloc) map[int]*ssa.Store {
	set, known := s.initial[alloc]
	if !known {
		set = initialStores(alloc, s.instructionsAfter(alloc))
		s.initial[alloc] = set
	}
	return set
}

// longestLiteral limits how many instructions are looked through for what sets the
// fields of a new struct.
const longestLiteral = 300

// instructionsAfter are those after an allocation in its block.
func (s *slicer) instructionsAfter(alloc *ssa.Alloc) []ssa.Instruction {
	b := alloc.Block()
	if s.allocsOf != b {
		s.allocsOf, s.allocAt = b, map[*ssa.Alloc]int{}
		for i, in := range b.Instrs {
			if other, ok := in.(*ssa.Alloc); ok {
				s.allocAt[other] = i
			}
		}
	}
	after := b.Instrs[s.allocAt[alloc]+1:]
	return after[:min(len(after), longestLiteral)]
}

func initialStores(alloc *ssa.Alloc, after []ssa.Instruction) map[int]*ssa.Store {
	set := map[int]*ssa.Store{}
	var operands [8]*ssa.Value
	for _, in := range after {
		if store, ok := in.(*ssa.Store); ok && store.Val != alloc {
			if address, ok := store.Addr.(*ssa.FieldAddr); ok && address.X == alloc {
				set[address.Field] = store
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
	o, ok := s.fixedFields[originOf(address)]
	return o, ok
}

// isFinal reports whether an address is that of a field that is final, and set by somebody. Who
// waits for one that nobody sets doesn't show who will.
func (s *slicer) isFinal(address ssa.Value) bool {
	field, ok := address.(*ssa.FieldAddr)
	if ok && isLastingField(fieldOf(field)) {
		return !s.setsLasting()
	}
	if !ok || len(s.setFields) == 0 {
		return false
	}
	return s.setFields[originOf(field)]
}

// isLastingField reports whether a field of a library doesn't change as long as anything of the program runs that it is given to.
func isLastingField(field *types.Var) bool {
	return field.Name() == "N" && field.Pkg() != nil && field.Pkg().Path() == "testing"
}

// setsLasting reports whether the package sets such a field all the same.
func (s *slicer) setsLasting() bool {
	if s.lastingSet == nil {
		isSet := containInstruction(s.order, storesLasting)
		s.lastingSet = &isSet
	}
	return *s.lastingSet
}

func storesLasting(in ssa.Instruction) bool {
	field := storedField(in)
	return field != nil && isLastingField(fieldOf(field))
}

// allocated is what is known of a new variable: of a struct the fields that are final.
func (e *estimate) allocated(alloc *ssa.Alloc) ir.Argument {
	known := ir.Argument{NonNil: true}
	named := NamedOf(alloc.Type())
	if named == nil || len(e.s.finalFields) == 0 {
		return known
	}
	structure, ok := named.Origin().Underlying().(*types.Struct)
	if !ok {
		return known
	}
	var set map[int]*ssa.Store
	for i := range structure.NumFields() {
		field := structure.Field(i)
		if !e.s.finalFields[field] {
			continue
		}
		if set == nil {
			set = e.s.initialised(alloc)
		}
		v := ir.Argument{Value: zeroOperand(field.Type())}
		if store := set[i]; store != nil {
			v = e.value(store.Val)
		}
		if v.Value.Kind != ir.Unknown && len(v.Captured) == 0 {
			known.Fields = append(known.Fields, ir.FieldValue{Index: i, Name: field.Name(), Value: v.Value})
		}
	}
	return known
}

package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A channel in a field that nobody ever sets is the nil channel: who waits for it does so for ever, and who closes it
// panics. Only the package can set a field that isn't exported. Nothing is said of one that it compares with nil, or of one
// whose structs it uses as another type: there it is meant to be nil, or set under that. A case of a select that
// never comes is no bug either, so that a channel is taken for nil only where it is waited for alone, or closed.
// Nor is it one to wait for ever on purpose, as what implements an interface without doing anything may: a channel on which nobody
// sends, and that nobody closes, must be in a struct that the package puts into no interface. And the package must make
// such structs: else it isn't done yet.

// A nilUse is what is done with the channels that are loaded from a field.
type nilUse struct {
	// compared says that somebody asks whether one is nil, or may, who is given it, served that somebody sends on one, or closes it.
	compared, served bool
}

// note notes how a loaded channel is used.
func (u *nilUse) note(load ssa.Value) {
	for _, user := range *load.Referrers() {
		switch user := user.(type) {
		case *ssa.BinOp, *ssa.MakeInterface, *ssa.Phi:
			u.compared = true
		case *ssa.Send:
			u.served = true
		case *ssa.Select:
			u.served = u.served || slices.ContainsFunc(user.States, func(state *ssa.SelectState) bool {
				return state.Chan == load && state.Dir == types.SendOnly
			})
		case ssa.CallInstruction:
			u.served = u.served || closes(user)
			_, isBuiltin := user.Common().Value.(*ssa.Builtin)
			u.compared = u.compared || !isBuiltin
		}
	}
}

// closes reports whether a call is that of close.
func closes(call ssa.CallInstruction) bool {
	builtin, ok := call.Common().Value.(*ssa.Builtin)
	return ok && builtin.Name() == "close"
}

// findNilFields notes the fields with channels that nobody ever sets.
func (f *fieldSurvey) findNilFields() {
	s := f.calls.s
	if !s.source.Complete || s.source.usesUnsafe() {
		return
	}
	f.calls.instructions(f.disguised)
	for member := range s.source.members() {
		if v, ok := member.(*ssa.Global); ok {
			f.mark(f.present, elementOf(v))
		}
	}
	for field, use := range f.fields {
		isNil := !use.isSet && !use.changes && !use.compared && f.present[use.owner] && !f.ambiguous[use.owner]
		if _, isChannel := field.Type().Underlying().(*types.Chan); isChannel && isNil && (use.served || !f.boxed[use.owner]) {
			s.nilFields[field] = true
		}
	}
}

// usesUnsafe reports whether the packages may get at fields by their addresses alone.
func (s *Source) usesUnsafe() bool {
	return slices.ContainsFunc(s.Packages, func(pkg *ssa.Package) bool { return slices.Contains(pkg.Pkg.Imports(), types.Unsafe) })
}

// disguised notes the types whose structs an instruction makes, uses as those of another type, or puts into an interface; also
// what is read of structs that aren't in memory.
func (f *fieldSurvey) disguised(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.ChangeType, *ssa.Convert, *ssa.MultiConvert:
		f.mark(f.ambiguous, in.(ssa.Value).Type())
		f.mark(f.ambiguous, (*in.Operands(nil)[0]).Type())
	case *ssa.Alloc:
		if !holdsParameter(in) {
			f.mark(f.present, elementOf(in))
		}
	case *ssa.MakeInterface:
		f.mark(f.boxed, in.X.Type())
	case *ssa.Field:
		if use := f.fields[fieldNumber(in.X.Type(), in.Field)]; use != nil {
			use.note(in)
		}
	}
}

// holdsParameter reports whether a variable is where a function keeps what it was given.
func holdsParameter(variable *ssa.Alloc) bool {
	return slices.ContainsFunc(*variable.Referrers(), func(user ssa.Instruction) bool {
		store, ok := user.(*ssa.Store)
		if !ok || store.Addr != variable {
			return false
		}
		_, isParameter := store.Val.(*ssa.Parameter)
		return isParameter
	})
}

// mark enters the types of the structs in a value of a type, or behind a pointer.
func (f *fieldSurvey) mark(set map[*types.Named]bool, t types.Type) {
	if pointer, ok := t.Underlying().(*types.Pointer); ok {
		t = pointer.Elem()
	}
	for _, named := range f.structsIn(t) {
		set[named] = true
	}
}

// isNilField reports whether a load yields the channel of a field that nobody ever sets, to wait for that alone, or to close
// it.
func (s *slicer) isNilField(load *ssa.UnOp) bool {
	address, ok := load.X.(*ssa.FieldAddr)
	if !ok || len(s.nilFields) == 0 || !s.nilFields[originOf(address)] {
		return false
	}
	return !slices.ContainsFunc(usesOf(load), func(user ssa.Instruction) bool {
		switch user := user.(type) {
		case *ssa.UnOp:
			return user.Op != token.ARROW
		case *ssa.Send:
			return user.Chan != load
		case ssa.CallInstruction:
			return !closes(user)
		}
		return true
	})
}

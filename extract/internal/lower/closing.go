package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A channel in a final field on which nobody ever sends is there to be closed: who has received from it knows that it is
// closed, and stays so. Whoever else has it may send, so that it must be made where it is put there, and be loaded only to be
// closed or received from, or to be given to those who can only receive.

// isClosing reports whether an address is that of a field with such a channel.
func (s *slicer) isClosing(address ssa.Value) bool {
	field, ok := address.(*ssa.FieldAddr)
	return ok && len(s.closingFields) > 0 && s.closingFields[originOf(field)]
}

// originOf is the field of a type with a name as that declares it, or nil.
func originOf(field *ssa.FieldAddr) *types.Var {
	named := NamedOf(field.X.Type())
	if named == nil {
		return nil
	}
	structure, ok := named.Origin().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return structure.Field(field.Field)
}

// isOnlyClosed reports whether nobody can send on a channel by way of a value, but for who uses it as told.
func isOnlyClosed(channel ssa.Value, told ...ssa.Instruction) bool {
	return !slices.ContainsFunc(*channel.Referrers(), func(user ssa.Instruction) bool {
		switch user := user.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
			return false
		case *ssa.UnOp:
			return user.Op != token.ARROW
		case *ssa.Select:
			return slices.ContainsFunc(user.States, func(state *ssa.SelectState) bool {
				return state.Send == channel || state.Chan == channel && state.Dir == types.SendOnly
			})
		case *ssa.ChangeType:
			to, ok := user.Type().Underlying().(*types.Chan)
			return !ok || to.Dir() != types.RecvOnly
		case ssa.CallInstruction:
			return !closes(user)
		}
		return !slices.Contains(told, user)
	})
}

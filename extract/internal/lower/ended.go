package lower

import (
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
)

// Who has received from the channel of a context, has cancelled it, or knows that it has an error, knows that it has
// ended: its error isn't nil any more. That is certain where it comes before the question on all paths of one function.

// isOfEnded reports whether a call asks a context for its error that has ended before.
func (s *slicer) isOfEnded(call *ssa.Call) bool {
	asked := s.contextAsked(call)
	if asked == nil {
		return false
	}
	for _, b := range call.Parent().Blocks {
		for _, in := range b.Instrs {
			before, ok := in.(*ssa.Call)
			if ok && before != call && s.tellsEnd(before, asked, call) {
				return true
			}
		}
	}
	return false
}

// tellsEnd reports whether a call says that a context has ended when control comes to an instruction: something was
// received from its channel, it has an error, or it was cancelled.
func (s *slicer) tellsEnd(before *ssa.Call, context ssa.Value, at *ssa.Call) bool {
	if isDone(before) {
		return s.isSameContext(before.Call.Value, context) && isEndedBy(before, at)
	}
	if asked := s.contextAsked(before); asked != nil {
		return s.isSameContext(asked, context) && isErrorThere(before, at) && asksOnlyWhether(at)
	}
	return dominates(before, at) && s.cancels(before.Call.Value, context)
}

// isErrorThere reports whether control comes to an instruction only where an error isn't nil.
func isErrorThere(err ssa.Value, at ssa.Instruction) bool {
	return slices.ContainsFunc(*err.Referrers(), func(user ssa.Instruction) bool {
		test, ok := user.(*ssa.BinOp)
		if !ok || !isNil(test.X) && !isNil(test.Y) {
			return false
		}
		return test.Op == token.NEQ && isOnSideOf(test, 0, at.Block()) || test.Op == token.EQL && isOnSideOf(test, 1, at.Block())
	})
}

// asksOnlyWhether reports whether of an error is asked only whether there is one, and not which.
func asksOnlyWhether(err ssa.Value) bool {
	return !slices.ContainsFunc(*err.Referrers(), func(user ssa.Instruction) bool {
		test, ok := user.(*ssa.BinOp)
		return !ok || !isNil(test.X) && !isNil(test.Y)
	})
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// cancels reports whether a function cancels a context: both are loaded from fields of one struct that are always set
// together, to what the context package has made as a pair. The function that loads them sets neither.
func (s *slicer) cancels(cancel, context ssa.Value) bool {
	end, ended := loadedField(cancel), loadedField(context)
	if end == nil || ended == nil || end.X != ended.X || typeName(cancel.Type()) != "context.CancelFunc" {
		return false
	}
	sets := func(in ssa.Instruction) bool {
		stored := storedField(in)
		return stored != nil && (fieldOf(stored) == fieldOf(end) || fieldOf(stored) == fieldOf(ended))
	}
	return !containInstruction([]*ssa.Function{end.Parent()}, sets) && s.arePaired(fieldOf(end), fieldOf(ended))
}

// loadedField is the address of the field that a value is loaded from, or nil.
func loadedField(v ssa.Value) *ssa.FieldAddr {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	field, _ := load.X.(*ssa.FieldAddr)
	return field
}

// arePaired reports whether whoever sets one of two unexported fields sets the other one, too, in the same block, to the
// context that the first one cancels.
func (s *slicer) arePaired(end, ended *types.Var) bool {
	if end.Exported() || ended.Exported() {
		return false
	}
	unpaired := func(in ssa.Instruction) bool {
		address, ok := in.(*ssa.FieldAddr)
		if !ok || fieldOf(address) != end && fieldOf(address) != ended {
			return false
		}
		return slices.ContainsFunc(*address.Referrers(), func(user ssa.Instruction) bool {
			switch user := user.(type) {
			case *ssa.DebugRef, *ssa.UnOp:
				return false
			case *ssa.Store:
				return user.Addr != address || !s.isStoredAsPair(user, address, end, ended)
			}
			return true
		})
	}
	return !containInstruction(slices.Collect(maps.Values(s.functions)), unpaired)
}

// isStoredAsPair reports whether a store to one of two fields has one to the other beside it, of the other result of one call of the context package.
func (s *slicer) isStoredAsPair(store *ssa.Store, address *ssa.FieldAddr, end, ended *types.Var) bool {
	value, ok := store.Val.(*ssa.Extract)
	if !ok {
		return false
	}
	if made, isCall := value.Tuple.(*ssa.Call); !isCall || !s.makesPair(made) {
		return false
	}
	other, number := end, 1
	if fieldOf(address) == end {
		other, number = ended, 0
	}
	if value.Index == number {
		return false
	}
	return slices.ContainsFunc(store.Block().Instrs, func(in ssa.Instruction) bool {
		stored := storedField(in)
		if stored == nil || fieldOf(stored) != other || stored.X != address.X {
			return false
		}
		beside, ok := in.(*ssa.Store).Val.(*ssa.Extract)
		return ok && beside.Tuple == value.Tuple && beside.Index == number
	})
}

// makesPair reports whether a call makes a context with what cancels it.
func (s *slicer) makesPair(call *ssa.Call) bool {
	callee := staticCallee(&call.Call)
	if callee == nil {
		return false
	}
	meaning := library.Find(s.name(callee)).Meaning
	return meaning == library.WithCancel || meaning == library.WithTimeout
}

// contextAsked is the context whose error a call asks for, or nil.
func (s *slicer) contextAsked(call *ssa.Call) ssa.Value {
	c := call.Common()
	if c.IsInvoke() && c.Method.Name() == "Err" && isContext(c.Value.Type()) {
		return c.Value
	}
	if s.isCallOf(c, library.ContextCause) {
		return c.Args[0]
	}
	return nil
}

// isDone reports whether a call asks a context for its channel.
func isDone(call *ssa.Call) bool {
	return call.Call.IsInvoke() && call.Call.Method.Name() == "Done" && isContext(call.Call.Value.Type())
}

// isSameContext reports whether two values of a function are one context: loaded from one variable that is set once, or
// from one field which the function doesn't set, or the answers of one method of one value.
func (s *slicer) isSameContext(v, other ssa.Value) bool {
	if v == other || slices.Contains(s.namesOf(v), other) {
		return true
	}
	if slices.Contains(loadedAlike(v), other) {
		field := v.(*ssa.UnOp).X.(*ssa.FieldAddr)
		return !containInstruction([]*ssa.Function{field.Parent()}, func(in ssa.Instruction) bool {
			stored := storedField(in)
			return stored != nil && fieldOf(stored) == fieldOf(field)
		})
	}
	call, isCall := v.(*ssa.Call)
	again, isAgain := other.(*ssa.Call)
	if !isCall || !isAgain {
		return false
	}
	receiver, name := receiverOf(call.Common())
	asked, askedName := receiverOf(again.Common())
	return receiver != nil && receiver == asked && name == "Context" && askedName == name
}

// isEndedBy reports whether something was received from a channel when control comes to an instruction.
func isEndedBy(channel ssa.Value, at ssa.Instruction) bool {
	return slices.ContainsFunc(*channel.Referrers(), func(user ssa.Instruction) bool {
		switch user := user.(type) {
		case *ssa.UnOp:
			return user.Op == token.ARROW && dominates(user, at)
		case *ssa.Select:
			n := slices.IndexFunc(user.States, func(state *ssa.SelectState) bool { return state.Chan == channel })
			return isInCase(user, n, at.Block())
		}
		return false
	})
}

// isInCase reports whether control comes to a block only by one case of a select.
func isInCase(choice *ssa.Select, n int, b *ssa.BasicBlock) bool {
	for _, user := range *choice.Referrers() {
		index, ok := user.(*ssa.Extract)
		if !ok || index.Index != 0 {
			continue
		}
		for _, test := range *index.Referrers() {
			if compared, ok := test.(*ssa.BinOp); ok && isConstant(compared.Y, n) && isOnSideOf(compared, 0, b) {
				return true
			}
		}
	}
	return false
}

func isConstant(v ssa.Value, n int) bool {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return false
	}
	is, exact := constant.Int64Val(c.Value)
	return exact && is == int64(n)
}

// isOnSideOf reports whether control comes to a block only by one side of a branch on a condition.
func isOnSideOf(condition ssa.Value, side int, b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(*condition.Referrers(), func(user ssa.Instruction) bool {
		branch, ok := user.(*ssa.If)
		if !ok {
			return false
		}
		to := branch.Block().Succs[side]
		return len(to.Preds) == 1 && to.Dominates(b)
	})
}

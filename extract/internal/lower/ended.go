package lower

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
)

// Who has received from the channel of a context knows that it has ended: its error isn't nil any more. That is
// certain where the receive comes before the question on all paths of one function.

// isOfEnded reports whether a call asks a context for its error that has ended before.
func (s *slicer) isOfEnded(call *ssa.Call) bool {
	asked := s.contextAsked(call)
	if asked == nil {
		return false
	}
	for _, b := range call.Parent().Blocks {
		for _, in := range b.Instrs {
			done, ok := in.(*ssa.Call)
			if ok && isDone(done) && s.isSameContext(done.Call.Value, asked) && isEndedBy(done, call) {
				return true
			}
		}
	}
	return false
}

// contextAsked is the context whose error a call asks for, or nil.
func (s *slicer) contextAsked(call *ssa.Call) ssa.Value {
	c := call.Common()
	if c.IsInvoke() && c.Method.Name() == "Err" && isContext(c.Value.Type()) {
		return c.Value
	}
	if callee := staticCallee(c); callee != nil && s.name(callee) == library.ContextCause {
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

package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
)

// What a function closes is closed from then on: who accepts, reads or writes after that gets an
// error. That is certain where the call of Close comes before the other one on all paths, in the
// same function, or before the function literal was made in which the other one is.

// failsAfterClose reports whether a call returns an error because its receiver was closed before.
func (s *slicer) failsAfterClose(call *ssa.Call) bool {
	receiver, name := receiverOf(call.Common())
	return receiver != nil && library.FailsWhenClosed(name) && library.StaysClosed(typeName(receiver.Type())) && !s.implementsItself(receiver.Type()) && s.isClosedBefore(receiver, call)
}

// implementsItself reports whether a type is an interface that a type of the package has: what that does
// after it was closed is its own affair.
func (s *slicer) implementsItself(t types.Type) bool {
	wanted, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for member := range s.source.members() {
		named, ok := member.(*ssa.Type)
		if ok && (types.Implements(named.Type(), wanted) || types.Implements(types.NewPointer(named.Type()), wanted)) && !types.Identical(named.Type(), t) {
			return true
		}
	}
	return false
}

// receiverOf is the receiver of a call of a method, and the name of that; or nil.
func receiverOf(c *ssa.CallCommon) (ssa.Value, string) {
	if c.IsInvoke() {
		return c.Value, c.Method.Name()
	}
	if callee := c.StaticCallee(); callee != nil && callee.Signature.Recv() != nil && len(c.Args) > 0 {
		return c.Args[0], callee.Name()
	}
	return nil, ""
}

// isClosedBefore reports whether a value was closed before control comes to an instruction.
func (s *slicer) isClosedBefore(v ssa.Value, at ssa.Instruction) bool {
	for {
		if slices.ContainsFunc(s.namesOf(v), func(name ssa.Value) bool { return isClosedAs(name, at) }) {
			return true
		}
		captured := s.boundBy(v)
		if captured == nil {
			return false
		}
		v, at = captured, s.closureOf(at.Parent())
	}
}

// boundBy is the variable of the function around a literal whose value v is, or nil.
func (s *slicer) boundBy(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL || !s.isByValue(load.X) {
		return nil
	}
	captured, ok := load.X.(*ssa.FreeVar)
	if !ok {
		return nil
	}
	return s.bindingOf(captured)
}

// namesOf are the values of a function that are the same as v: those that are loaded from the same
// variable, if that is set once.
func (s *slicer) namesOf(v ssa.Value) []ssa.Value {
	address := v
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		address = load.X
	}
	if !s.isByValue(address) || address.Referrers() == nil {
		return []ssa.Value{v}
	}
	var names []ssa.Value
	if alloc, ok := address.(*ssa.Alloc); ok {
		names = append(names, s.valueOf(alloc))
	}
	for _, user := range *address.Referrers() {
		if load, ok := user.(*ssa.UnOp); ok {
			names = append(names, load)
		}
	}
	return names
}

// isClosedAs reports whether a call of Close of a value comes before an instruction on all paths.
func isClosedAs(v ssa.Value, at ssa.Instruction) bool {
	if v.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(*v.Referrers(), func(user ssa.Instruction) bool {
		call, ok := user.(*ssa.Call)
		if !ok || call.Parent() != at.Parent() {
			return false
		}
		receiver, name := receiverOf(call.Common())
		return receiver == v && name == "Close" && dominates(call, at)
	})
}

// dominates reports whether an instruction comes before another one of its function on all paths.
func dominates(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	return slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b)
}

// isLast reports whether a result is the last one of a call.
func isLast(v *ssa.Extract) bool { return v.Index == v.Tuple.Type().(*types.Tuple).Len()-1 }

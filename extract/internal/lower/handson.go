package lower

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
)

// A method that closes something, by its name, may put it where it is found again: on a list of those that are free, or in a sync.Pool.
// Of such a thing it isn't over what runs for it. Skeletons don't have it, as a list is plain data.

// handsOn reports whether a method that closes its receiver, by its name, stores that somewhere, or passes it to code that isn't seen.
func (s *slicer) handsOn(f *ssa.Function) bool {
	if f.Signature.Recv() == nil || len(f.Params) == 0 || !library.ClosesByName(f.Name()) {
		return false
	}
	w := &handing{s: s, seen: map[ssa.Value]bool{}}
	return w.isHandedOn(f.Params[0])
}

// A handing follows a value to where it is handed on.
type handing struct {
	s    *slicer
	seen map[ssa.Value]bool
}

// isHandedOn reports whether a value is stored anywhere but in a variable, or passed to code that isn't seen.
func (w *handing) isHandedOn(v ssa.Value) bool {
	if w.seen[v] {
		return false
	}
	w.seen[v] = true
	if v.Referrers() == nil {
		return false
	}
	for _, user := range usesOf(v) {
		if w.handsOn(user, v) {
			return true
		}
	}
	return false
}

// handsOn reports whether an instruction, or what it leads to, hands a value on.
func (w *handing) handsOn(user ssa.Instruction, v ssa.Value) bool {
	switch user := user.(type) {
	case *ssa.Store:
		variable, isVariable := user.Addr.(*ssa.Alloc)
		return user.Val == v && (!isVariable || w.isHandedOn(variable))
	case *ssa.Send:
		return user.X == v
	case *ssa.Select:
		return slices.ContainsFunc(user.States, func(c *ssa.SelectState) bool { return c.Send == v })
	case *ssa.MapUpdate:
		return user.Key == v || user.Value == v
	case *ssa.MakeClosure:
		return w.isCaptured(user, v)
	case ssa.CallInstruction:
		return w.isPassed(user.Common(), v)
	case *ssa.Phi, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface:
		return w.isHandedOn(user.(ssa.Value))
	case *ssa.UnOp: // of a variable that holds the value
		_, isVariable := v.(*ssa.Alloc)
		_, isCaptured := v.(*ssa.FreeVar)
		return (isVariable || isCaptured) && w.isHandedOn(user)
	}
	return false
}

// isCaptured reports whether a literal that has captured a value hands it on.
func (w *handing) isCaptured(made *ssa.MakeClosure, v ssa.Value) bool {
	literal := made.Fn.(*ssa.Function)
	for n, binding := range made.Bindings {
		if binding == v && w.isHandedOn(literal.FreeVars[n]) {
			return true
		}
	}
	return false
}

// isPassed reports whether a call passes a value to a function that hands it on, or isn't of the package.
func (w *handing) isPassed(call *ssa.CallCommon, v ssa.Value) bool {
	callee := staticCallee(call)
	for n, arg := range call.Args {
		if arg != v {
			continue
		}
		if callee == nil || !w.s.source.owns(genericOf(callee)) || n >= len(callee.Params) || w.isHandedOn(callee.Params[n]) {
			return true
		}
	}
	return false
}

package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/ir"
)

// Code about data calls the methods of what it is given as one of its interfaces, as the Write method of an io.Writer:
// at once, later, or in a goroutine of its own. What has a method that communicates is handed over (handover.go). One that
// only stores data changes what the program finds there, whoever holds the value: what is in such a field, or in a variable
// of such a type, is in doubt wherever it is asked for. Which values a library has been given isn't followed, as that
// goes by way of functions of the program, too.

// driven are the fields, and the names of the types, in which methods store that code about data may call.
func (s *slicer) driven() map[types.Object]bool {
	if s.drivenFields != nil {
		return s.drivenFields
	}
	s.drivenFields = map[types.Object]bool{}
	seen := map[*ssa.Function]bool{}
	for _, f := range slices.Clone(s.order) { // looking may add wrappers
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if made, ok := in.(*ssa.MakeInterface); ok {
					for _, method := range s.calledAsData(made) {
						s.noteStores(method, seen)
					}
				}
			}
		}
	}
	return s.drivenFields
}

// calledAsData lists the methods that code about data may call of a new interface value, if they do no more than to store
// data.
func (s *slicer) calledAsData(made *ssa.MakeInterface) []*ssa.Function {
	if !s.isForeignData(made.Type()) && !s.goesToData(made) && !isHeap(made.Type()) || s.becomesCallback(made) {
		return nil
	}
	if isGeneric := kindOf(made.X.Type()) == ir.GenericKind; isGeneric || types.IsInterface(made.X.Type()) {
		return nil
	}
	return slices.DeleteFunc(s.methodsBehind(made), func(f *ssa.Function) bool {
		return s.functions[s.name(f)] == nil || s.standing(f) == inertFunction
	})
}

// isHeap reports whether package container/heap calls the methods of values of a type, which grow and shrink.
func isHeap(t types.Type) bool { return types.TypeString(t, nil) == "container/heap.Interface" }

// noteStores notes where a function, or one of the program that it calls, stores data in what is not new.
func (s *slicer) noteStores(f *ssa.Function, seen map[*ssa.Function]bool) {
	if seen[f] || s.functions[s.name(f)] == nil {
		return
	}
	seen[f] = true
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				if variableOf(in.Addr) == nil {
					s.noteStored(in.Addr)
				}
			case *ssa.MapUpdate:
				if load, ok := in.Map.(*ssa.UnOp); ok && variableOf(load.X) == nil {
					s.noteStored(load.X)
				}
			case ssa.CallInstruction:
				if callee := staticCallee(in.Common()); callee != nil && s.standing(callee) != inertFunction {
					s.noteStores(callee, seen)
				}
			}
		}
	}
}

func (s *slicer) noteStored(address ssa.Value) {
	if o := placeStored(address); o != nil && mayBeDriven(elementOf(address)) {
		s.drivenFields[o] = true
	}
}

// placeStored is the field at an address, or the name of the type of what is there; nil if it is neither.
func placeStored(address ssa.Value) types.Object {
	if field, ok := address.(*ssa.FieldAddr); ok {
		return fieldOf(field)
	}
	if named, ok := types.Unalias(elementOf(address)).(*types.Named); ok {
		return named.Origin().Obj()
	}
	return nil
}

// mayBeDriven reports whether a value of a type is data, or holds as many things as it likes.
func mayBeDriven(t types.Type) bool {
	switch kindOf(t) {
	case ir.BoolKind, ir.IntKind, ir.StringKind, ir.ErrorKind, ir.SliceKind, ir.MapKind:
		return true
	}
	return false
}

// isDriven reports whether a load is one of what a library may have changed by calling a method.
func (s *slicer) isDriven(load *ssa.UnOp) bool {
	if load.Op != token.MUL || !mayBeDriven(load.Type()) {
		return false
	}
	o := placeStored(load.X)
	return o != nil && s.driven()[o]
}

// asksGiven reports whether a call is of a method of something of a library that was given a function of the program, which has
// variables of others: what the method answers hangs on what that function says, as a scanner ends when its split function does.
// Of errors this isn't said.
func (s *slicer) asksGiven(call *ssa.Call) bool {
	receiver, _ := receiverOf(call.Common())
	if receiver == nil || s.isOwnCall(call.Common()) || kindOf(call.Type()) != ir.BoolKind {
		return false
	}
	return slices.ContainsFunc(s.namesOf(receiver), func(name ssa.Value) bool {
		return name.Referrers() != nil && slices.ContainsFunc(*name.Referrers(), func(user ssa.Instruction) bool {
			other, ok := user.(*ssa.Call)
			return ok && other != call && gives(other.Common(), name)
		})
	})
}

// gives reports whether a call of a method of something gives that a function literal with variables of others.
func gives(c *ssa.CallCommon, to ssa.Value) bool {
	receiver, _ := receiverOf(c)
	return receiver == to && slices.ContainsFunc(c.Args, func(arg ssa.Value) bool {
		_, isLiteral := unconverted(arg).(*ssa.MakeClosure)
		return isLiteral
	})
}

// unconverted is what was made a value of another type.
func unconverted(v ssa.Value) ssa.Value {
	if changed, ok := v.(*ssa.ChangeType); ok {
		return changed.X
	}
	return v
}

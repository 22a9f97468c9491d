package holding

import (
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A function that is put into a field of a struct may know another struct: the one that has this, as a rule, as when a callback
// is registered. That it is there for all structs isn't asked: where the program puts it, it is.

// An acquaintance says where a function is put into a field of a struct that is the owner there, which knows what is known there.
type acquaintance struct {
	at           supergraph.Instruction
	owner, known ir.Operand
}

// A callback is a function that is put into a field, with what it has captured in a register, or is bound to.
type callback struct {
	acquaintance
	function *supergraph.Function
	register int
}

// callbacksIn lists those that are put into a field.
func (a *Analysis) callbacksIn(field pointsto.Location) []callback {
	list, known := a.callbacks[field]
	if known {
		return list
	}
	for _, p := range a.putsInto(field) {
		list = append(list, a.callbacksOf(p, maxDepth)...)
	}
	a.callbacks[field] = list
	return list
}

// callbacksOf lists what is known of a value that is put into a field. It may be the caller's doing, who gives it.
func (a *Analysis) callbacksOf(p putting, depth int) (list []callback) {
	f, v := p.at.Parent, unboxed(p.at.Parent, p.value)
	in := f.Definition(v)
	switch {
	case v.Kind != ir.Register || depth == 0:
	case v.Reg < f.Params:
		for _, call := range f.Callers {
			given, isGiven := a.passed(call, f, v.Reg)
			owner, isOwned := a.ownerFrom(call, f, p.owner)
			if isGiven && isOwned && call.Instr().Op == ir.OpCall {
				list = append(list, a.callbacksOf(putting{call, given, owner}, depth-1)...)
			}
		}
	case in != nil && in.Op == ir.OpMakeClosure:
		called := a.Callee(in.Name)
		for n, arg := range in.Args {
			if called != nil {
				list = append(list, callback{acquaintance{p.at, p.owner, f.Original(arg)}, called, called.Params + n})
			}
		}
	}
	return list
}

// ownerFrom is the struct that a function has, as its caller knows it: one that it gives, or that the function makes and returns.
func (a *Analysis) ownerFrom(call supergraph.Instruction, f *supergraph.Function, owner ir.Operand) (o ir.Operand, ok bool) {
	if owner.Kind == ir.Register && owner.Reg < f.Params {
		o, ok = a.passed(call, f, owner.Reg)
		return call.Parent.Original(o), ok
	}
	returned := f.Returned()
	ok = isNew(f, owner) && len(returned) == 1 && unboxed(f, returned[0]) == owner && len(a.CalleesAt(call)) == 1
	return ir.Operand{Kind: ir.Register, Reg: call.Instr().Dst}, ok && call.Instr().Dst >= 0
}

// isIn reports whether the owner is in a field of what is known: it was found there, or is put there by the same function.
func (a *Analysis) isIn(k acquaintance, field pointsto.Location) bool {
	f := k.at.Parent
	address, _ := foundAt(f, k.owner)
	if found, ok := a.fieldAt(f, address); ok && found.field == field && found.base == k.known {
		return true
	}
	for _, p := range a.putsInto(field) {
		if p.at.Parent == f && unboxed(f, p.value) == k.owner && p.owner == k.known {
			return true
		}
	}
	return false
}

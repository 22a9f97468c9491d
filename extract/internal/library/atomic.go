package library

import (
	"strings"

	"github.com/chancheck/chancheck/extract/ir"
)

// Of package sync/atomic those functions are followed that are about a number or a boolean: what
// they do is a load, a store, or an update of a variable. Of pointers and values of any type those
// are that load or store one; a variable on which others are called isn't followed.

// An access is what a function of package sync/atomic does.
type access struct {
	operation string // as it is called there, without the type
	kind      ir.ValueKind
}

// atomicKinds are the types whose variables are followed, as they are called there.
var atomicKinds = map[string]ir.ValueKind{
	"Int32": ir.IntKind, "Int64": ir.IntKind, "Uint32": ir.IntKind, "Uint64": ir.IntKind, "Uintptr": ir.IntKind,
	"Bool": ir.BoolKind, "Pointer[T]": ir.PointerKind, "Value": ir.InterfaceKind,
}

// operands is how many operands the operations have, beside the address.
var operands = map[string]int{"Load": 0, "Store": 1, "Swap": 1, "CompareAndSwap": 2, "Add": 1, "And": 1, "Or": 1}

// accessOf finds out what a function does, by its name: that of a method, or of a function with the
// type at its end.
func accessOf(name string) (a access, ok bool) {
	typeName, operation := "", ""
	if rest, isMethod := strings.CutPrefix(name, "(*sync/atomic."); isMethod {
		typeName, operation, _ = strings.Cut(rest, ").")
	} else if rest, isFunction := strings.CutPrefix(name, "sync/atomic."); isFunction {
		for t := range atomicKinds {
			if before, found := strings.CutSuffix(rest, t); found && len(t) > len(typeName) { // Uint32 ends in a type, too
				typeName, operation = t, before
			}
		}
	}
	kind, followed := atomicKinds[typeName]
	n, known := operands[operation]
	plain := kind.IsPlain() || n == 0 || operation == "Store"
	return access{operation, kind}, followed && known && plain
}

// IsAtomic reports whether a function is one of package sync/atomic.
func IsAtomic(name string) bool {
	return strings.HasPrefix(name, "sync/atomic.") || strings.HasPrefix(name, "(*sync/atomic.")
}

// SetsAtomically reports whether a function is one of package sync/atomic that may change the
// variable.
func SetsAtomically(name string) bool {
	a, ok := accessOf(name)
	return IsAtomic(name) && !(ok && a.operation == "Load")
}

// AddsAtomically reports whether a function is one of package sync/atomic that adds a number to the
// variable.
func AddsAtomically(name string) bool {
	a, ok := accessOf(name)
	return ok && a.operation == "Add"
}

// AtomicCall is what a call of a function does, as instructions that have the result in a register,
// or in none if that is -1. It is not ok if that isn't known. For what is needed in between it asks
// for registers.
func AtomicCall(name string, result int, args []ir.Operand, register func() int) (list []ir.Instr, ok bool) {
	a, ok := accessOf(name)
	if !ok || len(args) != operands[a.operation]+1 {
		return nil, false
	}
	one := ir.Instr{Op: ir.OpUpdate, Kind: a.kind, Dst: result, Args: args}
	switch a.operation {
	case "Load":
		one.Op, one.Name = ir.OpLoad, ir.AtomicLoad
	case "Store":
		one.Op = ir.OpStore
	case "CompareAndSwap":
		return before(one, "==", register), true
	case "Add":
		return before(one, "+", register), true
	case "And":
		one.Name = "&"
	case "Or":
		one.Name = "|"
	}
	return []ir.Instr{one}, true
}

// before is an update with what follows from the value before and the first operand, by the same
// operator, if anybody asks for that.
func before(update ir.Instr, operator string, register func() int) []ir.Instr {
	update.Name = operator
	if update.Dst < 0 {
		return []ir.Instr{update}
	}
	last := ir.Instr{Op: ir.OpBinary, Name: operator, Kind: update.Kind, Dst: update.Dst}
	update.Dst = register()
	last.Args = []ir.Operand{reg(update.Dst), update.Args[1]}
	return []ir.Instr{update, last}
}

// atomicStandIns are the functions that are followed, for those who defer them, start them, or have
// them as values.
func atomicStandIns() (list []*ir.Function) {
	for typeName := range atomicKinds {
		for operation, n := range operands {
			names := []string{"(*sync/atomic." + typeName + ")." + operation}
			if atomicKinds[typeName] == ir.IntKind {
				names = append(names, "sync/atomic."+operation+typeName)
			}
			for _, name := range names {
				if _, followed := accessOf(name); !followed {
					continue
				}
				list = append(list, atomicStandIn(name, n+1))
			}
		}
	}
	return list
}

func atomicStandIn(name string, params int) *ir.Function {
	args := make([]ir.Operand, params)
	for i := range args {
		args[i] = reg(i)
	}
	next := params
	register := func() int { next++; return next }
	body, _ := AtomicCall(name, params, args, register)
	returned := ir.Instr{Op: ir.OpReturn, Dst: -1}
	if last := &body[len(body)-1]; last.Op == ir.OpStore {
		last.Dst = -1
	} else {
		returned.Args = []ir.Operand{reg(params)}
	}
	return &ir.Function{
		Name: name, Params: params, Registers: next + 1, Recover: -1,
		Blocks: []ir.Block{{Instrs: append(body, returned)}},
	}
}

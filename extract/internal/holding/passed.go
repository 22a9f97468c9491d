package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// onceDo runs what it is given, if nobody has before: so long others wait for the end of that. It is a lock then.
const onceDo = "(*sync.Once).Do"

// isOnce reports whether an instruction calls a Once.
func isOnce(i supergraph.Instruction) bool {
	in := i.Instr()
	return in.Op == ir.OpCall && in.Name == onceDo && len(in.Args) == 2
}

// passed is what a function gets in a register that an instruction runs: an argument, or what it has captured where it is made.
func (a *Analysis) passed(i supergraph.Instruction, callee *supergraph.Function, register int) (o ir.Operand, ok bool) {
	value, isValue := calledValue(i)
	made := i.Parent.Definition(i.Parent.Original(value))
	switch isMade := isValue && made != nil && made.Op == ir.OpMakeClosure; {
	case isMade && made.Name == callee.Name && register >= callee.Params:
		return made.Args[register-callee.Params], true
	case isOnce(i) || register >= callee.Params || isMade && made.Name != callee.Name:
		return ir.Operand{}, false
	}
	return supergraph.Argument(i.Instr(), callee, register)
}

// calledValue is the function that an instruction calls as a value, itself or by a Once.
func calledValue(i supergraph.Instruction) (o ir.Operand, ok bool) {
	switch in := i.Instr(); {
	case isOnce(i):
		return in.Args[1], true
	case in.Name == "" && in.Method == "" && len(in.Args) > 0:
		return in.Args[0], true
	}
	return ir.Operand{}, false
}

// runAt are the functions that a call runs, those that a Once is given among them.
func (a *Analysis) runAt(i supergraph.Instruction) []*supergraph.Function {
	if isOnce(i) {
		return a.GivenTo(i)
	}
	return a.CalleesAt(i)
}

// callersOf are the instructions that run a function.
func (a *Analysis) callersOf(f *supergraph.Function) (list []supergraph.Instruction) {
	for _, call := range f.Callers {
		if call.Parent.Name != onceDo {
			list = append(list, call)
			continue
		}
		for _, once := range call.Parent.Callers {
			if isOnce(once) && slices.Contains(a.GivenTo(once), f) && !slices.Contains(list, once) {
				list = append(list, once)
			}
		}
	}
	return list
}

package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who asks for the error of a function that makes one on all its ways knows the answer: on the other side of the branch is dead code.

// An outcome is one of the results of a function.
type outcome struct {
	*supergraph.Function
	index int
}

// takesKnownEdge reports whether a branch takes an edge, of which it is known: it asks whether a result is nil that never is.
func (a *Analysis) takesKnownEdge(branch supergraph.Instruction, edge int) (takes, known bool) {
	f := branch.Parent
	asked, ifNil, ok := askedForNil(f, branch.Instr().Args[0])
	if !ok {
		return false, false
	}
	of, ok := f.DefinedAt(f.Original(asked))
	return ifNil != (edge == 0), ok && a.isResultThere(of)
}

// isResultThere reports whether an instruction yields a result of a call that is never nil.
func (a *Analysis) isResultThere(i supergraph.Instruction) bool {
	index, call := 0, i
	if i.Instr().Op == ir.OpExtract {
		index = i.Instr().Index
		var ok bool
		if call, ok = i.Parent.DefinedAt(i.Instr().Args[0]); !ok {
			return false
		}
	}
	callees := a.CalleesAt(call)
	return call.Instr().Op == ir.OpCall && call.Instr().Name != "" && len(callees) == 1 && a.isNeverNil(outcome{callees[0], index})
}

// isNeverNil reports whether a function returns something each time.
func (a *Analysis) isNeverNil(r outcome) (is bool) {
	is, isKnown := a.never[r]
	if isKnown {
		return is
	}
	a.never[r] = false // if it calls itself
	for b := range r.Blocks {
		end := endOf(r.Function, b)
		if end.Instr().Op != ir.OpReturn || b == r.Recover && !a.DefersRecover(r.Function) {
			continue
		}
		if is = r.index < len(end.Instr().Args) && a.isSomethingThere(end, end.Instr().Args[r.index]); !is {
			break
		}
	}
	a.never[r] = is
	return is
}

// isSomethingThere reports whether what a function returns somewhere isn't nil: it makes it, or has it from one who does, or it is in
// a variable of the package where nobody sets it to nil.
func (a *Analysis) isSomethingThere(end supergraph.Instruction, o ir.Operand) bool {
	f := end.Parent
	i, ok := f.DefinedAt(f.Original(o))
	if !ok {
		return false
	}
	switch in := i.Instr(); in.Op {
	case ir.OpUnknown:
		return in.Name == ir.NonNilResult
	case ir.OpMakeInterface:
		return true
	case ir.OpCall, ir.OpExtract:
		return a.isResultThere(i)
	case ir.OpLoad:
		if in.Index == ir.Sentinel || in.Index == ir.Initial {
			return true
		}
		stored, ok := keptForReturn(i)
		return ok && a.isSomethingThere(end, stored)
	}
	return false
}

// keptForReturn is what a function has stored just before in the variable from which it loads a result, where that is one of its own
// with which it does nothing else: deferred calls come in between.
func keptForReturn(load supergraph.Instruction) (stored ir.Operand, ok bool) {
	f, variable := load.Parent, load.Instr().Args[0]
	if made := f.Definition(variable); made == nil || made.Op != ir.OpAlloc || f.Contains(func(in *ir.Instr) bool {
		return in.Op != ir.OpLoad && slices.Contains(in.Args, variable) && (in.Op != ir.OpStore || in.Args[1] == variable)
	}) {
		return stored, false
	}
	for n := range load.At.Index {
		if in := at(f, load.At.Block, n).Instr(); in.Op == ir.OpStore && in.Args[0] == variable {
			stored, ok = in.Args[1], true
		}
	}
	return stored, ok
}

package holding

import (
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who is asked whether to go on may say no as he likes, as a call may fail: a function that others give, or what is behind
// an interface, or one of the package that has got an error itself. What has come in a message the sender knows.

// leavesOnRefusal is the side of a branch on which a worker no longer does something as it was told so by a call, while it
// may on the other side.
func (a *Analysis) leavesOnRefusal(branch, received supergraph.Instruction, does func(blocks map[int]bool) bool) (side int, ok bool) {
	f := branch.Parent
	of, negated := f.Negated(branch.Instr().Args[0])
	call, ok := f.DefinedAt(of)
	if ok && call.Instr().Op == ir.OpExtract && call.Instr().Kind == ir.BoolKind {
		call, ok = f.DefinedAt(call.Instr().Args[0])
	}
	if !ok || call.Instr().Op != ir.OpCall || call == received {
		return 0, false
	}
	next := f.SuccessorsOf(branch.At.Block)
	for side := range next {
		if !does(reachedFrom(f, next[side])) && does(reachedFrom(f, next[1-side])) {
			return side, a.isRefusal(call, received) || a.answersOnError(call, side == 0 != negated)
		}
	}
	return 0, false
}

// isRefusal reports whether a call is of code that isn't seen, and of which a message doesn't say what it is.
func (a *Analysis) isRefusal(call, received supergraph.Instruction) bool {
	in := call.Instr()
	return in.Name == "" && len(a.CalleesAt(call)) == 0 && isFreeOf(call.Parent, in.Args[0], received, map[int]bool{})
}

// isFreeOf reports whether a value neither is what an instruction has received, nor may be part of that.
func isFreeOf(f *supergraph.Function, o ir.Operand, received supergraph.Instruction, seen map[int]bool) bool {
	if o.Kind != ir.Register || seen[o.Reg] {
		return true
	}
	seen[o.Reg] = true
	isFree := func(from ir.Operand) bool { return isFreeOf(f, from, received, seen) }
	isBound := func(from ir.Operand) bool { return !isFree(from) }
	return f.IsSetOnlyBy(o.Reg, isFree, func(i supergraph.Instruction) bool {
		return i != received && !slices.ContainsFunc(i.Instr().Args, isBound)
	})
}

// answersOnError reports whether a call is of a function of the package that returns just whether it has got no error, as a
// constant, on one side of a branch.
func (a *Analysis) answersOnError(call supergraph.Instruction, answer bool) bool {
	callees := a.CalleesAt(call)
	if len(callees) != 1 {
		return false
	}
	f := callees[0]
	answersElse := func(block int) bool {
		end := f.Blocks[block].Terminator()
		return end.Op == ir.OpReturn && (len(end.Args) != 1 || end.Args[0].Kind != ir.BoolConst || end.Args[0].Int != 0 != answer)
	}
	for branch := range branchesOf(f) {
		if !isErrorTest(branch) || !isOfCall(branch) {
			continue
		}
		side := 0
		if f.Definition(branch.Instr().Args[0]).Name == "==" {
			side = 1
		}
		returned := slices.Collect(maps.Keys(reachedFrom(f, f.SuccessorsOf(branch.At.Block)[side])))
		if len(a.decide(branch)) == 0 && !slices.ContainsFunc(returned, answersElse) && a.mayTake(branch, side) {
			return true
		}
	}
	return false
}

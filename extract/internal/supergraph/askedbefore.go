package supergraph

import (
	"slices"

	"github.com/chancheck/chancheck/extract/ir"
)

// AsksAgain reports whether a branch asks for a result for which another one has asked before, whichever way that went: its answer may be
// settled then, which is not to be taken for free.
func (x *Graph) AsksAgain(f *Function, block int) bool {
	var results []Instruction
	f.resultsIn(f.Blocks[block].Terminator().Args[0], map[int]bool{}, &results)
	return slices.ContainsFunc(results, func(result Instruction) bool { return f.isAskedBefore(result, block) })
}

// resultsIn adds the results of instructions that a condition is computed from.
func (f *Function) resultsIn(o ir.Operand, seen map[int]bool, list *[]Instruction) {
	i, ok := f.DefinedAt(f.Original(o))
	if !ok || seen[i.Instr().Dst] {
		return
	}
	seen[i.Instr().Dst] = true
	switch in := i.Instr(); in.Op {
	case ir.OpBinary, ir.OpNot, ir.OpCopy:
		for _, arg := range in.Args {
			f.resultsIn(arg, seen, list)
		}
	default:
		*list = append(*list, i)
	}
}

// isAskedBefore reports whether control may have come from either side of another branch that asks for a result to a block, with the same
// result.
func (f *Function) isAskedBefore(result Instruction, block int) bool {
	for other := range f.Blocks {
		if other == block || f.Blocks[other].Terminator().Op != ir.OpIf {
			continue
		}
		var asked []Instruction
		f.resultsIn(f.Blocks[other].Terminator().Args[0], map[int]bool{}, &asked)
		comes := func(next int) bool { return f.Reaches([]int{next}, block, result.At.Block) }
		if slices.Contains(asked, result) && !slices.ContainsFunc(f.SuccessorsOf(other), func(next int) bool { return !comes(next) }) {
			return true
		}
	}
	return false
}

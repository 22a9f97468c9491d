package holding

import (
	"iter"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// What comes before what on the ways of a function.

// ComesBefore reports whether an instruction may be executed before another one of its function.
func ComesBefore(i, other supergraph.Instruction) bool {
	return i.At.Block == other.At.Block && i.At.Index < other.At.Index || i.Parent.Leads(i.At.Block, other.At.Block)
}

// comingBefore are the instructions of a function that may be executed before one of them, which is itself among these in
// a loop.
func comingBefore(other supergraph.Instruction) iter.Seq[supergraph.Instruction] {
	return func(yield func(supergraph.Instruction) bool) {
		for i := range other.Parent.Instructions() {
			if ComesBefore(i, other) && !yield(i) {
				return
			}
		}
	}
}

func at(f *supergraph.Function, block, n int) supergraph.Instruction {
	return f.At(pointsto.At{Block: block, Index: n})
}

// endOf is the last instruction of a block.
func endOf(f *supergraph.Function, block int) supergraph.Instruction {
	return at(f, block, len(f.Blocks[block].Instrs)-1)
}

// branchesOf are the branches of a function, in the order of its blocks.
func branchesOf(f *supergraph.Function) iter.Seq[supergraph.Instruction] {
	return func(yield func(supergraph.Instruction) bool) {
		for b := range f.Blocks {
			if end := endOf(f, b); end.Instr().Op == ir.OpIf && !yield(end) {
				return
			}
		}
	}
}

// nowhere is no block: what is reached without coming through it is all.
const nowhere = -1

// alwaysComesAfter reports whether a function executes an instruction once it has come to another one, unless it never
// returns.
func alwaysComesAfter(i, other supergraph.Instruction) bool {
	f := i.Parent
	if i.At.Block == other.At.Block {
		return i.At.Index > other.At.Index
	}
	isLast := f.Blocks[other.At.Block].Terminator().Op == ir.OpReturn
	return ComesBefore(other, i) && !isLast && !f.ReturnsWithout(f.SuccessorsOf(other.At.Block), i.At.Block)
}

// isAlwaysPassed reports whether a function returns from no way that doesn't come through a block.
func isAlwaysPassed(f *supergraph.Function, block int) bool {
	return !f.ReturnsWithout([]int{0}, block)
}

// comesFirst reports whether an instruction may be executed before a function comes to a branch for the first
// time. What it does in a loop after the branch, the next turn finds.
func comesFirst(i, branch supergraph.Instruction) bool {
	return ComesBefore(i, branch) && !branch.AlwaysComesBefore(i)
}

// comesSince reports whether an instruction may be executed before a branch since another one was.
func comesSince(from, i, branch supergraph.Instruction) bool {
	f := i.Parent
	reaches := func(after supergraph.Instruction, to supergraph.Instruction) bool {
		if after.At.Block == to.At.Block && after.At.Index < to.At.Index {
			return true
		}
		next := f.SuccessorsOf(after.At.Block)
		return to.At.Block != from.At.Block && f.Reaches(next, to.At.Block, from.At.Block)
	}
	return reaches(from, i) && reaches(i, branch)
}

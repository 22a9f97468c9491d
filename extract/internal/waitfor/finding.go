package waitfor

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who alone receives from a channel finds what he has seen to be in it: nobody takes it from him. So he doesn't wait where he
// has asked for its length before, and has received nothing since.

// finding are the receives of the maker that only come after he has seen that there is something.
func (g *gathering) finding() map[supergraph.Instruction]bool {
	finds := map[supergraph.Instruction]bool{}
	for _, i := range g.receiving {
		if !g.isShared && i.Instr().Op == ir.OpReceive && g.isObject(g.maker, g.share, i.Instr().Args[0]) && g.hasSeen(i) {
			finds[i] = true
		}
	}
	return finds
}

// hasSeen reports whether on all ways to a receive the maker has seen that something is in the channel, and has taken nothing
// since.
func (g *gathering) hasSeen(receive supergraph.Instruction) bool {
	at := receive.At
	if g.takes(at.Block, 0, at.Index) {
		return false
	}
	seen := map[int]bool{}
	for work := []int{at.Block}; len(work) > 0; {
		block := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[block] {
			continue
		}
		if seen[block] = true; block == 0 || block == g.maker.Recover {
			return false
		}
		for from := range g.maker.Blocks {
			for n, next := range g.maker.SuccessorsOf(from) {
				switch {
				case next != block || g.sees(from, n):
				case g.takes(from, 0, len(g.maker.Blocks[from].Instrs)):
					return false
				default:
					work = append(work, from)
				}
			}
		}
	}
	return true
}

// takes reports whether the maker may receive in some instructions of a block, or makes another channel.
func (g *gathering) takes(block, from, to int) bool {
	for n := from; n < to; n++ {
		i := supergraph.Instruction{Parent: g.maker}
		if i.At.Block, i.At.Index = block, n; i.At == g.made || slices.Contains(g.receiving, i) {
			return true
		}
	}
	return false
}

// sees reports whether the maker takes an edge of a block only where he has just seen that the channel isn't empty: with a
// length of 0 he would take the other one.
func (g *gathering) sees(block, edge int) bool {
	branch := g.maker.Blocks[block].Terminator()
	if branch.Op != ir.OpIf || len(g.maker.SuccessorsOf(block)) != 2 {
		return false
	}
	condition, negated := g.maker.Negated(branch.Args[0])
	test := g.maker.Definition(condition)
	if test == nil || test.Op != ir.OpBinary {
		return false
	}
	left, ok := g.whenEmpty(test.Args[0], block)
	right, isKnown := g.whenEmpty(test.Args[1], block)
	if !ok || !isKnown || test.Args[0].Kind == test.Args[1].Kind {
		return false
	}
	holds, ok := ir.Compare(test.Name, left, right)
	return ok && (holds != negated) == (edge == 1)
}

// whenEmpty is what an operand of a comparison holds if nothing is in the channel: a constant, or the length if it has been
// asked for in the same block, and nothing received since.
func (g *gathering) whenEmpty(o ir.Operand, block int) (n int64, ok bool) {
	if o.Kind == ir.IntConst {
		return o.Int, true
	}
	length, ok := g.maker.DefinedAt(g.maker.Original(o))
	if !ok || length.Instr().Op != ir.OpLen || length.At.Block != block || !g.isObject(g.maker, g.share, length.Instr().Args[0]) {
		return 0, false
	}
	return 0, !g.takes(block, length.At.Index, len(g.maker.Blocks[block].Instrs))
}

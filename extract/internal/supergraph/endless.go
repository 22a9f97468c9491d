package supergraph

import (
	"slices"

	"github.com/chancheck/chancheck/extract/ir"
)

// isEndless reports whether a block may run again and again without end. A loop comes to its end by itself if a branch that
// leaves it counts, or the world decides it: who comes to that again and again leaves some time. What is left of the loop
// without that branch are the loops inside, and ways that lead past it.
func (x *Graph) isEndless(f *Function, block int) bool {
	is, known := f.endless[block]
	if !known {
		if f.endless == nil {
			f.endless = map[int]bool{}
		}
		is = x.findEndless(f, block)
		f.endless[block] = is
	}
	return is
}

func (x *Graph) findEndless(f *Function, block int) bool {
	cut := map[int]bool{}
	for {
		loop := f.loopWithout(cut, block)
		if len(loop) == 0 {
			return false
		}
		ended := false
		for _, b := range loop {
			if x.endsLoop(f, b, loop) {
				cut[b], ended = true, true
			}
		}
		if !ended {
			return true
		}
	}
}

// loopWithout is the strongly connected component of a block where some blocks lead nowhere; none if it isn't on a cycle.
func (f *Function) loopWithout(cut map[int]bool, block int) (loop []int) {
	next := func(b int) []int {
		if cut[b] {
			return nil
		}
		return f.SuccessorsOf(b)
	}
	component := ir.Components(len(f.Blocks), next)
	for b, c := range component {
		if c == component[block] {
			loop = append(loop, b)
		}
	}
	if len(loop) == 1 && !slices.Contains(next(block), block) {
		return nil
	}
	return loop
}

// endsLoop reports whether a branch at the end of a block leaves a loop some time.
func (x *Graph) endsLoop(f *Function, b int, loop []int) bool {
	in := f.Blocks[b].Terminator()
	isOutside := func(next int) bool { return !slices.Contains(loop, next) }
	if in.Op != ir.OpIf || !slices.ContainsFunc(f.SuccessorsOf(b), isOutside) {
		return false
	}
	return x.IsFree(f, in.Args[0], f.Loops[b]) || x.IsCounted(f, b) ||
		slices.ContainsFunc(f.CountedLoops(), func(c *CountedLoop) bool { return slices.Contains(c.Tests, b) && c.includes(loop) })
}

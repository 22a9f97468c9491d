package supergraph

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/ir"
)

// LiveAt is the set of registers that hold something at the beginning of a block which is
// still used then (Aho and others, Compilers, section 9.2).
func (f *Body) LiveAt(block int) dataflow.Set {
	if f.live == nil {
		f.live = make([]dataflow.Set, len(f.Blocks))
		for grew := true; grew; {
			grew = false
			for b := len(f.Blocks) - 1; b >= 0; b-- {
				grew = f.live[b].AddAll(f.liveBefore(b)) || grew
			}
		}
	}
	return f.live[block]
}

// liveBefore is what is live before a block, by what is known of those that follow.
func (f *Body) liveBefore(block int) (live dataflow.Set) {
	for _, e := range f.Blocks[block].Succs {
		after := slices.Clone(f.live[e.Block])
		for _, m := range e.Moves {
			after.Remove(m.To)
		}
		for _, m := range e.Moves {
			use(&after, m.From)
		}
		live.AddAll(after)
	}
	for _, in := range slices.Backward(f.Blocks[block].Instrs) {
		if in.Dst >= 0 {
			live.Remove(in.Dst)
		}
		for _, o := range in.Args {
			use(&live, o)
		}
		for i := range in.Cases {
			use(&live, in.Cases[i].Chan)
			use(&live, in.Cases[i].Value)
		}
	}
	return live
}

// use adds an operand that is a register.
func use(s *dataflow.Set, o ir.Operand) {
	if o.Kind == ir.Register {
		s.Add(o.Reg)
	}
}

package ir

import "slices"

// Sequence is a function that does what others do, one after the other: it has the name of the last one. They
// have no parameters, results or deferred calls, as initializers of packages haven't.
func Sequence(list []*Function) *Function {
	joined := *list[len(list)-1]
	joined.Blocks, joined.Registers, joined.Types = nil, 0, nil
	for i, f := range list {
		s := shift{registers: joined.Registers, blocks: len(joined.Blocks)}
		for _, b := range f.Blocks {
			b = s.block(b)
			if last := b.Terminator(); last.Op == OpReturn && i < len(list)-1 {
				*last = Instr{Op: OpJump, Dst: -1}
				b.Succs = []Edge{{Block: s.blocks + len(f.Blocks)}}
			}
			joined.Blocks = append(joined.Blocks, b)
		}
		joined.Registers += f.Registers
		joined.Types = append(joined.Types, f.Types...)
	}
	return &joined
}

// A shift is by how much registers and blocks get other numbers.
type shift struct{ registers, blocks int }

func (s shift) block(b Block) Block {
	moved := Block{Instrs: slices.Clone(b.Instrs), Succs: slices.Clone(b.Succs)}
	for i := range moved.Instrs {
		s.instr(&moved.Instrs[i])
	}
	for i := range moved.Succs {
		edge := &moved.Succs[i]
		edge.Block += s.blocks
		edge.Moves = slices.Clone(edge.Moves)
		for m := range edge.Moves {
			edge.Moves[m] = Move{To: edge.Moves[m].To + s.registers, From: s.operand(edge.Moves[m].From)}
		}
	}
	return moved
}

func (s shift) instr(in *Instr) {
	if in.Dst >= 0 {
		in.Dst += s.registers
	}
	in.Args, in.Cases = slices.Clone(in.Args), slices.Clone(in.Cases)
	for i := range in.Args {
		in.Args[i] = s.operand(in.Args[i])
	}
	for i := range in.Cases {
		c := &in.Cases[i]
		c.Chan, c.Value = s.operand(c.Chan), s.operand(c.Value)
	}
}

func (s shift) operand(o Operand) Operand {
	if o.Kind == Register {
		o.Reg += s.registers
	}
	return o
}

package supergraph

import (
	"slices"

	"github.com/chancheck/chancheck/extract/ir"
)

// After a select a chain of branches asks which of its cases was taken: "index == 0", and if not,
// "index == 1", and so on. One way of a branch is never gone where it is for cases that nobody ever
// serves. Nor is that for a channel that is closed, if nobody closes it. If that is the way out of
// a loop, the loop doesn't end.

// A decided branch always goes one way: it is true, or it isn't.
func (x *Graph) decided(f *Function, block int) (isTrue, ok bool) {
	if x.asksWhetherOpen(f, block) {
		return true, true
	}
	choice, asked, ok := f.askedCase(block)
	if !ok {
		return false, false
	}
	in := choice.Instr()
	isDead := func(n int) bool { return n >= 0 && n < len(in.Cases) && x.NeverServes(f, &in.Cases[n]) }
	if isDead(asked) {
		return false, true
	}
	if in.Default {
		return false, false
	}
	before := f.askedBefore(block, choice)
	for n := range in.Cases {
		if n != asked && !slices.Contains(before, n) && !isDead(n) {
			return false, false
		}
	}
	return true, true
}

// asksWhetherOpen reports whether a branch asks whether what was received from was open, and nobody
// closes that.
func (x *Graph) asksWhetherOpen(f *Function, block int) bool {
	if len(f.Blocks[block].Succs) != 2 {
		return false
	}
	open, ok := f.definedBy(f.Blocks[block].Terminator().Args[0], ir.OpExtract)
	if !ok || open.Instr().Index != 1 {
		return false
	}
	received, ok := f.definedBy(open.Instr().Args[0], ir.OpReceive)
	return ok && x.NeverCloses(received)
}

// Decided is the condition of a branch that always goes one way, as the other one is for what nobody
// ever does.
func (x *Graph) Decided(f *Function, block int) (ir.Operand, bool) {
	isTrue, ok := x.decided(f, block)
	if !ok {
		return ir.Operand{}, false
	}
	condition := ir.Operand{Kind: ir.BoolConst}
	if isTrue {
		condition.Int = 1
	}
	return condition, true
}

// neverLeaves reports whether a branch that leads out of a cycle always goes the other way.
func (s *spin) neverLeaves(block int) bool {
	isTrue, ok := s.decided(s.f, block)
	way := 1
	if isTrue {
		way = 0
	}
	return ok && s.f.Loops[s.f.Blocks[block].Succs[way].Block] == s.cycle
}

// askedCase is the case of a select of which a branch asks whether it was taken.
func (f *Function) askedCase(block int) (choice Instruction, asked int, ok bool) {
	if len(f.Blocks[block].Succs) != 2 {
		return Instruction{}, 0, false
	}
	test, ok := f.definedBy(f.Blocks[block].Terminator().Args[0], ir.OpBinary)
	if !ok || test.Instr().Name != "==" || test.Instr().Args[1].Kind != ir.IntConst {
		return Instruction{}, 0, false
	}
	index, ok := f.definedBy(test.Instr().Args[0], ir.OpExtract)
	if !ok || index.Instr().Index != 0 {
		return Instruction{}, 0, false
	}
	choice, ok = f.definedBy(index.Instr().Args[0], ir.OpSelect)
	return choice, int(test.Instr().Args[1].Int), ok
}

// definedBy is the only instruction that defines a register, if it has an operation.
func (f *Function) definedBy(o ir.Operand, op ir.Op) (Instruction, bool) {
	if o.Kind != ir.Register || len(f.Defined[o.Reg]) != 1 || f.Defined[o.Reg][0].At.Index < 0 {
		return Instruction{}, false
	}
	i := f.At(f.Defined[o.Reg][0].At)
	return i, i.Instr().Op == op
}

// askedBefore lists the cases of a select that weren't taken where one comes to a block: those that
// the branches before it in the chain have asked for.
func (f *Function) askedBefore(block int, choice Instruction) (list []int) {
	for {
		previous, ok := f.elseOf(block)
		if !ok {
			return list
		}
		of, asked, ok := f.askedCase(previous)
		if !ok || of != choice || slices.Contains(list, asked) {
			return list
		}
		list = append(list, asked)
		block = previous
	}
}

// elseOf is the branch whose second way is the only one that leads to a block.
func (f *Function) elseOf(block int) (branch int, ok bool) {
	for b := range f.Blocks {
		for n, e := range f.Blocks[b].Succs {
			if e.Block == block && (ok || n != 1) {
				return 0, false
			}
			if e.Block == block {
				branch, ok = b, true
			}
		}
	}
	return branch, ok
}

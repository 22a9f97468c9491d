package supergraph

import (
	"slices"

	"github.com/chancheck/chancheck/extract/ir"
)

// After a select a chain of branches asks which of its cases was taken: "index == 0", and if not,
// "index == 1", and so on. One way of a branch is never gone where it is for cases that nobody ever
// serves. Nor is that for a channel that is closed, if nobody closes it. If that is the way out of
// a loop, the loop doesn't end.

// decided says of a branch that always goes one way whether it is true.
func (x *Graph) decided(f *Function, block int) (isTrue, ok bool) {
	if x.asksWhetherOpen(f, block) {
		return true, true
	}
	choice, asked, ok := f.AskedCase(block)
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
	open := f.Definition(f.Blocks[block].Terminator().Args[0])
	if open == nil || open.Op != ir.OpExtract || open.Index != 1 {
		return false
	}
	received, ok := f.DefinedAt(open.Args[0])
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

// AskedCase is the case of a select of which a branch asks whether it was taken.
func (f *Function) AskedCase(block int) (choice Instruction, asked int, ok bool) {
	if len(f.Blocks[block].Succs) != 2 {
		return Instruction{}, 0, false
	}
	test := f.Definition(f.Blocks[block].Terminator().Args[0])
	if test == nil || test.Op != ir.OpBinary || test.Name != "==" || test.Args[1].Kind != ir.IntConst {
		return Instruction{}, 0, false
	}
	index := f.Definition(test.Args[0])
	if index == nil || index.Op != ir.OpExtract || index.Index != 0 {
		return Instruction{}, 0, false
	}
	choice, ok = f.DefinedAt(index.Args[0])
	return choice, int(test.Args[1].Int), ok && choice.Instr().Op == ir.OpSelect
}

// AfterCase is the block to which a function comes when a select has taken a case. It is not ok if that isn't known.
func (f *Function) AfterCase(choice Instruction, taken int) (block int, ok bool) {
	isAsked := false
	for b := range f.Blocks {
		if of, asked, ok := f.AskedCase(b); ok && of == choice {
			if asked == taken {
				return f.Blocks[b].Succs[0].Block, true
			}
			isAsked = true
		}
	}
	next := f.SuccessorsOf(choice.At.Block)
	if isAsked || len(next) != 1 {
		return 0, false
	}
	return next[0], true
}

// askedBefore lists the cases of a select that weren't taken where one comes to a block: those that
// the branches before it in the chain have asked for.
func (f *Function) askedBefore(block int, choice Instruction) (list []int) {
	for {
		previous, ok := f.elseOf(block)
		if !ok {
			return list
		}
		of, asked, ok := f.AskedCase(previous)
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

package interp

import (
	"slices"

	"github.com/chancheck/chancheck/extract/ir"
)

// A registerSet is a set of registers of one function.
type registerSet []uint64

func (r registerSet) has(i int) bool { return r[i/64]&(1<<(i%64)) != 0 }
func (r registerSet) add(i int)      { r[i/64] |= 1 << (i % 64) }
func (r registerSet) remove(i int)   { r[i/64] &^= 1 << (i % 64) }

// addAll adds the members of other and reports whether there were new ones.
func (r registerSet) addAll(other registerSet) bool {
	grew := false
	for i, word := range other {
		if r[i]|word != r[i] {
			r[i] |= word
			grew = true
		}
	}
	return grew
}

// A flow has what the evaluator asks about a function again and again. Long
// functions have many instructions, of which few are asked about: sets are kept
// for the starts of blocks, and for points that were asked about.
type flow struct {
	function *ir.Function
	// number is that of the function, in the order in which functions were
	// first met.
	number int
	// start[b] are the registers whose values can still be read when block b
	// is about to run.
	start []registerSet
	asked map[point]registerSet
	// cyclic[b] says that block b can run more than once in one activation.
	cyclic []bool
	// storesNumbers says that the function stores numbers somewhere.
	storesNumbers bool
	// waysOut are those of the blocks that were asked about, see wayOut.
	waysOut map[int]int
}

// wayOut is wayOut of a block, once it has been found out.
func (fl *flow) wayOut(block int) int {
	side, known := fl.waysOut[block]
	if !known {
		side = wayOut(fl.function, block)
		fl.waysOut[block] = side
	}
	return side
}

// A point is an instruction that is about to run.
type point struct{ block, pc int }

// storesNumbers reports whether a function stores a number somewhere.
func storesNumbers(f *ir.Function) bool {
	for _, b := range f.Blocks {
		if slices.ContainsFunc(b.Instrs, func(in ir.Instr) bool { return in.Op == ir.OpStore && in.Kind == ir.IntKind }) {
			return true
		}
	}
	return false
}

// analyse computes the flow of a function, by the usual backward iteration.
func analyse(f *ir.Function) *flow {
	fl := &flow{function: f, start: make([]registerSet, len(f.Blocks)), asked: map[point]registerSet{}, cyclic: cyclicBlocks(f), storesNumbers: storesNumbers(f), waysOut: map[int]int{}}
	for b := range f.Blocks {
		fl.start[b] = fl.newSet()
	}
	for changed := true; changed; {
		changed = false
		for b := len(f.Blocks) - 1; b >= 0; b-- {
			if fl.start[b].addAll(fl.before(b, 0)) {
				changed = true
			}
		}
	}
	return fl
}

func (fl *flow) newSet() registerSet { return make(registerSet, (fl.function.Registers+63)/64) }

// live are the registers whose values can still be read when an instruction is
// about to run.
func (fl *flow) live(block, pc int) registerSet {
	at := point{block, pc}
	set, ok := fl.asked[at]
	if !ok {
		set = fl.before(block, pc)
		fl.asked[at] = set
	}
	return set
}

// before goes back from the end of a block to an instruction.
func (fl *flow) before(b, pc int) registerSet {
	current := fl.end(b)
	instrs := fl.function.Blocks[b].Instrs
	for i := len(instrs) - 1; i >= pc; i-- {
		in := &instrs[i]
		if in.Dst >= 0 {
			current.remove(in.Dst)
		}
		for _, arg := range in.Args {
			addOperand(current, arg)
		}
		for _, c := range in.Cases {
			addOperand(current, c.Chan)
			addOperand(current, c.Value)
		}
	}
	return current
}

// end are the registers that are live at the end of a block.
func (fl *flow) end(b int) registerSet {
	current, after := fl.newSet(), fl.newSet()
	for _, edge := range fl.function.Blocks[b].Succs {
		copy(after, fl.start[edge.Block])
		for _, move := range edge.Moves {
			after.remove(move.To)
		}
		for _, move := range edge.Moves {
			addOperand(after, move.From)
		}
		current.addAll(after)
	}
	return current
}

func addOperand(set registerSet, o ir.Operand) {
	if o.Kind == ir.Register {
		set.add(o.Reg)
	}
}

// cyclicBlocks finds the blocks that lie on a cycle of the control flow.
func cyclicBlocks(f *ir.Function) []bool {
	cyclic := make([]bool, len(f.Blocks))
	for b, cycle := range f.Cycles() {
		cyclic[b] = cycle >= 0
	}
	return cyclic
}

package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A firstWay is what a function does first with a struct that was just made, to which nobody has done anything else: fields have
// their zero values, or what the struct was made with, so that branches on them go one way. Whoever makes a struct and leaves it
// at that has the function take this way.
type firstWay struct {
	*Analysis
	// begin is the function, given what in it is the address of the struct.
	begin *supergraph.Function
	given ir.Operand
	// isEarlier reports whether a store may come before the way.
	isEarlier func(store supergraph.Instruction) bool
	cond      pointsto.Location
	// passed are the instructions on the way, sides the branches, calls lead from the function to where the way ends, waits.
	passed []supergraph.Instruction
	sides  []Side
	calls  []supergraph.Instruction
	waits  supergraph.Instruction
}

// comesToWait reports whether the way leads to where somebody begins to wait for the condition variable.
func (w *firstWay) comesToWait() bool {
	return w.follow(w.begin, w.given)
}

// follow goes on in a function, to which an operand leads to the struct.
func (w *firstWay) follow(f *supergraph.Function, given ir.Operand) bool {
	seen := map[int]bool{}
	for block := 0; !seen[block]; {
		seen[block] = true
		for n := range f.Blocks[block].Instrs {
			i := at(f, block, n)
			if isBeginOfWait(i, w.Analysis, w.cond) {
				w.waits = i
				return true
			}
			if callee, ok := w.leadsOn(i); ok {
				to, isGiven := w.givenTo(i, callee, given)
				w.calls = append(w.calls, i)
				return isGiven && w.follow(callee, to)
			}
			if w.mayEndAt(i) {
				return false
			}
			w.passed = append(w.passed, i)
		}
		next, ok := w.next(f, block, given)
		if !ok {
			return false
		}
		block = next
	}
	return false
}

// isBeginOfWait reports whether an instruction begins to wait for a condition variable.
func isBeginOfWait(i supergraph.Instruction, a *Analysis, cond pointsto.Location) bool {
	return slices.ContainsFunc(a.OperationsOf(i), func(o supergraph.Operation) bool {
		return o.Kind == model.Cond && o.Tests && slices.Equal(o.Objects, []pointsto.Location{cond})
	})
}

// leadsOn is the function that an instruction calls, if that may wait for the condition variable.
func (w *firstWay) leadsOn(i supergraph.Instruction) (callee *supergraph.Function, ok bool) {
	callees := w.CalleesAt(i)
	if i.Instr().Op != ir.OpCall || i.Instr().Name == "" || len(callees) != 1 || len(w.calls) == maxDepth {
		return nil, false
	}
	reached := w.callable(callees[0])
	return callees[0], slices.ContainsFunc(w.waitersForConds()[w.cond], func(f *supergraph.Function) bool { return reached[f] })
}

// givenTo is what leads to the struct in a function that is called.
func (w *firstWay) givenTo(call supergraph.Instruction, callee *supergraph.Function, given ir.Operand) (to ir.Operand, ok bool) {
	for n := range callee.Params {
		o, isGiven := supergraph.Argument(call.Instr(), callee, n)
		if isGiven && call.Parent.Original(o) == given {
			return ir.Operand{Kind: ir.Register, Reg: n}, true
		}
	}
	return to, false
}

// mayEndAt reports whether the way may end at an instruction, or wait there for others than the holders of locks.
func (w *firstWay) mayEndAt(i supergraph.Instruction) bool {
	in := i.Instr()
	isStop := in.Op == ir.OpReturn || in.Op == ir.OpPanic || in.Op == ir.OpSelect
	return isStop || w.mayEnd(i) || w.mayBlockAt(i) || in.Op == ir.OpCall && slices.ContainsFunc(w.CalleesAt(i), w.mayWait)
}

// next is the block after one on the way.
func (w *firstWay) next(f *supergraph.Function, block int, given ir.Operand) (next int, ok bool) {
	list, end := f.SuccessorsOf(block), endOf(f, block)
	if end.Instr().Op != ir.OpIf {
		return slices.Max(append(list, nowhere)), len(list) == 1
	}
	value, ok := w.valueOf(f, given, end.Instr().Args[0], maxDepth)
	if !ok {
		return 0, false
	}
	edge := 1
	if value != 0 {
		edge = 0
	}
	w.sides = append(w.sides, Side{end, edge})
	return list[edge], true
}

// valueOf is what an operand is on the way, if that is known: a number, or 0 for what is false, nil or empty. Only equals of a kind
// are compared, and a branch asks whether something is 0.
func (w *firstWay) valueOf(f *supergraph.Function, given, o ir.Operand, depth int) (value int64, ok bool) {
	o = f.Original(o)
	in := f.Definition(o)
	switch {
	case o.Kind == ir.BoolConst || o.Kind == ir.IntConst:
		return o.Int, true
	case o.Kind == ir.NilConst:
		return 0, true
	case in == nil || depth == 0:
		return 0, false
	}
	switch in.Op {
	case ir.OpLen:
		value, ok = w.valueOf(f, given, in.Args[0], depth-1)
		return value, ok && value == 0
	case ir.OpLoad:
		return w.initially(f, given, in.Args[0])
	case ir.OpBinary:
		one, isKnown := w.valueOf(f, given, in.Args[0], depth-1)
		other, areKnown := w.valueOf(f, given, in.Args[1], depth-1)
		holds, isComparison := ir.Compare(in.Name, one, other)
		if holds {
			value = 1
		}
		return value, isKnown && areKnown && isComparison
	case ir.OpCall:
		return w.answered(f, given, in, depth)
	}
	return 0, false
}

// answered is what a function of the struct answers that is called.
func (w *firstWay) answered(f *supergraph.Function, given ir.Operand, call *ir.Instr, depth int) (value int64, ok bool) {
	i, _ := f.DefinedAt(ir.Operand{Kind: ir.Register, Reg: call.Dst})
	callees := w.CalleesAt(i)
	if len(callees) != 1 || len(callees[0].Blocks) != 1 {
		return 0, false
	}
	to, isGiven := w.givenTo(i, callees[0], given)
	answer, isOne := answerOf(callees[0])
	if !isGiven || !isOne {
		return 0, false
	}
	return w.valueOf(callees[0], to, answer, depth-1)
}

// initially is what is in a field of the struct, or of a part of it, when the way begins, if nothing on the way changes that.
func (w *firstWay) initially(f *supergraph.Function, given, address ir.Operand) (value int64, ok bool) {
	cells := w.Memory(f, address)
	if f.BaseOfPart(address) != given || f.Original(address) == given || len(cells) != 1 || !w.isHidden(cells[0]) {
		return 0, false
	}
	g := grounds{}
	g.load(cells)
	if slices.ContainsFunc(w.passed, func(i supergraph.Instruction) bool { return w.sets(i, g.cells) }) {
		return 0, false
	}
	for _, store := range w.Stores[cells[0]] {
		if !w.isEarlier(store) {
			continue
		}
		stored := store.Instr().Args[1]
		if value != 0 || stored.Kind != ir.BoolConst && stored.Kind != ir.IntConst || !isWhereMade(store, store.Parent.BaseOfPart(store.Instr().Args[0])) {
			return 0, false
		}
		value = stored.Int
	}
	return value, true
}

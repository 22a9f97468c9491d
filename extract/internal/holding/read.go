package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// groundRead adds what functions read that a call may run, if these don't return constants alone, of which groundAnswer knows.
func (a *Analysis) groundRead(g *grounds, call supergraph.Instruction) {
	for _, callee := range a.CalleesAt(call) {
		if _, constant := answersOf(callee); !constant {
			a.readBy(callee).Each(func(n int) { g.read.Add(n) })
		}
	}
}

// readBy is the memory that the answers of a function hang on, errors left out, and that it doesn't set itself: who calls it asks
// for what is there. With a method that locks, reads a field and unlocks one asks for the field.
func (a *Analysis) readBy(f *supergraph.Function) (cells dataflow.Set) {
	cells, isKnown := a.read[f]
	if isKnown {
		return cells
	}
	a.read[f] = nil // if it calls itself
	g := &grounds{callees: map[string]bool{}}
	for b := range f.Blocks {
		switch end := endOf(f, b); end.Instr().Op {
		case ir.OpReturn:
			for n, o := range end.Instr().Args {
				if n >= len(f.Results) || f.Results[n] != ir.ErrorKind {
					for _, result := range resultsIn(f, o) {
						a.ground(g, f, result)
					}
				}
			}
		case ir.OpIf:
			g.add(a.groundsOf(end))
		}
	}
	for _, set := range []dataflow.Set{g.cells, g.read} {
		set.Each(func(n int) {
			if !a.mayStoreIn(f, locationOf(n)) {
				cells.Add(n)
			}
		})
	}
	a.read[f] = cells
	return cells
}

// resultsIn are what a function may return as one of its results: what it returns somewhere, or all that it stores in a variable of its own from
// which that is loaded, where deferred calls come between.
func resultsIn(f *supergraph.Function, returned ir.Operand) (list []ir.Operand) {
	variable := loadedFrom(f, returned)
	if made := f.Definition(variable); made == nil || made.Op != ir.OpAlloc {
		return []ir.Operand{returned}
	}
	for i := range f.Instructions() {
		if in := i.Instr(); in.Op == ir.OpStore && in.Args[0] == variable {
			list = append(list, in.Args[1])
		}
	}
	return list
}

// setsAsKnown reports whether an instruction stores in one of some cells, or calls what may, and nothing but constants or what somebody is given
// for that: whoever asks then knows the answer, as he doesn't where something may come from elsewhere.
func (a *Analysis) setsAsKnown(i supergraph.Instruction, cells dataflow.Set) (is bool) {
	isDone := func(store supergraph.Instruction) bool {
		return store == i || slices.ContainsFunc(a.CalleesAt(i), func(callee *supergraph.Function) bool { return a.runs(callee, store.Parent) })
	}
	isKnown := func(store supergraph.Instruction) bool {
		in := store.Instr()
		return in.Op != ir.OpForget && (in.Op != ir.OpStore || in.Args[1].Kind != ir.Register || in.Args[1].Reg < store.Parent.Params)
	}
	cells.Each(func(n int) {
		stores := a.Stores[locationOf(n)]
		is = is || slices.ContainsFunc(stores, isDone) && !slices.ContainsFunc(stores, func(store supergraph.Instruction) bool { return isDone(store) && !isKnown(store) })
	})
	return is
}

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
		switch end := at(f, b, len(f.Blocks[b].Instrs)-1); end.Instr().Op {
		case ir.OpReturn:
			for n, o := range end.Instr().Args {
				if n >= len(f.Results) || f.Results[n] != ir.ErrorKind {
					a.groundReturned(g, f, o)
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

// groundReturned adds what an answer hangs on: where deferred calls come between, it is kept in a variable of the function.
func (a *Analysis) groundReturned(g *grounds, f *supergraph.Function, o ir.Operand) {
	load, ok := f.DefinedAt(o)
	if !ok || load.Instr().Op != ir.OpLoad {
		a.ground(g, f, o)
		return
	}
	variable := load.Instr().Args[0]
	if made := f.Definition(variable); made == nil || made.Op != ir.OpAlloc {
		a.ground(g, f, o)
		return
	}
	for i := range f.Instructions() {
		if in := i.Instr(); in.Op == ir.OpStore && in.Args[0] == variable {
			a.ground(g, f, in.Args[1])
		}
	}
}

// setsAsKnown reports whether an instruction stores in one of some cells, or calls what may, and nothing but constants or what somebody is given
// for that: whoever asks then knows the answer, as he doesn't where something may come from elsewhere.
func (a *Analysis) setsAsKnown(i supergraph.Instruction, cells dataflow.Set) (is bool) {
	callees := a.CalleesAt(i)
	isDone := func(store supergraph.Instruction) bool {
		return store == i || slices.ContainsFunc(callees, func(callee *supergraph.Function) bool { return a.runs(callee, store.Parent) })
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

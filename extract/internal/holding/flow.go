package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A flow says of one taking, for each block of its function, what may be so at its beginning.
type flow struct {
	*Analysis
	taking Taking
	// reached says that the block is executed at all, free that on some way there the lock isn't held.
	reached, free []bool
	// given says that on some way from there the lock is released, returns that on some way the function
	// returns, or takes the lock again. Both look no further than to where it is taken again: that is
	// another one then, or nobody comes past.
	given, returns []bool
}

// flowOf works out the flow of a taking.
func (a *Analysis) flowOf(t Taking) *flow {
	n := len(t.Parent.Blocks)
	w := &flow{a, t, make([]bool, n), make([]bool, n), make([]bool, n), make([]bool, n)}
	w.forward()
	w.backward()
	return w
}

// forward finds what is so on some way from the beginning of the function.
func (w *flow) forward() {
	w.reached[0], w.free[0] = true, true
	for work := []int{0}; len(work) > 0; work = work[1:] {
		free := w.freeAfter(work[0], len(w.taking.Parent.Blocks[work[0]].Instrs))
		for _, next := range w.taking.Parent.SuccessorsOf(work[0]) {
			if !w.reached[next] || free && !w.free[next] {
				w.reached[next], w.free[next] = true, w.free[next] || free
				work = append(work, next)
			}
		}
	}
}

// freeAfter reports whether the lock may not be held after some instructions of a block. What is deferred
// comes later.
func (w *flow) freeAfter(block, instructions int) bool {
	free := w.free[block]
	for n := range instructions {
		i := w.at(block, n)
		switch {
		case i == w.taking.Instruction:
			free = false
		case i.Instr().Op != ir.OpDefer && w.releases(i, w.taking):
			free = true
		}
	}
	return free
}

// holdsAt reports whether the lock is held on all ways to an instruction.
func (w *flow) holdsAt(i supergraph.Instruction) bool {
	return w.reached[i.At.Block] && !w.freeAfter(i.At.Block, i.At.Index)
}

func (w *flow) at(block, n int) supergraph.Instruction { return at(w.taking.Parent, block, n) }

// backward finds what is so on some way to the end.
func (w *flow) backward() {
	f := w.taking.Parent
	for changed := true; changed; {
		changed = false
		for b := len(f.Blocks) - 1; b >= 0; b-- {
			given, returns := w.before(b)
			changed = changed || given != w.given[b] || returns != w.returns[b]
			w.given[b], w.returns[b] = given, returns
		}
	}
}

// before is given and returns of a block. A release that is deferred counts where it is: it comes in the
// end of each way from there.
func (w *flow) before(block int) (given, returns bool) {
	f := w.taking.Parent
	for n := range f.Blocks[block].Instrs {
		i := w.at(block, n)
		switch {
		case i == w.taking.Instruction || i.Instr().Op == ir.OpReturn:
			return false, true
		case w.releases(i, w.taking):
			return true, false
		case w.mayEnd(i):
			return false, false
		}
	}
	for _, next := range f.SuccessorsOf(block) {
		given, returns = given || w.given[next], returns || w.returns[next]
	}
	return given, returns
}

// mayEnd reports whether after a call the goroutine, or the program, may be gone.
func (a *Analysis) mayEnd(i supergraph.Instruction) bool {
	return i.Instr().Op == ir.OpCall && slices.ContainsFunc(a.Points.Callees(i.Parent.Function, i.At), func(name string) bool {
		callee := a.Callee(name)
		return library.EndsGoroutine(name) || callee != nil && (a.MayEnd[callee] || !returns(callee))
	})
}

// returns reports whether a function ever does.
func returns(f *supergraph.Function) bool {
	return f.Contains(func(in *ir.Instr) bool { return in.Op == ir.OpReturn })
}

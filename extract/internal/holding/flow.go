package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A span is what a function has from an instruction on, or from its beginning if that is none, until it gives it back:
// a lock that it has taken, or something that others wait for.
type span struct {
	parent *supergraph.Function
	from   supergraph.Instruction
	ends   func(supergraph.Instruction) bool
	// none, if there is one, says of a side of a branch that there was nothing to have where it is taken.
	none func(Side) bool
	// wall, if there is one, is an instruction past which nobody comes.
	wall supergraph.Instruction
}

// A flow says of one span, for each block of its function, what may be so at its beginning.
type flow struct {
	*Analysis
	span
	// reached says that the block is executed at all, free that on some way there the function doesn't have it.
	reached, free []bool
	// given says that on some way from there it is given back, returns that on some way the function
	// returns, or the span begins again. Both look no further than to there: that is
	// another one then, or nobody comes past.
	given, returns []bool
}

// flowOf works out the flow of a taking.
func (a *Analysis) flowOf(t Taking) *flow {
	w := a.flows[t.Instruction]
	if w == nil {
		w = a.flowIn(span{parent: t.Parent, from: t.Instruction, ends: func(i supergraph.Instruction) bool { return a.Releases(i, t) }})
		a.flows[t.Instruction] = w
	}
	return w
}

// flowTo works out the flow of a taking up to an instruction that takes the lock again: nobody comes past that who has it.
func (a *Analysis) flowTo(t Taking, wall supergraph.Instruction) *flow {
	s := a.flowOf(t).span
	s.wall = wall
	return a.flowIn(s)
}

// flowIn works out the flow of a span.
func (a *Analysis) flowIn(s span) *flow {
	n := len(s.parent.Blocks)
	w := &flow{a, s, make([]bool, n), make([]bool, n), make([]bool, n), make([]bool, n)}
	w.forward()
	w.backward()
	return w
}

// forward finds what is so on some way from the beginning of the function.
func (w *flow) forward() {
	w.reached[0], w.free[0] = true, w.from.Parent != nil
	for work := []int{0}; len(work) > 0; work = work[1:] {
		if w.wall.Parent != nil && work[0] == w.wall.At.Block {
			continue
		}
		free := w.freeAfter(work[0], len(w.parent.Blocks[work[0]].Instrs))
		for edge, next := range w.parent.SuccessorsOf(work[0]) {
			isFree := free || w.none != nil && w.none(Side{w.lastOf(work[0]), edge})
			if !w.reached[next] || isFree && !w.free[next] {
				w.reached[next], w.free[next] = true, w.free[next] || isFree
				work = append(work, next)
			}
		}
	}
}

// freeAfter reports whether the function may not have it after some instructions of a block. What is deferred
// comes later.
func (w *flow) freeAfter(block, instructions int) bool {
	free := w.free[block]
	for n := range instructions {
		i := w.at(block, n)
		switch {
		case i == w.from:
			free = false
		case i.Instr().Op != ir.OpDefer && w.ends(i):
			free = true
		}
	}
	return free
}

// holdsAt reports whether the function has it on all ways to an instruction.
func (w *flow) holdsAt(i supergraph.Instruction) bool {
	return w.reached[i.At.Block] && !w.freeAfter(i.At.Block, i.At.Index)
}

func (w *flow) at(block, n int) supergraph.Instruction { return at(w.parent, block, n) }

// lastOf is the last instruction of a block, which is the branch if it has one.
func (w *flow) lastOf(block int) supergraph.Instruction {
	return w.at(block, len(w.parent.Blocks[block].Instrs)-1)
}

// backward finds what is so on some way to the end.
func (w *flow) backward() {
	f := w.parent
	for changed := true; changed; {
		changed = false
		for b := len(f.Blocks) - 1; b >= 0; b-- {
			given, returns := w.before(b)
			changed = changed || given != w.given[b] || returns != w.returns[b]
			w.given[b], w.returns[b] = given, returns
		}
	}
}

// before is given and returns of a block. What is deferred counts where it is: it comes in the
// end of each way from there.
func (w *flow) before(block int) (given, returns bool) { return w.since(block, 0) }

// since is that for what follows in a block from an instruction on.
func (w *flow) since(block, first int) (given, returns bool) {
	f := w.parent
	for n := first; n < len(f.Blocks[block].Instrs); n++ {
		i := w.at(block, n)
		switch {
		case i == w.from || i.Instr().Op == ir.OpReturn:
			return false, true
		case w.ends(i):
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

// mayEnd reports whether after a call the goroutine, or the program, may be gone. A method that isn't seen says by its
// name that it is, as those of loggers do.
func (a *Analysis) mayEnd(i supergraph.Instruction) bool {
	in := i.Instr()
	return in.Op == ir.OpCall && library.EndsByName(in.Method) || in.Op == ir.OpCall && slices.ContainsFunc(a.Points.Callees(i.Parent.Function, i.At), func(name string) bool {
		callee := a.Callee(name)
		return library.EndsGoroutine(name) || callee != nil && (a.MayEnd[callee] || !returns(callee))
	})
}

// returns reports whether a function ever does.
func returns(f *supergraph.Function) bool {
	return f.Contains(func(in *ir.Instr) bool { return in.Op == ir.OpReturn })
}

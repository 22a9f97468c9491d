package slice

import (
	"iter"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// A function is one with its instructions numbered.
type function struct {
	*ir.Function
	number int // in the order in which they were reached
	turn   int // in that of callees before callers
	// first is the number of the first instruction of each block.
	first []int
	size  int
	// defined is where a register is set, by instructions and by moves.
	defined [][]definition
	callers []instruction
	// globals are the package-level variables that it uses.
	globals []pointsto.Location
	// operations and refers are worked out when they are asked for.
	operations       []Operation
	refers           []*function
	listed, referred bool
	// passed is worked out by Clusters: what is passed in each block; preds and reaching
	// are the blocks that come before it, see reachingOf.
	passed          []kindSet
	inside          *kindSet // see computeInside
	preds, reaching [][]int
	live            []numberSet // see liveAt
	counted         []*counted  // see countedLoops
	countedListed   bool
	// loops has, for each block, the number of the innermost cycle of blocks
	// that it is in, or -1.
	loops []int
}

// A definition is an instruction, or a move on an edge of a block.
type definition struct {
	at   pointsto.At // Index -1: an edge
	edge int
	from ir.Operand
}

// An instruction is one of a function.
type instruction struct {
	f  *function
	at pointsto.At
}

func (i instruction) get() *ir.Instr { return &i.f.Blocks[i.at.Block].Instrs[i.at.Index] }

// number numbers the instructions of a function and finds where its registers
// are set.
func number(f *ir.Function) *function {
	g := &function{Function: f, first: make([]int, len(f.Blocks)), defined: make([][]definition, f.Registers)}
	for b := range f.Blocks {
		g.first[b] = g.size
		g.size += len(f.Blocks[b].Instrs)
		for i := range f.Blocks[b].Instrs {
			if dst := f.Blocks[b].Instrs[i].Dst; dst >= 0 {
				g.defined[dst] = append(g.defined[dst], definition{at: pointsto.At{Block: b, Index: i}})
			}
		}
		for e, edge := range f.Blocks[b].Succs {
			for _, m := range edge.Moves {
				g.defined[m.To] = append(g.defined[m.To], definition{pointsto.At{Block: b, Index: -1}, e, m.From})
			}
		}
	}
	g.loops = f.Cycles()
	return g
}

// successorsOf are the blocks that follow one.
func (f *function) successorsOf(block int) (list []int) {
	for _, e := range f.Blocks[block].Succs {
		list = append(list, e.Block)
	}
	return list
}

// number is that of an instruction in its function.
func (i instruction) number() int { return i.f.first[i.at.Block] + i.at.Index }

// numbered is the instruction with a number.
func (f *function) numbered(number int) instruction {
	next, _ := slices.BinarySearch(f.first, number+1)
	return instruction{f, pointsto.At{Block: next - 1, Index: number - f.first[next-1]}}
}

// instructions are those of a function, in order.
func (f *function) instructions() iter.Seq[instruction] {
	return func(yield func(instruction) bool) {
		for b := range f.Blocks {
			for i := range f.Blocks[b].Instrs {
				if !yield(instruction{f, pointsto.At{Block: b, Index: i}}) {
					return
				}
			}
		}
	}
}

// calls reports whether an instruction runs functions: now, in a goroutine of their own, or
// at the end of its function.
func (i instruction) calls() bool {
	switch i.get().Op {
	case ir.OpCall, ir.OpGo, ir.OpDefer:
		return true
	}
	return false
}

func (f *function) contains(has func(*ir.Instr) bool) bool {
	for i := range f.instructions() {
		if has(i.get()) {
			return true
		}
	}
	return false
}

// definedAt is the one instruction that sets a register, if it is one.
func (f *function) definedAt(o ir.Operand) (i instruction, ok bool) {
	if o.Kind != ir.Register || len(f.defined[o.Reg]) != 1 || f.defined[o.Reg][0].at.Index < 0 {
		return instruction{}, false
	}
	return instruction{f, f.defined[o.Reg][0].at}, true
}

// definition is definedAt or nil.
func (f *function) definition(o ir.Operand) *ir.Instr {
	if i, ok := f.definedAt(o); ok {
		return i.get()
	}
	return nil
}

// original is what an operand is a copy of.
func (f *function) original(o ir.Operand) ir.Operand {
	for in := f.definition(o); in != nil && in.Op == ir.OpCopy; in = f.definition(o) {
		o = in.Args[0]
	}
	return o
}

// results are what a function may return.
func (f *function) results() []ir.Operand {
	var list []ir.Operand
	for b := range f.Blocks {
		if in := f.Blocks[b].Terminator(); in.Op == ir.OpReturn {
			list = append(list, in.Args...)
		}
	}
	return list
}

// isSetOnlyBy reports whether all that sets a register is something: the values that are
// moved there, and the results of instructions.
func (f *function) isSetOnlyBy(register int, value func(ir.Operand) bool, result func(instruction) bool) bool {
	return !slices.ContainsFunc(f.defined[register], func(d definition) bool {
		if d.at.Index < 0 {
			return !value(d.from)
		}
		return !result(instruction{f, d.at})
	})
}

// areCaptured reports whether something holds of all that closures of a function capture in a
// register, where they are made.
func (x *index) areCaptured(f *function, register int, holds func(*function, ir.Operand) bool) bool {
	return !slices.ContainsFunc(x.closures[f], func(made instruction) bool { return !holds(made.f, made.get().Args[register-f.Params]) })
}

// A register is one of a function; registers is a set of them.
type register struct {
	f      *function
	number int
}

type registers map[register]bool

// add reports whether a register wasn't there.
func (s registers) add(f *function, number int) bool {
	r := register{f, number}
	if s[r] {
		return false
	}
	s[r] = true
	return true
}

// reachable is the set of what is reached from some nodes of a graph, and of these.
func reachable[Node comparable](from []Node, next func(Node) []Node) map[Node]bool {
	set := map[Node]bool{}
	var work []Node
	visit := func(list []Node) {
		for _, n := range list {
			if !set[n] {
				set[n] = true
				work = append(work, n)
			}
		}
	}
	visit(from)
	for len(work) > 0 {
		last := work[len(work)-1]
		work = work[:len(work)-1]
		visit(next(last))
	}
	return set
}

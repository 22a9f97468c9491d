package supergraph

import (
	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// A Body is a function of the IR with its instructions numbered, and what else is the same in each graph that it is
// part of: that of a package with hundreds of tests is one of hundreds of them.
type Body struct {
	*ir.Function
	// First is the number of the first instruction of each block.
	First []int
	Size  int // how many there are
	// Defined is where a register is set, by instructions and by moves.
	Defined [][]Definition
	// Loops has, for each block, the number of the innermost cycle of blocks
	// that it is in, or -1.
	Loops []int
	// preds and reaching are the blocks that come before each block, see Before and BlocksBefore.
	preds    [][]int
	reaching []dataflow.Set
	live     []dataflow.Set // see LiveAt
	// ends, goexits, givesUp, exits and panics say that it has an instruction which may end the goroutine, as far as its name
	// says so, by runtime.Goexit, with the program, or by a panic.
	ends, goexits, givesUp, exits, panics bool
	// RunsSubtests says that it has one which runs tests: these can be in parallel with others.
	RunsSubtests bool
}

// Bodies are those that were numbered so far, for graphs of the same program.
type Bodies map[*ir.Function]*Body

// of is the body of a function.
func (all Bodies) of(f *ir.Function) *Body {
	g := all[f]
	if g == nil {
		g = number(f)
		all[f] = g
	}
	return g
}

// number numbers the instructions of a function and finds where its registers
// are set.
func number(f *ir.Function) *Body {
	g := &Body{Function: f, First: make([]int, len(f.Blocks)), Defined: make([][]Definition, f.Registers)}
	for b := range f.Blocks {
		g.First[b] = g.Size
		g.Size += len(f.Blocks[b].Instrs)
		for i := range f.Blocks[b].Instrs {
			if dst := f.Blocks[b].Instrs[i].Dst; dst >= 0 {
				g.Defined[dst] = append(g.Defined[dst], Definition{At: pointsto.At{Block: b, Index: i}})
			}
		}
		for e, edge := range f.Blocks[b].Succs {
			for _, m := range edge.Moves {
				g.Defined[m.To] = append(g.Defined[m.To], Definition{pointsto.At{Block: b, Index: -1}, e, m.From})
			}
		}
	}
	g.Loops = f.Cycles()
	g.notices()
	return g
}

// notices finds out what instructions of a function do to the goroutine.
func (f *Body) notices() {
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			meaning := library.Find(in.Name).Meaning
			f.RunsSubtests = f.RunsSubtests || meaning == library.Subtest
			switch in.Op {
			case ir.OpPanic:
				f.panics = true
			case ir.OpCall:
				f.ends = f.ends || library.EndsGoroutine(in.Name) || library.EndsByName(in.Method)
				f.goexits = f.goexits || meaning == library.Goexit
				f.givesUp = f.givesUp || meaning == library.FailNow || library.EndsByName(in.Method)
				f.exits = f.exits || meaning == library.Exit
			}
		}
	}
}

// Before lists the blocks that come just before a block.
func (f *Body) Before(b int) []int {
	if f.preds == nil {
		f.preds = make([][]int, len(f.Blocks))
		for from := range f.Blocks {
			for _, e := range f.Blocks[from].Succs {
				f.preds[e.Block] = append(f.preds[e.Block], from)
			}
		}
	}
	return f.preds[b]
}

// BlocksBefore is the set of blocks from which a block is reached.
func (f *Body) BlocksBefore(b int) dataflow.Set {
	if f.reaching == nil {
		f.reaching = make([]dataflow.Set, len(f.Blocks))
	}
	if f.reaching[b] != nil {
		return f.reaching[b]
	}
	before := dataflow.Set{}
	work := []int{b}
	for len(work) > 0 {
		last := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range f.Before(last) {
			if before.Add(p) {
				work = append(work, p)
			}
		}
	}
	f.reaching[b] = before
	return before
}

// Leads reports whether a block is reached from another one.
func (f *Body) Leads(from, to int) bool { return f.BlocksBefore(to).Has(from) }

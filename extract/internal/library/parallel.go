package library

import (
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// RunParallel is the method that runs the body of a benchmark in several goroutines at a time, and returns when
// all have ended. Two of them get in each other's way as more do.
const RunParallel = "(*testing.B).RunParallel"

// ParallelNext is the method that each of these asks whether there is another turn: there are as many for all together as the
// benchmark says, so that others may count them.
const ParallelNext = "(*testing.PB).Next"

func runParallel() []*ir.Function {
	const body, group = 1, 2
	start := ir.Instr{Op: ir.OpGo, Dst: -1, Name: RunParallel + "$1", Args: []ir.Operand{reg(group), reg(body)}}
	return []*ir.Function{
		straight(RunParallel, 2,
			ir.Instr{Op: ir.OpAlloc, Dst: group, Kind: ir.StructKind, Index: 1, Name: model.GroupOf + "RunParallel"},
			call("(*sync.WaitGroup).Add", reg(group), number(2)),
			start, start,
			call("(*sync.WaitGroup).Wait", reg(group))),
		straight(RunParallel+"$1", 2,
			ir.Instr{Op: ir.OpDefer, Dst: -1, Name: "(*sync.WaitGroup).Done", Args: []ir.Operand{reg(0)}},
			call("", reg(1), ir.Operand{}),
			ir.Instr{Op: ir.OpRunDefers, Dst: -1}),
	}
}

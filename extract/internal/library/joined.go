package library

import (
	"strconv"

	"github.com/chancheck/chancheck/extract/ir"
)

// mostJoined is up to how many errors errors.Join is followed.
const mostJoined = 8

// Joined is the stand-in for errors.Join of some errors: it returns one if and only if one of them isn't nil. It is ""
// if they are too many.
func Joined(errors int) string {
	if errors > mostJoined {
		return ""
	}
	return "errors.Join$" + strconv.Itoa(errors)
}

// joinings are these stand-ins.
func joinings() (list []*ir.Function) {
	for n := range mostJoined + 1 {
		blocks := make([]ir.Block, n+2)
		for i := range n {
			blocks[i] = ir.Block{Instrs: []ir.Instr{
				{Op: ir.OpBinary, Dst: n + i, Name: "!=", Kind: ir.ErrorKind, Args: []ir.Operand{reg(i), {Kind: ir.NilConst}}},
				{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{reg(n + i)}},
			}, Succs: []ir.Edge{{Block: n + 1}, {Block: i + 1}}}
		}
		blocks[n] = ir.Block{Instrs: []ir.Instr{{Op: ir.OpReturn, Dst: -1, Args: []ir.Operand{{Kind: ir.NilConst}}}}}
		blocks[n+1] = ir.Block{Instrs: []ir.Instr{
			{Op: ir.OpUnknown, Dst: 2 * n, Kind: ir.ErrorKind, Name: ir.NonNilResult},
			{Op: ir.OpReturn, Dst: -1, Args: []ir.Operand{reg(2 * n)}},
		}}
		f := looping(Joined(n), n, blocks...)
		f.Results = []ir.ValueKind{ir.ErrorKind}
		list = append(list, f)
	}
	return list
}

package library

import "github.com/chancheck/chancheck/extract/ir"

// AtEnd is the function that has another one called when a context ends; WhenContextEnds is the goroutine that does so.
const (
	AtEnd           = "context.AfterFunc"
	WhenContextEnds = AtEnd + "$1"
)

// contextAfterFunc is AtEnd: a goroutine waits for the end of the context, or for what stops
// it. As there is no goroutine before, it must not count as one that is stuck, if neither comes: it waits
// for something outside, too, again and again.
func contextAfterFunc() []*ir.Function {
	const done, quit, once = 2, 3, 4
	starts := straight(AtEnd, 2,
		ir.Instr{Op: ir.OpCall, Dst: done, Kind: ir.ChanKind, Method: "Done", Args: []ir.Operand{reg(0)}},
		ir.Instr{Op: ir.OpMakeChan, Dst: quit, Kind: ir.StructKind, Name: "the stop channel of " + AtEnd, Args: []ir.Operand{number(0)}},
		ir.Instr{Op: ir.OpAlloc, Dst: once, Kind: ir.StructKind, Index: 1},
		ir.Instr{Op: ir.OpGo, Dst: -1, Name: WhenContextEnds, Args: []ir.Operand{reg(done), reg(quit), reg(once), reg(1)}},
		ir.Instr{Op: ir.OpMakeClosure, Dst: 5, Name: AtEnd + "$2", Args: []ir.Operand{reg(quit), reg(once)}})
	starts.Blocks[0].Terminator().Args = []ir.Operand{reg(5)}
	return []*ir.Function{starts, callsWhenDone(WhenContextEnds), stopsCalling(AtEnd + "$2")}
}

// callsWhenDone is given the channel of a context, one that is closed if it is stopped, a Once that the
// first of both enters, and what to call.
func callsWhenDone(name string) *ir.Function {
	const done, quit, once, function, outside, selected, index, hasEnded, isStopped, isFirst = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
	is := func(dst int, n int64) ir.Instr {
		return ir.Instr{Op: ir.OpBinary, Dst: dst, Name: "==", Kind: ir.IntKind, Args: []ir.Operand{reg(index), number(n)}}
	}
	ifSo := func(r int) ir.Instr { return ir.Instr{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{reg(r)}} }
	returns := ir.Instr{Op: ir.OpReturn, Dst: -1}
	return looping(name, 4,
		ir.Block{Instrs: []ir.Instr{
			{Op: ir.OpCall, Dst: outside, Kind: ir.ChanKind, Name: InertCall},
			{Op: ir.OpSelect, Dst: selected, Kind: ir.TupleKind, Cases: []ir.SelectCase{{Chan: reg(done)}, {Chan: reg(quit)}, {Chan: reg(outside)}}},
			{Op: ir.OpExtract, Dst: index, Kind: ir.IntKind, Args: []ir.Operand{reg(selected)}},
			is(hasEnded, 0), ifSo(hasEnded),
		}, Succs: []ir.Edge{{Block: 1}, {Block: 2}}},
		ir.Block{Instrs: []ir.Instr{
			{Op: ir.OpCall, Dst: isFirst, Name: "once begins", Args: []ir.Operand{reg(once)}, Kind: ir.BoolKind},
			ifSo(isFirst),
		}, Succs: []ir.Edge{{Block: 3}, {Block: 4}}},
		ir.Block{Instrs: []ir.Instr{is(isStopped, 1), ifSo(isStopped)}, Succs: []ir.Edge{{Block: 4}, {Block: 0}}},
		ir.Block{Instrs: []ir.Instr{call(OnceEnds, reg(once)), call("", reg(function)), returns}},
		ir.Block{Instrs: []ir.Instr{returns}})
}

// stopsCalling has captured the channel to close, and the Once: it returns whether it was the first.
func stopsCalling(name string) *ir.Function {
	const quit, once, isFirst = 0, 1, 2
	says := func(n int64) ir.Instr {
		return ir.Instr{Op: ir.OpReturn, Dst: -1, Args: []ir.Operand{{Kind: ir.BoolConst, Int: n}}}
	}
	f := looping(name, 0,
		ir.Block{Instrs: []ir.Instr{
			{Op: ir.OpCall, Dst: isFirst, Name: "once begins", Args: []ir.Operand{reg(once)}, Kind: ir.BoolKind},
			{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{reg(isFirst)}},
		}, Succs: []ir.Edge{{Block: 1}, {Block: 2}}},
		ir.Block{Instrs: []ir.Instr{call(OnceEnds, reg(once)), call("builtin close", reg(quit)), says(1)}},
		ir.Block{Instrs: []ir.Instr{says(0)}})
	f.FreeVars = 2
	return f
}

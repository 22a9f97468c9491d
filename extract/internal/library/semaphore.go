package library

import (
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A weighted semaphore of golang.org/x/sync is a channel with room for as many messages as it has slots:
// to take one is to send, to give it back is to receive. Who takes several at once is not followed: others
// may come in between where the channel has only single messages.

// The functions of package semaphore, and the type that they are about.
const (
	NewSemaphore  = "golang.org/x/sync/semaphore.NewWeighted"
	SemaphoreType = "golang.org/x/sync/semaphore.Weighted"
	acquire       = "(*golang.org/x/sync/semaphore.Weighted).Acquire"
	tryAcquire    = "(*golang.org/x/sync/semaphore.Weighted).TryAcquire"
	release       = "(*golang.org/x/sync/semaphore.Weighted).Release"
)

// The building blocks: one takes several slots, the other panics because there is none to give back.
const (
	severalSlots = "several slots"
	noSlot       = "no slot"
)

// OneSlot is the stand-in for a call of a method of a semaphore that is about one slot, "" if name is not such
// a method. That one itself finds out how many it is about.
func OneSlot(name string) string {
	switch name {
	case acquire, tryAcquire, release:
		return name + "$1"
	}
	return ""
}

// AmountOf is the index of the argument that says how many slots a method of a semaphore is about.
func AmountOf(name string) int {
	if name == acquire {
		return 2
	}
	return 1
}

// MakeSemaphore makes a semaphore, in a register.
func MakeSemaphore(result int, slots ir.Operand) ir.Instr {
	return ir.Instr{Op: ir.OpMakeChan, Dst: result, Kind: ir.StructKind, Index: ir.Slots, Args: []ir.Operand{slots}}
}

func semaphores() []*ir.Function {
	makes := straight(NewSemaphore, 1, MakeSemaphore(1, reg(0)))
	makes.Blocks[0].Terminator().Args = []ir.Operand{reg(1)}
	return []*ir.Function{
		makes, acquireOne(), tryAcquireOne(), releaseOne(),
		unlessSeveral(acquire, 3, ir.ErrorKind), unlessSeveral(tryAcquire, 2, ir.BoolKind), unlessSeveral(release, 2, ir.OtherKind),
	}
}

// unlessSeveral is a method of a semaphore that finds out how many slots it is about.
func unlessSeveral(name string, params int, result ir.ValueKind) *ir.Function {
	const semaphore = 0
	one, amount := params, AmountOf(name)
	args := []ir.Operand{reg(semaphore)}
	if amount > 1 {
		args = append(args, reg(1))
	}
	call := func(answer int, callee string, args ...ir.Operand) ir.Block {
		in := ir.Instr{Op: ir.OpCall, Dst: answer, Kind: result, Name: callee, Args: args}
		returns := ir.Instr{Op: ir.OpReturn, Dst: -1, Args: []ir.Operand{reg(answer)}}
		if result == ir.OtherKind {
			in.Dst, returns.Args = -1, nil
		}
		return ir.Block{Instrs: []ir.Instr{in, returns}}
	}
	return looping(name, params,
		ir.Block{Instrs: []ir.Instr{
			{Op: ir.OpBinary, Dst: one, Name: "==", Kind: ir.IntKind, Args: []ir.Operand{reg(amount), number(1)}},
			{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{reg(one)}},
		}, Succs: []ir.Edge{{Block: 1}, {Block: 2}}},
		call(one+1, OneSlot(name), args...),
		call(one+2, severalSlots, reg(semaphore)))
}

// selects is the block of a select, which goes on at the first of two blocks if the case of that number is
// taken, and else at the second. It takes three registers from the first on.
func selects(first, taken, yes, no int, in ir.Instr) ir.Block {
	in.Op, in.Dst, in.Kind = ir.OpSelect, first, ir.TupleKind
	return ir.Block{Instrs: []ir.Instr{
		in,
		{Op: ir.OpExtract, Dst: first + 1, Kind: ir.IntKind, Args: []ir.Operand{reg(first)}},
		{Op: ir.OpBinary, Dst: first + 2, Name: "==", Kind: ir.IntKind, Args: []ir.Operand{reg(first + 1), number(int64(taken))}},
		{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{reg(first + 2)}},
	}, Succs: []ir.Edge{{Block: yes}, {Block: no}}}
}

// acquireOne fails if the context has ended before, and else waits for a slot or for the end of the context.
func acquireOne() *ir.Function {
	const semaphore, ctx, done, first, second, failure = 0, 1, 2, 3, 6, 9
	ended := ir.SelectCase{Chan: reg(done)}
	asks := selects(first, 0, 1, 2, ir.Instr{Default: true, Text: model.NotEnded, Cases: []ir.SelectCase{ended}})
	asks.Instrs = append([]ir.Instr{
		{Op: ir.OpCall, Dst: done, Kind: ir.ChanKind, Method: "Done", TypeName: ir.ContextType, Args: []ir.Operand{reg(ctx)}},
	}, asks.Instrs...)
	return looping(OneSlot(acquire), 2,
		asks,
		ir.Block{Instrs: []ir.Instr{
			{Op: ir.OpUnknown, Dst: failure, Kind: ir.ErrorKind, Name: ir.NonNilResult},
			{Op: ir.OpReturn, Dst: -1, Args: []ir.Operand{reg(failure)}},
		}},
		selects(second, 1, 1, 3, ir.Instr{Cases: []ir.SelectCase{{Send: true, Chan: reg(semaphore), Value: ir.Operand{Kind: ir.ZeroConst}}, ended}}),
		ir.Block{Instrs: []ir.Instr{{Op: ir.OpReturn, Dst: -1, Args: []ir.Operand{{Kind: ir.NilConst}}}}})
}

func tryAcquireOne() *ir.Function {
	const semaphore, first = 0, 1
	says := func(n int64) ir.Block {
		return ir.Block{Instrs: []ir.Instr{{Op: ir.OpReturn, Dst: -1, Args: []ir.Operand{{Kind: ir.BoolConst, Int: n}}}}}
	}
	takes := ir.SelectCase{Send: true, Chan: reg(semaphore), Value: ir.Operand{Kind: ir.ZeroConst}}
	return looping(OneSlot(tryAcquire), 1, selects(first, 0, 1, 2, ir.Instr{Default: true, Cases: []ir.SelectCase{takes}}), says(1), says(0))
}

// releaseOne never waits: it panics if nobody has a slot.
func releaseOne() *ir.Function {
	const semaphore, first = 0, 1
	gives := ir.SelectCase{Chan: reg(semaphore)}
	returns := ir.Instr{Op: ir.OpReturn, Dst: -1}
	return looping(OneSlot(release), 1,
		selects(first, 0, 1, 2, ir.Instr{Default: true, Cases: []ir.SelectCase{gives}}),
		ir.Block{Instrs: []ir.Instr{returns}},
		ir.Block{Instrs: []ir.Instr{call(noSlot, reg(semaphore)), returns}})
}

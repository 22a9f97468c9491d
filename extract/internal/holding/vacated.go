package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Vacated lists the channels that a function abandons as Abandoned does, but that are kept in the struct: nobody else receives from
// those either, so that the goroutine stays where it sends unless the function is called again.
func (a *Analysis) Vacated(f *supergraph.Function) (list []Abandoned) {
	if !a.isCalledOnce(f) {
		return nil
	}
	for start := range f.Instructions() {
		callees := a.CalleesAt(start)
		if start.Instr().Op != ir.OpGo || len(callees) != 1 || !a.isStartedOnlyBy(callees[0], start) {
			continue
		}
		for _, o := range a.Operations(callees[0]) {
			v, ok := a.vacatedBy(start, o)
			isKnown := func(other Abandoned) bool { return other.Channel == v.Channel }
			if ok && !slices.ContainsFunc(list, isKnown) {
				list = append(list, v)
			}
		}
	}
	return list
}

// isCalledOnce reports whether the package doesn't call a function again and again, but for calls that it has itself.
func (a *Analysis) isCalledOnce(f *supergraph.Function) bool {
	calls := slices.DeleteFunc(slices.Clone(f.Callers), func(call supergraph.Instruction) bool { return call.Parent == f })
	return len(calls) == 0 || len(calls) == 1 && !isInLoop(calls[0])
}

// vacatedBy is the channel on which a goroutine sends by an operation, if it is that of the struct of who has started it, and that one
// leaves.
func (a *Analysis) vacatedBy(start supergraph.Instruction, o supergraph.Operation) (v Abandoned, ok bool) {
	f, sent := start.Parent, o.Function.At(o.At)
	if sent.Instr().Op != ir.OpSend || len(o.Objects) != 1 || !a.isKeptForAnswer(o.Objects[0], f) || a.hangsOn(sent, f) || a.isSteeredBy(sent, f) {
		return v, false
	}
	sides, isPossible := a.sidesTo(sent)
	v = Abandoned{Channel: o.Objects[0], Beginning: Beginning{Started: start}, Sent: sent, Sides: sides, Repeated: isInLoop(sent), Kept: !a.isInUnkept(o.Objects[0], f, o.Function)}
	to := a.pathOf(o.Function, sent.Instr().Args[0])
	given, isGiven := supergraph.Argument(start.Instr(), o.Function, to.root.Reg)
	if to.root.Kind != ir.Register || !isGiven || !isPossible || !a.comesAbout(sent) {
		return v, false
	}
	return v, a.findVacation(&v, to.of(a.pathOf(f, given)))
}

// isKeptForAnswer reports whether each struct has a channel without a buffer of its own, which nobody closes, and from which only one function
// receives.
func (a *Analysis) isKeptForAnswer(channel pointsto.Location, f *supergraph.Function) bool {
	return a.hasNoBuffer(channel) && a.isInField(channel) && a.isOfOne(channel) && !a.Points.Escapes(channel) && !a.isKnownElsewhere(channel) &&
		a.isReceivedOnlyIn(channel, f) && a.isClosedOnlyIn(channel, nil)
}

// findVacation finds the select in which the function waits for the answer, by a way on which it has received none, and the case for something else
// after which it returns, and receives nothing any more.
func (a *Analysis) findVacation(v *Abandoned, channel path) bool {
	f := v.Started.Parent
	for waits := range f.Instructions() {
		in := waits.Instr()
		n := a.caseFrom(waits, v.Channel)
		if in.Op != ir.OpSelect || in.Default || n < 0 || !a.pathOf(f, in.Cases[n].Chan).isSame(channel) || !a.comesWithoutReceiving(v.Started, waits, v.Channel) {
			continue
		}
		for n := range in.Cases {
			first, ok := f.AfterCase(waits, n)
			if ok && a.comesFromWorld(f, &in.Cases[n]) && a.returnsFrom(f, first) && !a.receivesIn(f, reachedFrom(f, first), v.Channel) && !a.callsFrom(f, first, f) {
				v.Waits, v.Case = waits, n
				return true
			}
		}
	}
	return false
}

// comesWithoutReceiving reports whether a function may come from one instruction to another one without having received from a channel.
func (a *Analysis) comesWithoutReceiving(from, to supergraph.Instruction, channel pointsto.Location) bool {
	f := from.Parent
	if from.At.Block == to.At.Block {
		return from.At.Index < to.At.Index
	}
	receivesBefore := func(block, index int) bool {
		return slices.ContainsFunc(a.Operations(f), func(o supergraph.Operation) bool {
			return o.At.Block == block && o.At.Index < index && f.At(o.At).Instr().Op == ir.OpReceive && slices.Contains(o.Objects, channel)
		})
	}
	return !receivesBefore(to.At.Block, to.At.Index) && dataflow.Reachable([]int{from.At.Block}, func(block int) (next []int) {
		if receivesBefore(block, len(f.Blocks[block].Instrs)) {
			return nil
		}
		next = f.SuccessorsOf(block)
		if choice, n, ok := f.AskedCase(block); ok && !choice.Instr().Cases[n].Send && slices.Contains(a.Points.Operand(f.Function, choice.Instr().Cases[n].Chan), channel) {
			return next[1:]
		}
		return next
	})[to.At.Block]
}

// callsFrom reports whether a function that has come to a block, or at its end, may run another one, be it in a goroutine.
func (a *Analysis) callsFrom(f *supergraph.Function, block int, other *supergraph.Function) bool {
	reached := reachedFrom(f, block)
	return slices.ContainsFunc(a.CallsIn(f), func(call supergraph.Call) bool {
		return (reached[call.At.Block] || call.Instr().Op == ir.OpDefer) && slices.ContainsFunc(call.Callees, func(callee *supergraph.Function) bool { return a.runs(callee, other) })
	})
}

package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Clients of a server keep the calls that are pending in a map or list, where the goroutine that reads the answers finds whose
// an answer is. When that returns on an error, those that are still there wait for ever, unless it fails them all: whatever it
// sets for those who come later, they have asked for that before they were there.

// isFoundAmong reports whether what an instruction fulfils, itself or by what it calls, was found among others in a map or slice,
// where there may be more.
func (a *Analysis) isFoundAmong(i supergraph.Instruction, channel pointsto.Location, depth int) bool {
	isAmong := func(o ir.Operand) bool { return a.isOneOfMany(i.Parent, o, depth) }
	switch {
	case len(a.OperationsOf(i)) > 0:
		return isAmong(a.servedBy(i, channel))
	case slices.ContainsFunc(i.Instr().Args, isAmong):
		return true
	}
	return depth > 0 && i.Instr().Op == ir.OpCall && slices.ContainsFunc(a.CalleesAt(i), func(callee *supergraph.Function) bool {
		for inner := range callee.Instructions() {
			if slices.Contains(a.fulfilledAt(inner), channel) && a.isFoundAmong(inner, channel, depth-1) {
				return true
			}
		}
		return false
	})
}

// isOneOfMany reports whether a value was found in a map or slice, be it by a function that was called for that.
func (a *Analysis) isOneOfMany(f *supergraph.Function, o ir.Operand, depth int) bool {
	if _, ok := a.wayTo(f, o).collection(); ok {
		return true
	}
	result, root := 0, rootOf(f, o)
	call, ok := f.DefinedAt(root)
	if ok && call.Instr().Op == ir.OpAlloc && depth > 0 { // of a result, in a function that defers something
		return f.Contains(func(in *ir.Instr) bool {
			return in.Op == ir.OpStore && in.Args[0] == root && a.isOneOfMany(f, in.Args[1], depth-1)
		})
	}
	if ok && call.Instr().Op == ir.OpExtract {
		result = call.Instr().Index
		call, ok = f.DefinedAt(call.Instr().Args[0])
	}
	if !ok || depth == 0 || call.Instr().Op != ir.OpCall {
		return false
	}
	return slices.ContainsFunc(a.CalleesAt(call), func(callee *supergraph.Function) bool {
		return slices.ContainsFunc(callee.Blocks, func(b ir.Block) bool {
			end := b.Terminator()
			return end.Op == ir.OpReturn && result < len(end.Args) && a.isOneOfMany(callee, end.Args[result], depth-1)
		})
	})
}

// awaitsPending is where somebody waits for a promise that was found among others: what the goroutine sets that fulfils it he
// hasn't asked for since he has put it there.
func (a *Analysis) awaitsPending(f *supergraph.Function, channel pointsto.Location, side Side) (awaits supergraph.Instruction, ok bool) {
	for _, i := range a.awaitsOutside(f, channel) {
		if (!a.isSteeredBy(i, f) || a.asksOnlyBefore(i, f, channel)) && !a.hasHeard(i, channel, side.Branch) {
			return i, true
		}
	}
	return awaits, false
}

// asksOnlyBefore reports whether a function that waits for a promise that it has made asks for what another one sets only before it
// puts the promise where that finds it.
func (a *Analysis) asksOnlyBefore(waits supergraph.Instruction, f *supergraph.Function, channel pointsto.Location) bool {
	o := &a.Points.Objects[channel]
	if o.Function != waits.Parent.Function {
		return false
	}
	put, ok := a.entryOf(waits.Parent.At(o.At)).sharedAt()
	return ok && !slices.ContainsFunc(a.decide(waits), func(s Side) bool {
		isSet := a.askOf([]Side{s}, func(l pointsto.Location) bool { return a.mayStoreIn(f, l) })
		return isSet && !isReadBefore(s.Branch, put)
	})
}

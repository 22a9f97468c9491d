package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Who calls a method that starts a goroutine may call it once more, and the next goroutine may fulfil what one has forsaken. It
// doesn't where two that succeed would both close the channel, which panics, so that nobody starts a second one, unless he learns
// that the first one has failed; nor where each call awaits as many messages as its goroutine sends at most.

// staysForsaken finds among some who wait for a promise in a field one for whom the goroutines of other calls
// don't fulfil it either.
func (a *Analysis) staysForsaken(fulfils supergraph.Instruction, channel pointsto.Location, list []supergraph.Instruction) (awaits supergraph.Instruction, ok bool) {
	f, start := fulfils.Parent, fulfils.Parent.Callers[0]
	if isInLoop(fulfils) || !a.isInField(channel) || !a.isPartOfGiven(fulfils) {
		return awaits, false
	}
	var stays func(supergraph.Instruction) bool
	switch fulfils.Instr().Op {
	case ir.OpClose:
		isCertain := a.isDecidedByErrors(fulfils) && a.isUnnoticed(f, channel)
		stays = func(i supergraph.Instruction) bool { return isCertain && a.isOpen(i.Parent) }
	case ir.OpSend:
		isOne := a.fulfilsOnce(f, channel)
		stays = func(i supergraph.Instruction) bool {
			return isOne && i.Parent == start.Parent && alwaysComesAfter(i, start)
		}
	default:
		return awaits, false
	}
	if n := slices.IndexFunc(list, stays); n >= 0 {
		return list[n], true
	}
	return awaits, false
}

// isPartOfGiven reports whether a function operates on a channel in a field of what it is given, or has captured.
func (a *Analysis) isPartOfGiven(i supergraph.Instruction) bool {
	f := i.Parent
	p := a.pathOf(f, i.Instr().Args[0])
	return p.known && p.root.Kind == ir.Register && p.root.Reg < f.Params+f.FreeVars
}

// isDecidedByErrors reports whether a function asks for nothing but errors before it comes to an instruction.
func (a *Analysis) isDecidedByErrors(i supergraph.Instruction) bool {
	return !slices.ContainsFunc(a.decide(i), func(s Side) bool {
		_, ok := a.errorSide(s.Branch)
		return !ok
	})
}

// fulfilsOnce reports whether a function sends on a channel at one place, itself or by what it calls.
func (a *Analysis) fulfilsOnce(f *supergraph.Function, channel pointsto.Location) bool {
	places := 0
	for i := range f.Instructions() {
		if slices.Contains(a.fulfilledAt(i), channel) {
			places++
		}
	}
	return places == 1
}

// isUnnoticed reports whether nobody can tell how far a goroutine has come but by a channel, or when he has received from it.
func (a *Analysis) isUnnoticed(f *supergraph.Function, channel pointsto.Location) bool {
	return a.runsUnnoticed(f, channel, map[*supergraph.Function]bool{f: true})
}

// runsUnnoticed is isUnnoticed of a function, and of what it calls that hasn't been seen.
func (a *Analysis) runsUnnoticed(f *supergraph.Function, channel pointsto.Location, seen map[*supergraph.Function]bool) bool {
	for i := range f.Instructions() {
		if i.Calls() && a.isPersonal(i) {
			continue
		}
		if a.isNoticed(i, channel) {
			return false
		}
		for _, callee := range a.CalleesAt(i) {
			if !seen[callee] {
				seen[callee] = true
				if !a.runsUnnoticed(callee, channel, seen) {
					return false
				}
			}
		}
	}
	return true
}

// isNoticed reports whether others may learn that an instruction was executed who haven't received from a channel.
func (a *Analysis) isNoticed(i supergraph.Instruction, channel pointsto.Location) bool {
	f, in := i.Parent, i.Instr()
	isOther := func(o supergraph.Operation) bool {
		tells := o.Sends || o.IsClose() || o.Kind == model.WaitGroup && o.Serves
		return tells && !slices.Equal(o.Objects, []pointsto.Location{channel})
	}
	switch in.Op {
	case ir.OpUpdate, ir.OpMapUpdate, ir.OpMapDelete:
		return true
	case ir.OpForget:
		return !isInOwn(f, in.Args[0])
	case ir.OpStore:
		return !isInOwn(f, in.Args[0]) && !a.isReadWhenReceived(f, in.Args[0], channel)
	case ir.OpCall, ir.OpDefer, ir.OpGo:
		isLocking := supergraph.LockingBy(in.Name) != model.Tau
		if len(a.CalleesAt(i)) == 0 && !isLocking && slices.ContainsFunc(in.Args, func(arg ir.Operand) bool { return isPartOfOthers(f, arg) }) {
			return true
		}
	}
	return slices.ContainsFunc(a.OperationsOf(i), isOther)
}

// isPartOfOthers reports whether an operand is the address of a part of what a function hasn't made.
func isPartOfOthers(f *supergraph.Function, o ir.Operand) bool {
	in := f.Definition(o)
	return in != nil && in.Op == ir.OpFieldAddr && !isInOwn(f, o)
}

// isReadWhenReceived reports whether what a function stores in a field others read only when they have received from a channel.
func (a *Analysis) isReadWhenReceived(f *supergraph.Function, address ir.Operand, channel pointsto.Location) bool {
	part := f.Definition(address)
	if part == nil || part.Op != ir.OpFieldAddr || slices.ContainsFunc(a.Memory(f, address), func(l pointsto.Location) bool { return !a.isHidden(l) }) {
		return false
	}
	for _, g := range a.Order {
		if a.runs(f, g) {
			continue
		}
		for i := range g.Instructions() {
			in := i.Instr()
			isPart := (in.Op == ir.OpFieldAddr || in.Op == ir.OpField) && in.Index == part.Index && in.TypeName == part.TypeName
			if isPart && !a.isOnlyStoredTo(i) && !a.isWhenReceived(i, channel) {
				return false
			}
		}
	}
	return true
}

// isOnlyStoredTo reports whether nothing is done with the address of a field but to store there.
func (a *Analysis) isOnlyStoredTo(address supergraph.Instruction) bool {
	f := address.Parent
	isUse := func(in *ir.Instr) bool {
		for n, arg := range in.Args {
			if f.Original(arg) == (ir.Operand{Kind: ir.Register, Reg: address.Instr().Dst}) && (in.Op != ir.OpStore || n > 0) {
				return true
			}
		}
		return false
	}
	for i := range f.Instructions() {
		if isUse(i.Instr()) {
			return false
		}
	}
	return address.Instr().Op == ir.OpFieldAddr
}

// isWhenReceived reports whether a function has received from a channel whenever it comes to an instruction.
func (a *Analysis) isWhenReceived(i supergraph.Instruction, channel pointsto.Location) bool {
	for _, o := range a.Operations(i.Parent) {
		receives := i.Parent.At(o.At)
		if receives.Instr().Op == ir.OpReceive && slices.Equal(o.Objects, []pointsto.Location{channel}) && receives.AlwaysComesBefore(i) {
			return true
		}
	}
	return false
}

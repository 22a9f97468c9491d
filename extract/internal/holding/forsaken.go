package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A Forsaken is a promise that only one goroutine fulfils, which finds it in memory, or has it in the struct with which it was
// started, and that returns on an error before it has: whoever waits for the promise waits for ever.
type Forsaken struct {
	Channel pointsto.Location
	// Started is where the goroutine is started, Fulfilled where it closes the channel, or sends on it, or calls what does.
	Started, Fulfilled supergraph.Instruction
	// Sends says that it sends.
	Sends bool
	// Awaits is where somebody waits for that, and for nothing else.
	Awaits supergraph.Instruction
	Side
}

// Forsaken lists the promises that a function forsakes that runs as a goroutine, one for each channel that is made.
func (a *Analysis) Forsaken(f *supergraph.Function) (list []Forsaken) {
	if !a.isGoroutine(f) || len(f.Callers) != 1 || isInLoop(f.Callers[0]) {
		return nil
	}
	for i := range f.Instructions() {
		for _, channel := range a.fulfilledAt(i) {
			isKnown := slices.ContainsFunc(list, func(known Forsaken) bool { return known.Channel == channel })
			if isKnown || !a.isFulfilledOnlyBy(f, channel) {
				continue
			}
			side, isLeft := a.forsakes(i, channel)
			if !isLeft {
				continue
			}
			if awaits, ok := a.awaitsForsaken(i, channel, side); ok {
				list = append(list, Forsaken{channel, f.Callers[0], i, a.sendsThrough(i, channel), awaits, side})
			}
		}
	}
	return list
}

// awaitsForsaken is where somebody waits for a promise that a goroutine fulfils at an instruction, and not when it has taken a side.
func (a *Analysis) awaitsForsaken(fulfils supergraph.Instruction, channel pointsto.Location, side Side) (awaits supergraph.Instruction, ok bool) {
	f := fulfils.Parent
	if a.isOneForEach(f) && isInLoop(fulfils) && a.isFoundAmong(fulfils, channel, maxDepth) {
		return a.awaitsPending(f, channel, side)
	}
	list := slices.DeleteFunc(a.awaitsOutside(f, channel), func(i supergraph.Instruction) bool {
		return a.isSteeredBy(i, f) || a.hasHeard(i, channel, side.Branch)
	})
	switch {
	case len(list) == 0:
		return awaits, false
	case !a.tellsNobody(side) || a.wasToldBefore(side, f.Callers[0]):
		return awaits, false
	case a.isOneForEach(f) && a.isMadeBeside(f, channel):
		return list[0], a.isOpen(list[0].Parent) && !a.hearsOf(f.Callers[0], f)
	}
	return a.staysForsaken(fulfils, channel, list)
}

// wasToldBefore reports whether who starts a goroutine has asked the same before, perhaps of the same: a function that only computes, or
// reads, tells both of the same errors, and who hears of one may start nobody.
func (a *Analysis) wasToldBefore(s Side, start supergraph.Instruction) bool {
	f := s.Branch.Parent
	asked, ok := a.callOfError(s.Branch)
	if !ok || len(a.CalleesAt(asked)) != 1 || !a.CalleesAt(asked)[0].Inert {
		return false
	}
	callee := a.CalleesAt(asked)[0]
	isSame := func(i supergraph.Instruction) bool {
		for n := range callee.Params {
			here, isGiven := supergraph.Argument(asked.Instr(), callee, n)
			there, isGivenThere := supergraph.Argument(i.Instr(), callee, n)
			if isGiven && isGivenThere && a.areOthers(f, here, start, there) {
				return false
			}
		}
		return true
	}
	return slices.ContainsFunc(slices.Collect(comingBefore(start)), func(i supergraph.Instruction) bool {
		return i.Instr().Op == ir.OpCall && slices.Equal(a.CalleesAt(i), a.CalleesAt(asked)) && isSame(i)
	})
}

// callOfError is the call of which a branch asks whether the error that it has returned is nil.
func (a *Analysis) callOfError(branch supergraph.Instruction) (call supergraph.Instruction, ok bool) {
	f := branch.Parent
	if test := f.Definition(branch.Instr().Args[0]); test == nil || test.Op != ir.OpBinary {
		return call, false
	}
	call, ok = f.DefinedAt(errorCall(branch))
	return call, ok && call.Instr().Op == ir.OpCall
}

// areOthers reports whether an operand of a goroutine is known to be another one than that of who starts it.
func (a *Analysis) areOthers(f *supergraph.Function, here ir.Operand, start supergraph.Instruction, there ir.Operand) bool {
	if here.Kind != ir.Register || there.Kind != ir.Register {
		return here != there && here.Kind != ir.Unknown && there.Kind != ir.Unknown
	}
	p, q := a.pathOf(f, here), a.pathOf(start.Parent, there)
	if !p.known || !q.known || p.root.Kind != ir.Register {
		return false
	}
	given, ok := supergraph.Argument(start.Instr(), f, p.root.Reg)
	return ok && !p.of(a.pathOf(start.Parent, given)).isSame(q)
}

// isMadeBeside reports whether who starts a goroutine with a new struct makes a channel, too, or who makes that struct for him does,
// which is kept in structs: no two goroutines have it.
func (a *Analysis) isMadeBeside(f *supergraph.Function, channel pointsto.Location) bool {
	start, maker := f.Callers[0], a.Points.Objects[channel].Function
	isMaker := func(arg ir.Operand) bool {
		by, ok := a.constructorOf(start.Parent, arg)
		return ok && by.Function == maker
	}
	return (start.Parent.Function == maker || slices.ContainsFunc(start.Instr().Args, isMaker)) && a.isInField(channel)
}

// tellsNobody reports whether nobody who waits learns that a goroutine has taken a side, and returns: what it stores they may look
// at when they have waited.
func (a *Analysis) tellsNobody(s Side) bool {
	f := s.Branch.Parent
	return a.isQuiet(f, reachedFrom(f, f.SuccessorsOf(s.Branch.At.Block)[s.Edge])) && a.isDiscreet(f)
}

// hearsOf reports whether who starts a goroutine communicates with it before he hands out the struct: he may learn that it has failed.
func (a *Analysis) hearsOf(start supergraph.Instruction, f *supergraph.Function) bool {
	isOfBoth := func(o supergraph.Operation) bool {
		return slices.ContainsFunc(o.Objects, func(object pointsto.Location) bool { return a.Touches(f, object) })
	}
	for i := range start.Parent.Instructions() {
		if i != start && ComesBefore(start, i) && slices.ContainsFunc(a.operationsThrough(i), isOfBoth) {
			return true
		}
	}
	return false
}

// operationsThrough are the operations of an instruction, and of what it calls, or starts.
func (a *Analysis) operationsThrough(i supergraph.Instruction) []supergraph.Operation {
	list := slices.Clone(a.OperationsOf(i))
	for g := range a.callable(a.CalleesAt(i)...) {
		list = append(list, a.Operations(g)...)
	}
	return list
}

// isOneForEach reports whether who starts a goroutine has made a struct for it, or had it made.
func (a *Analysis) isOneForEach(f *supergraph.Function) bool {
	start := f.Callers[0]
	return slices.ContainsFunc(start.Instr().Args, func(arg ir.Operand) bool {
		_, ok := a.constructorOf(start.Parent, arg)
		return ok || isNew(start.Parent, start.Parent.Original(arg))
	})
}

// constructorOf is the function that has made a struct, each time another one, that a function has got of it.
func (a *Analysis) constructorOf(f *supergraph.Function, o ir.Operand) (by *supergraph.Function, ok bool) {
	call, ok := f.DefinedAt(f.Original(o))
	if !ok || call.Instr().Op != ir.OpCall || len(a.CalleesAt(call)) != 1 {
		return nil, false
	}
	by = a.CalleesAt(call)[0]
	return by, returns(by) && !slices.ContainsFunc(by.Returned(), func(v ir.Operand) bool { return !isNew(by, by.Original(v)) })
}

// fulfilledAt are the channels that an instruction closes, or sends on, or calls what does; they aren't made by its function.
func (a *Analysis) fulfilledAt(i supergraph.Instruction) (list []pointsto.Location) {
	operations := a.OperationsOf(i)
	if op := i.Instr().Op; op == ir.OpCall || op == ir.OpDefer {
		operations = a.operationsThrough(i)
	}
	for _, o := range operations {
		if (o.Sends || o.IsClose()) && len(o.Objects) == 1 && a.Points.Objects[o.Objects[0]].Function != i.Parent.Function {
			list = append(list, o.Objects[0])
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// sendsThrough reports whether an instruction sends on a channel, itself or by what it calls.
func (a *Analysis) sendsThrough(i supergraph.Instruction, channel pointsto.Location) bool {
	return slices.ContainsFunc(a.operationsThrough(i), func(o supergraph.Operation) bool { return o.Sends && slices.Contains(o.Objects, channel) })
}

// isFulfilledOnlyBy reports whether nobody closes a channel, or sends on it, but a function, and those that only it
// runs.
func (a *Analysis) isFulfilledOnlyBy(f *supergraph.Function, channel pointsto.Location) bool {
	o := &a.Points.Objects[channel]
	return o.Kind == pointsto.Channel && !a.Points.Escapes(channel) && !slices.ContainsFunc(a.Users[channel], func(user *supergraph.Function) bool {
		return slices.ContainsFunc(a.Operations(user), func(o supergraph.Operation) bool {
			return slices.Contains(o.Objects, channel) && (o.Sends || o.IsClose()) && !a.isRunOnlyBy(user, f, map[*supergraph.Function]bool{})
		})
	})
}

// isRunOnlyBy reports whether a function is another one, or is called only by functions of which that is so.
func (a *Analysis) isRunOnlyBy(g, f *supergraph.Function, seen map[*supergraph.Function]bool) bool {
	if g == f || seen[g] {
		return true
	}
	seen[g] = true
	return !a.isOpen(g) && len(g.Callers) > 0 && !slices.ContainsFunc(g.Callers, func(call supergraph.Instruction) bool { return !a.isRunOnlyBy(call.Parent, f, seen) })
}

// awaitsOutside are where other functions than a goroutine receive from a channel, and wait for nothing else.
func (a *Analysis) awaitsOutside(f *supergraph.Function, channel pointsto.Location) (list []supergraph.Instruction) {
	for _, user := range a.Users[channel] {
		for _, o := range a.Operations(user) {
			i := user.At(o.At)
			if i.Instr().Op == ir.OpReceive && a.isChannelOrNil(o.Objects, channel) && !a.runs(f, user) {
				list = append(list, i)
			}
		}
	}
	return list
}

// isChannelOrNil reports whether some objects are a channel, and at most the nil channel that a variable is at first.
func (a *Analysis) isChannelOrNil(objects []pointsto.Location, channel pointsto.Location) bool {
	return slices.Contains(objects, channel) && !slices.ContainsFunc(objects, func(l pointsto.Location) bool {
		o := &a.Points.Objects[l]
		maker := a.Functions[o.Function]
		return l != channel && (maker == nil || o.Kind != pointsto.Channel || maker.At(o.At).Instr().Op == ir.OpMakeChan)
	})
}

// forsakes is the side of a branch, in the loop in which a function fulfils promises, on which it returns on an error and
// fulfils no more; nor does it when it has returned.
func (a *Analysis) forsakes(fulfils supergraph.Instruction, channel pointsto.Location) (side Side, ok bool) {
	f := fulfils.Parent
	var all []supergraph.Instruction
	for i := range f.Instructions() {
		if slices.Contains(a.fulfilledAt(i), channel) {
			all = append(all, i)
		}
	}
	does := func(blocks map[int]bool) bool {
		return slices.ContainsFunc(all, func(i supergraph.Instruction) bool { return blocks[i.At.Block] || i.Instr().Op == ir.OpDefer })
	}
	for branch := range branchesOf(f) {
		edge, ok := a.leavesOnError(branch, does)
		if ok && f.Loops[branch.At.Block] == f.Loops[fulfils.At.Block] && a.mayTake(branch, edge) && a.returnsFrom(f, f.SuccessorsOf(branch.At.Block)[edge]) {
			return Side{branch, edge}, true
		}
	}
	return side, false
}

// returnsFrom reports whether the program goes on when a function has come to a block, and returns.
func (a *Analysis) returnsFrom(f *supergraph.Function, block int) bool {
	reached := reachedFrom(f, block)
	for i := range f.Instructions() {
		if reached[i.At.Block] && (i.Instr().Op == ir.OpPanic || a.mayEnd(i)) {
			return false
		}
	}
	return f.ReturnsWithout([]int{block}, nowhere)
}

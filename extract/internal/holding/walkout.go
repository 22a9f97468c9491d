package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// findLeftBranch finds the branch on which a function has got an error, and returns without receiving what a goroutine sends on a channel,
// which it waits for else. The error isn't of what it has received: who sends an error may well send nothing more.
func (a *Analysis) findLeftBranch(l *Abandoned) bool {
	got := a.gotAt(l.Channel, l.at())
	f := got.Parent
	for branch := range branchesOf(f) {
		isLate := !l.Repeated && (isInLoop(branch) || a.receivesBefore(branch, got, l.Channel))
		if isLate || !l.at().AlwaysComesBefore(branch) {
			continue
		}
		side, stays, ok := a.walksOut(branch, got, l.Channel)
		if !ok || !a.isUntold(l, branch) {
			continue
		}
		for _, o := range a.Operations(f) {
			if stays[o.At.Block] && a.waitsForAnswer(l, o) {
				l.Waits, l.Leaving = f.At(o.At), &Side{branch, side}
				return true
			}
		}
	}
	return false
}

// walksOut is the side of a branch on which a function has got an error, and returns without receiving from a channel that it has got at some
// place, and the blocks to which it comes on the other one before it gets another channel there.
func (a *Analysis) walksOut(branch, got supergraph.Instruction, channel pointsto.Location) (side int, stays map[int]bool, ok bool) {
	if side, ok = a.errorSide(branch); !ok || !a.mayTake(branch, side) {
		return 0, nil, false
	}
	next := branch.Parent.SuccessorsOf(branch.At.Block)
	if !a.returnsWithout(got, next[side], channel) {
		return 0, nil, false
	}
	return side, branch.Parent.Reached([]int{next[1-side]}, got.At.Block), true
}

// isUntold reports whether a branch asks for the error of a call, to which a function comes whatever the messages say that it has received
// since it has started a goroutine, but that they are some.
func (a *Analysis) isUntold(l *Abandoned, branch supergraph.Instruction) bool {
	f, at := branch.Parent, l.at()
	if !isErrorTest(branch) {
		return false
	}
	call, ok := f.DefinedAt(errorCall(branch))
	if !ok || call.Instr().Op != ir.OpCall && !isFallible(call.Instr()) || a.isErrorOfMessage(call) {
		return false
	}
	return !slices.ContainsFunc(a.decide(branch), func(s Side) bool {
		if s.Branch == branch || !at.AlwaysComesBefore(s.Branch) {
			return false
		}
		if choice, n, isCase := askedCase(s.Branch); isCase {
			return s.Edge == 0 && a.caseFrom(choice, l.Channel) != n && !a.isUpToOthers(choice, n, l.Sent.Parent)
		}
		return !isMessage(s) && a.inputsOf(f, s.Branch.Instr().Args[0]).messages
	})
}

// isMessage reports whether a side is the one of a test whether a channel is closed on which it isn't.
func isMessage(s Side) bool {
	f := s.Branch.Parent
	in := f.Definition(s.Branch.Instr().Args[0])
	if in == nil || in.Op != ir.OpExtract || in.Index != 1 || s.Edge != 0 {
		return false
	}
	received := f.Definition(in.Args[0])
	return received != nil && (received.Op == ir.OpReceive || received.Op == ir.OpSelect)
}

// isErrorOfMessage reports whether the error that a call returns may be one that is found in a message, or computed from messages alone. It isn't
// if others are asked than the package, who have more to go by, be it by a function that hands their errors on.
func (a *Analysis) isErrorOfMessage(call supergraph.Instruction) bool {
	of := inputs{}
	for _, arg := range call.Instr().Args {
		of.add(a.inputsOf(call.Parent, arg))
		of.messages = of.messages || a.isToldMessages(call, arg)
	}
	return of.messages && (!of.others || !isOfOthers(call) && !a.handsOnErrors(call))
}

// isToldMessages reports whether a function gives something that it passes to a call a message in another one: it may be asked for that now.
func (a *Analysis) isToldMessages(call supergraph.Instruction, arg ir.Operand) bool {
	f := call.Parent
	to := f.Original(arg)
	if to.Kind != ir.Register {
		return false
	}
	for other := range f.Instructions() {
		isGiven := func(o ir.Operand) bool { return f.Original(o) == to }
		isMessage := func(o ir.Operand) bool { return a.inputsOf(f, o).messages }
		if args := other.Instr().Args; other != call && other.Instr().Op == ir.OpCall && slices.ContainsFunc(args, isGiven) && slices.ContainsFunc(args, isMessage) {
			return !isOfOthers(other)
		}
	}
	return false
}

// isOfOthers reports whether a call is of code that isn't of the package, to which no error is given.
func isOfOthers(call supergraph.Instruction) bool {
	in := call.Instr()
	isError := func(o ir.Operand) bool {
		from := call.Parent.Definition(call.Parent.Original(o))
		return from != nil && from.Kind == ir.ErrorKind
	}
	return in.Op == ir.OpCall && (in.Name == "" || supergraph.PackageOf(in.Name) != supergraph.PackageOf(call.Parent.Name)) && !slices.ContainsFunc(in.Args, isError)
}

// handsOnErrors reports whether the functions that a call is of return no errors but those that others return to them.
func (a *Analysis) handsOnErrors(call supergraph.Instruction) bool {
	callees := a.CalleesAt(call)
	return len(callees) > 0 && !slices.ContainsFunc(callees, func(callee *supergraph.Function) bool {
		return slices.ContainsFunc(callee.Returned(), func(o ir.Operand) bool {
			i, ok := callee.DefinedAt(returnedBy(callee, callee.Original(o)))
			return o.Kind != ir.NilConst && !(ok && isOfOthers(i))
		})
	})
}

// Inputs are what a value is computed from.
type inputs struct{ messages, others bool }

func (n *inputs) add(more inputs) {
	n.messages, n.others = n.messages || more.messages, n.others || more.others
}

// inputsOf are those of an operand in a function: what it has received, or something else.
func (a *Analysis) inputsOf(f *supergraph.Function, o ir.Operand) inputs {
	w := inputWalk{f: f, seen: map[int]bool{}}
	w.operand(o)
	return w.inputs
}

// An inputWalk finds them.
type inputWalk struct {
	inputs
	f    *supergraph.Function
	seen map[int]bool
}

func (w *inputWalk) operand(o ir.Operand) {
	switch {
	case o.Kind == ir.Unknown || o.Kind == ir.Unfollowed:
		w.others = true
	case o.Kind != ir.Register || w.seen[o.Reg]:
	case o.Reg < w.f.Params+w.f.FreeVars:
		w.others = true
	default:
		w.seen[o.Reg] = true
		w.f.IsSetOnlyBy(o.Reg, func(from ir.Operand) bool { w.operand(from); return true }, func(i supergraph.Instruction) bool { w.result(i); return true })
	}
}

// result walks on to what an instruction takes for its result. A variable has what the function stores there.
func (w *inputWalk) result(i supergraph.Instruction) {
	in := i.Instr()
	switch in.Op {
	case ir.OpReceive, ir.OpSelect:
		w.messages = true
		return
	case ir.OpAlloc:
		w.stored(in.Dst)
		return
	case ir.OpCall, ir.OpUnknown:
		w.others = w.others || len(in.Args) == 0
	}
	for _, arg := range in.Args {
		w.operand(arg)
	}
}

// stored walks on to what a function stores in a variable, or array, that it has made.
func (w *inputWalk) stored(variable int) {
	for i := range w.f.Instructions() {
		if in := i.Instr(); in.Op == ir.OpStore && w.isPartOf(in.Args[0], variable) {
			w.operand(in.Args[1])
		}
	}
}

// isPartOf reports whether an address is that of a variable, or of a part of it.
func (w *inputWalk) isPartOf(address ir.Operand, variable int) bool {
	base := w.f.BaseOfPart(address)
	if in := w.f.Definition(base); in != nil && in.Op == ir.OpIndexAddr {
		return w.isPartOf(in.Args[0], variable)
	}
	return base.Kind == ir.Register && base.Reg == variable
}

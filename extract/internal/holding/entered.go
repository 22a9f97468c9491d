package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// entered lists where a function that has a lock calls one that takes it on some of its ways: in a loop, for each of what it is
// given or finds, or on one side of a branch, if all who call it have the lock, so that the side would be dead code otherwise.
func (a *Analysis) entered(t Taking) (list []Relock) {
	for i := range t.Parent.Instructions() {
		callees := a.CalleesAt(i)
		if i.Instr().Op != ir.OpCall || i.Instr().Name == "" || len(callees) != 1 || callees[0] == t.Parent {
			continue
		}
		sides, isPossible := a.sidesWith(t, i)
		if !isPossible || !a.isKeptAlong(t, i) {
			continue
		}
		if again, within, ok := a.enteredAt(t, i, sides, callees[0]); ok {
			held := slices.DeleteFunc(sides, func(s Side) bool { return !a.flowOf(t).holdsAt(s.Branch) })
			list = append(list, Relock{Taking: t, Again: again, Sides: slices.Concat(held, within)})
		}
	}
	return list
}

// isKeptAlong reports whether a function has a lock whenever it comes to a call, and until that takes it: nobody comes past there, so
// that what the callee does then is no matter.
func (a *Analysis) isKeptAlong(t Taking, call supergraph.Instruction) bool {
	return !a.mayLetGo(call, t) && (a.flowOf(t).holdsAt(call) || call.Parent.Leads(call.At.Block, call.At.Block) && a.flowTo(t, call).holdsAt(call))
}

// enteredAt is the lock that a function takes on some of its ways which is called with it, and the sides that it takes to there.
func (a *Analysis) enteredAt(t Taking, call supergraph.Instruction, sides []Side, callee *supergraph.Function) (again Chain, within []Side, ok bool) {
	for i := range callee.Instructions() {
		for _, c := range a.takenAt(i) {
			again = a.calledFrom(call, callee, c)
			if !again.path.isSame(t.path) || a.isAlwaysTaken(i, c.path) {
				continue
			}
			within, isPossible := a.sidesTo(i)
			isSaid := func(s Side) bool { return !a.isLoopFor(s, call, sides) }
			if isPossible && a.isCalledWith(callee, c) {
				isSaid = func(s Side) bool {
					return a.isAnsweredBefore(call, sides, s.Branch) || a.isAskedAbove(sides, s) || a.mayBeSetFor(call, s)
				}
			}
			if !slices.ContainsFunc(within, isSaid) {
				return again, within, true
			}
		}
	}
	return again, nil, false
}

// isCalledWith reports whether only the package calls a function, which takes a lock somewhere, and each time with that lock.
func (a *Analysis) isCalledWith(f *supergraph.Function, c Chain) bool {
	return !a.isOpen(f) && !slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		if call.Instr().Op != ir.OpCall || call.Instr().Name != f.Name {
			return true
		}
		to := a.calledFrom(call, f, c).path
		return !slices.ContainsFunc(a.Takings(call.Parent), func(t Taking) bool {
			return t.path.isSame(to) && !a.releasesOthers(t.Locks) && a.isKeptAlong(t, call)
		})
	})
}

// isLoopFor reports whether a side comes into a loop for each of what a call passes, or of what is in memory, or for as many as the
// call passes, and the caller, who comes to the call by some sides, says nothing of that before. A call after which there is never
// anything to do would be dead code.
func (a *Analysis) isLoopFor(s Side, call supergraph.Instruction, sides []Side) bool {
	f := s.Branch.Parent
	of, isRange := rangedOver(s)
	if !isRange {
		in := f.Definition(s.Branch.Instr().Args[0])
		if s.Edge != 0 || f.Loops[s.Branch.At.Block] < 0 || !countsTurns(s.Branch) {
			return false
		}
		of = in.Args[1]
	}
	of = f.Original(of)
	if given, isGiven := supergraph.Argument(call.Instr(), f, of.Reg); of.Kind == ir.Register && of.Reg < f.Params {
		return isGiven && !a.isAskedFor(call.Parent, given, sides)
	}
	in := f.Definition(of)
	return in != nil && in.Op == ir.OpLoad && !a.isAnsweredBefore(call, sides, s.Branch)
}

// mayBeSetFor reports whether a branch asks, be it by a method, for what the function with a call may have set before.
func (a *Analysis) mayBeSetFor(call supergraph.Instruction, s Side) bool {
	return slices.ContainsFunc(a.asked(s.Branch.Parent, s.Branch.Instr().Args[0]), func(q inquiry) bool {
		return slices.ContainsFunc(q.cells, func(cell pointsto.Location) bool { return a.mayStoreIn(call.Parent, cell) })
	})
}

// isAskedAbove reports whether one of some branches asks for the error of a call, as another one does of some function: one such call
// may fail, and the next one not, but not if it is of a context, which has ended for good.
func (a *Analysis) isAskedAbove(sides []Side, other Side) bool {
	asked := a.callsAsked(other.Branch)
	return slices.ContainsFunc(sides, func(s Side) bool {
		return slices.ContainsFunc(a.callsAsked(s.Branch), func(name string) bool { return slices.Contains(asked, name) })
	})
}

// callsAsked are the functions that are called for what a branch asks.
func (a *Analysis) callsAsked(branch supergraph.Instruction) (names []string) {
	a.groundsOf(branch).seen.Each(func(register int) {
		if in := branch.Parent.Definition(ir.Operand{Kind: ir.Register, Reg: register}); in != nil && in.Op == ir.OpCall {
			names = append(names, in.Name+"."+in.Method)
		}
	})
	return names
}

// isAskedFor reports whether a value is a constant, or one of some branches of a function hangs on it.
func (a *Analysis) isAskedFor(f *supergraph.Function, o ir.Operand, sides []Side) bool {
	o = f.Original(o)
	return o.Kind != ir.Register || slices.ContainsFunc(sides, func(s Side) bool { return a.groundsOf(s.Branch).seen.Has(o.Reg) })
}

// deferred lists where a function with a lock defers what takes it: that runs before what was deferred earlier, as the release of the
// lock is.
func (a *Analysis) deferred(t Taking) (list []Relock) {
	w := a.flowOf(t)
	for i := range t.Parent.Instructions() {
		for _, c := range a.takenLater(i) {
			if !c.path.isSame(t.path) || !w.holdsAt(i) || a.mayLetGo(i, t) || a.isReleasedBeforeDeferred(i, t) {
				continue
			}
			if sides, ok := a.sidesWith(t, i); ok {
				list = append(list, Relock{Taking: t, Again: c, Sides: slices.DeleteFunc(sides, func(s Side) bool { return !w.holdsAt(s.Branch) })})
			}
		}
	}
	return list
}

// takenLater lists what an instruction takes in the end, on all ways, itself or by what it calls, as it is deferred.
func (a *Analysis) takenLater(i supergraph.Instruction) []Chain {
	callees := a.CalleesAt(i)
	if i.Instr().Op != ir.OpDefer {
		return nil
	}
	if t, ok := a.takingBy(i); ok {
		return []Chain{{nil, t, t.path}}
	}
	if i.Instr().Method != "" || len(callees) != 1 {
		return nil
	}
	return a.takenBy(i, callees[0])
}

// isReleasedBeforeDeferred reports whether a function may release a lock before it runs what it has deferred: after that, or
// deferred later.
func (a *Analysis) isReleasedBeforeDeferred(i supergraph.Instruction, t Taking) bool {
	for other := range i.Parent.Instructions() {
		if other != i && ComesBefore(i, other) && a.Releases(other, t) {
			return true
		}
	}
	return false
}

package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Twice is a lock that a function takes in one place and releases twice: that is fatal, or it releases what somebody else
// has taken meanwhile.
type Twice struct {
	Taking
	First, Second supergraph.Instruction
	// Sides are those that it takes to the first release. From there it comes to the second one in any case.
	Sides []Side
}

// Twice lists the locks that a function releases twice, one release for each lock.
func (a *Analysis) Twice(f *supergraph.Function) (list []Twice) {
	for _, t := range a.Takings(f) {
		if !t.path.known {
			continue
		}
		w := a.flowOf(t)
		for _, first := range a.releasesOf(t, ir.OpCall) {
			sides, ok := a.sidesTo(first)
			if !ok || !w.holdsAt(first) || a.mayBeTaken(t, func(i supergraph.Instruction) bool { return i != t.Instruction && ComesBefore(i, first) }) {
				continue
			}
			if second, ok := a.releasedAfter(t, first); ok {
				isEarlier := func(s Side) bool { return !w.holdsAt(s.Branch) }
				list = append(list, Twice{t, first, second, slices.DeleteFunc(sides, isEarlier)})
				break
			}
		}
	}
	return list
}

// releasesOf lists where a function releases what it has taken, by calls or by deferred ones.
func (a *Analysis) releasesOf(t Taking, op ir.Op) (list []supergraph.Instruction) {
	for i := range t.Parent.Instructions() {
		if i.Instr().Op == op && a.releasedAt(t, i) == t.How {
			list = append(list, i)
		}
	}
	return list
}

// releasedAfter is where a lock is released once more in any case after a first release, when it wasn't taken again.
func (a *Analysis) releasedAfter(t Taking, first supergraph.Instruction) (second supergraph.Instruction, ok bool) {
	if !a.goesOn(first) {
		return second, false
	}
	isLater := func(i supergraph.Instruction) bool { return ComesBefore(first, i) }
	for _, deferred := range a.releasesOf(t, ir.OpDefer) {
		if deferred.AlwaysComesBefore(first) && !a.mayBeTaken(t, isLater) {
			return deferred, true
		}
	}
	for _, second := range a.releasesOf(t, ir.OpCall) {
		isBetween := func(i supergraph.Instruction) bool { return isLater(i) && ComesBefore(i, second) }
		if second != first && alwaysComesAfter(second, first) && !a.mayBeTaken(t, isBetween) { // which way is taken may hang on what led to the first
			return second, true
		}
	}
	return second, false
}

// goesOn reports whether a function returns after an instruction, for all that is known: it calls nothing by which the
// program may end, or that isn't known.
func (a *Analysis) goesOn(first supergraph.Instruction) (returns bool) {
	for i := range first.Parent.Instructions() {
		if !ComesBefore(first, i) {
			continue
		}
		in := i.Instr()
		if a.mayEnd(i) || in.Op == ir.OpCall && in.CallsValue() {
			return false
		}
		returns = returns || in.Op == ir.OpReturn
	}
	return returns
}

// mayBeTaken reports whether a lock may be taken by one of the instructions of its function that are meant.
func (a *Analysis) mayBeTaken(t Taking, isMeant func(supergraph.Instruction) bool) bool {
	for i := range t.Parent.Instructions() {
		if isMeant(i) && a.mayGet(t, i) {
			return true
		}
	}
	return false
}

// mayGet reports whether after an instruction a function may have a lock that it didn't have: it takes it, or what it
// calls does.
func (a *Analysis) mayGet(t Taking, i supergraph.Instruction) bool {
	if a.isWaiting(i) && a.isLeftLocked(t) {
		return true // another one may have taken it for this one
	}
	if !i.Calls() && i.Instr().Op != ir.OpMakeClosure {
		return false
	}
	isLock := func(arg ir.Operand) bool {
		return pointsto.Overlap(a.Points.Operand(t.Parent.Function, arg), t.Locks)
	}
	if slices.ContainsFunc(i.Instr().Args, isLock) && supergraph.Releases(supergraph.LockingBy(i.Instr().Name)) == model.Tau {
		return true // it is locked, or tried, or somebody else has it now
	}
	return slices.ContainsFunc(a.CalleesAt(i), func(callee *supergraph.Function) bool { return a.touchesOneOf(callee, t.Locks) })
}

// isWaiting reports whether a function waits for others at an instruction.
func (a *Analysis) isWaiting(i supergraph.Instruction) bool {
	return slices.ContainsFunc(a.Operations(i.Parent), func(o supergraph.Operation) bool { return o.Waits && o.At == i.At })
}

// isLeftLocked reports whether another function takes a lock, and releases it nowhere: whoever waits for that function has it then.
func (a *Analysis) isLeftLocked(t Taking) bool {
	return slices.ContainsFunc(a.Order, func(f *supergraph.Function) bool {
		return f != t.Parent && slices.ContainsFunc(a.Takings(f), func(other Taking) bool {
			return pointsto.Overlap(other.Locks, t.Locks) && len(a.releasesOf(other, ir.OpCall)) == 0 && len(a.releasesOf(other, ir.OpDefer)) == 0
		})
	})
}

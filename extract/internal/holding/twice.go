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
			if !ok || !w.holdsAt(first) || a.mayBeTakenBefore(t, first) {
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
		in := i.Instr()
		if in.Op == op && supergraph.Releases(supergraph.LockingBy(in.Name)) == t.How && a.pathOf(t.Parent, in.Args[0]).isSame(t.path) {
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
	for _, deferred := range a.releasesOf(t, ir.OpDefer) {
		if alwaysComesBefore(deferred, first) && !a.mayBeTakenAfter(t, first) {
			return deferred, true
		}
	}
	for _, second := range a.releasesOf(t, ir.OpCall) {
		if second != first && alwaysComesAfter(second, first) && !a.mayBeTakenBetween(t, first, second) {
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
		if a.mayEnd(i) || in.Op == ir.OpCall && in.Name == "" && in.Method == "" {
			return false
		}
		returns = returns || in.Op == ir.OpReturn
	}
	return returns
}

// alwaysComesBefore reports whether a function has executed an instruction whenever it comes to another one.
func alwaysComesBefore(i, other supergraph.Instruction) bool {
	if i.At.Block == other.At.Block {
		return i.At.Index < other.At.Index
	}
	return !i.Parent.Reaches([]int{0}, other.At.Block, i.At.Block)
}

// alwaysComesAfter reports whether a function executes an instruction once it has come to another one, unless it never
// returns.
func alwaysComesAfter(i, other supergraph.Instruction) bool {
	f := i.Parent
	if i.At.Block == other.At.Block {
		return i.At.Index > other.At.Index
	}
	for b := range f.Blocks {
		if f.Blocks[b].Terminator().Op == ir.OpReturn && (b == other.At.Block || f.Reaches(f.SuccessorsOf(other.At.Block), b, i.At.Block)) {
			return false
		}
	}
	return ComesBefore(other, i)
}

// mayBeTakenBefore reports whether a lock may be taken once more before an instruction.
func (a *Analysis) mayBeTakenBefore(t Taking, first supergraph.Instruction) bool {
	for i := range t.Parent.Instructions() {
		if i != t.Instruction && ComesBefore(i, first) && a.mayGet(t, i) {
			return true
		}
	}
	return false
}

// mayBeTakenAfter reports whether a lock may be taken again after an instruction.
func (a *Analysis) mayBeTakenAfter(t Taking, first supergraph.Instruction) bool {
	for i := range t.Parent.Instructions() {
		if ComesBefore(first, i) && a.mayGet(t, i) {
			return true
		}
	}
	return false
}

// mayBeTakenBetween reports whether a lock may be taken on some way from one instruction to another one: which way is
// taken may hang on what led to the first.
func (a *Analysis) mayBeTakenBetween(t Taking, first, second supergraph.Instruction) bool {
	for i := range t.Parent.Instructions() {
		if ComesBefore(first, i) && ComesBefore(i, second) && a.mayGet(t, i) {
			return true
		}
	}
	return false
}

// mayGet reports whether after an instruction a function may have a lock that it didn't have: it takes it, or what it
// calls does.
func (a *Analysis) mayGet(t Taking, i supergraph.Instruction) bool {
	if !i.Calls() && i.Instr().Op != ir.OpMakeClosure {
		return false
	}
	isLock := func(arg ir.Operand) bool {
		return slices.ContainsFunc(a.Points.Operand(t.Parent.Function, arg), func(l pointsto.Location) bool { return slices.Contains(t.Locks, l) })
	}
	if slices.ContainsFunc(i.Instr().Args, isLock) && supergraph.Releases(supergraph.LockingBy(i.Instr().Name)) == model.Tau {
		return true // it is locked, or tried, or somebody else has it now
	}
	return slices.ContainsFunc(a.CalleesAt(i), func(callee *supergraph.Function) bool {
		return slices.ContainsFunc(t.Locks, func(l pointsto.Location) bool { return a.Touches(callee, l) })
	})
}

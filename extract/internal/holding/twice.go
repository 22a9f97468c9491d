package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A Twice is a lock that a function takes once and releases twice: that is fatal, or it releases what somebody else
// has taken meanwhile.
type Twice struct {
	Taking
	First, Second supergraph.Instruction
	// Sides are those that it takes to the first release, and then to the second one.
	Sides, Later []Side
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
			if !ok || !w.holdsAt(first) {
				continue
			}
			if second, later, ok := a.releasedAfter(t, first); ok {
				held := func(s Side) bool { return !w.holdsAt(s.Branch) }
				list = append(list, Twice{t, first, second, slices.DeleteFunc(sides, held), later})
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

// releasedAfter is where a lock is released once more after a first release, when it wasn't taken again.
func (a *Analysis) releasedAfter(t Taking, first supergraph.Instruction) (second supergraph.Instruction, later []Side, ok bool) {
	for _, deferred := range a.releasesOf(t, ir.OpDefer) {
		if alwaysComesBefore(deferred, first) && !a.mayBeTakenAfter(t, first) {
			return deferred, nil, true
		}
	}
	for _, second := range a.releasesOf(t, ir.OpCall) {
		if second == first || !a.leadsUntaken(t, first, second) {
			continue
		}
		if sides, ok := a.sidesTo(second); ok {
			isLater := func(s Side) bool { return !ComesBefore(first, s.Branch) }
			return second, slices.DeleteFunc(sides, isLater), true
		}
	}
	return second, nil, false
}

// alwaysComesBefore reports whether a function has executed an instruction whenever it comes to another one.
func alwaysComesBefore(i, other supergraph.Instruction) bool {
	if i.At.Block == other.At.Block {
		return i.At.Index < other.At.Index
	}
	return !i.Parent.Reaches([]int{0}, other.At.Block, i.At.Block)
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

// mayGet reports whether after an instruction a function may have a lock that it didn't have: it takes it, or what it
// calls does.
func (a *Analysis) mayGet(t Taking, i supergraph.Instruction) bool {
	isTaking := func(other Taking) bool { return other.Instruction == i }
	if slices.ContainsFunc(a.Takings(t.Parent), isTaking) {
		return true
	}
	return i.Calls() && slices.ContainsFunc(a.CalleesAt(i), func(callee *supergraph.Function) bool {
		return slices.ContainsFunc(t.Locks, func(l pointsto.Location) bool { return a.Touches(callee, l) })
	})
}

// leadsUntaken reports whether a function may come from an instruction to another one without taking a lock meanwhile.
func (a *Analysis) leadsUntaken(t Taking, from, to supergraph.Instruction) bool {
	f := t.Parent
	isFree := func(block, first, end int) bool {
		for n := first; n < end; n++ {
			if a.mayGet(t, at(f, block, n)) {
				return false
			}
		}
		return true
	}
	if from.At.Block == to.At.Block && from.At.Index < to.At.Index {
		return isFree(from.At.Block, from.At.Index+1, to.At.Index)
	}
	if !isFree(from.At.Block, from.At.Index+1, len(f.Blocks[from.At.Block].Instrs)) {
		return false
	}
	seen := make([]bool, len(f.Blocks))
	for work := f.SuccessorsOf(from.At.Block); len(work) > 0; work = work[1:] {
		b := work[0]
		switch {
		case seen[b]:
		case b == to.At.Block:
			if isFree(b, 0, to.At.Index) {
				return true
			}
		case isFree(b, 0, len(f.Blocks[b].Instrs)):
			work = append(work, f.SuccessorsOf(b)...)
		}
		seen[b] = true
	}
	return false
}

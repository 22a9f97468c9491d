package holding

import (
	"iter"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A Kept is a lock that a function returns with, if it takes one side of a branch.
type Kept struct {
	Taking
	Side
}

// Kept lists the locks that a function forgets on one side of a branch: it releases the lock on some way
// from the other side, or makes what releases it later, and on none from this one, on which it returns, and holds it on all ways to the
// branch.
func (a *Analysis) Kept(f *supergraph.Function) (list []Kept) {
	for _, t := range a.Takings(f) {
		handles, known := a.handlesOf(t)
		if !known || a.releasesGiven(f, t.Locks) || a.mayReplace(f, t.Locks) || !a.isShared(t) {
			continue
		}
		w := a.flowIn(span{parent: f, from: t.Instruction, ends: func(i supergraph.Instruction) bool { return a.Releases(i, t) || slices.Contains(handles, i) }})
		for s := range w.forgotten() {
			if a.mayTakeSince(t, s) {
				list = append(list, Kept{t, s})
			}
		}
	}
	return list
}

// forgotten are the sides of branches on which nothing is given back, nor was that deferred before.
func (w *flow) forgotten() iter.Seq[Side] {
	return func(yield func(Side) bool) {
		for branch := range branchesOf(w.parent) {
			if side, ok := w.forgets(branch); ok && !w.isReleasedInTheEnd(branch) && !yield(Side{branch, side}) {
				return
			}
		}
	}
}

// forgets is the side of a branch on which nothing is given back, if it is one.
func (w *flow) forgets(branch supergraph.Instruction) (side int, ok bool) {
	if !w.holdsAt(branch) {
		return 0, false
	}
	sides := w.parent.SuccessorsOf(branch.At.Block)
	for side, next := range sides {
		if !w.given[next] && w.returns[next] && w.given[sides[1-side]] {
			return side, true
		}
	}
	return 0, false
}

// isReleasedInTheEnd reports whether a function may have deferred to give back what it has before it comes to an
// instruction; it may have done so meanwhile.
func (w *flow) isReleasedInTheEnd(before supergraph.Instruction) bool {
	for i := range w.parent.Instructions() {
		if i.Instr().Op == ir.OpDefer && w.ends(i) && ComesBefore(i, before) {
			return true
		}
	}
	return false
}

// isShared reports whether a lock is in what others have, too: what the function is given, or has found
// somewhere, and leaves there. What it has made, or got from a call, may be dropped with the lock taken,
// and then nobody waits for it.
func (a *Analysis) isShared(t Taking) bool {
	f := t.Parent
	root := f.BaseOfPart(t.Instr().Args[0])
	if root.Kind == ir.GlobalConst || root.Kind == ir.Register && root.Reg < f.Params+f.FreeVars {
		return true
	}
	return a.finding().isFound(f, root)
}

package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Two functions wait for each other only if they are given the same struct, or one a parent and the other one its child. Others
// give what they get from the package as they like; the package gives what it gives.

// areOfSame reports whether two orders, as others come to them, may be of the same two locks.
func (a *Analysis) areOfSame(one, other *Order) bool {
	if a.areKin(one, other) {
		return a.meetAsKin(one, other)
	}
	if a.areKin(other, one) {
		return a.meetAsKin(other, one)
	}
	w, next := &one.Approach, &other.Approach
	switch {
	case one.rootOperand().Kind != ir.Register: // variables of the package
		return a.startTogether(w, next)
	case !w.given.known || !next.given.known || w.given.steps != next.given.steps:
		return false
	case w.isStarted() && next.isStarted() && w.Start.Parent == next.Start.Parent:
		return w.given.root == next.given.root && a.startTogether(w, next)
	}
	return a.typeGiven(w) == a.typeGiven(next) && a.isPublic(w) && a.isPublic(next) && a.startTogether(w, next)
}

// areKin reports whether an order is of a struct and of what is in a field of it, and the other one of that and of the struct.
func (a *Analysis) areKin(parents, childs *Order) bool {
	return a.isOfFamily(parents, childs) || a.isOfListener(parents, childs)
}

// meetAsKin reports whether the parent of an order may be that of the child of another one: any that others have, with a child
// that they have, or that a goroutine has which the package starts for each.
func (a *Analysis) meetAsKin(parents, childs *Order) bool {
	w, next := &parents.Approach, &childs.Approach
	if !w.given.known || w.given.steps != "" || !a.startTogether(w, next) || childs.second.isKnown() && a.mayStoreIn(w.Top, childs.second.field) {
		return false // who registers a function, or takes it away, may do so when it isn't called
	}
	if next.isStarted() && (!next.given.known || !a.isPublic(next) && !a.isPutBy(next, parents)) {
		return false
	}
	return a.isPublic(w)
}

// isPutBy reports whether who starts a goroutine has put the struct that he gives it where a parent finds its children.
func (a *Analysis) isPutBy(w *Approach, parents *Order) bool {
	return slices.ContainsFunc(a.putsInto(parents.second.field), func(p putting) bool {
		return p.at.Parent == w.Start.Parent && p.at.AlwaysComesBefore(w.Start) && w.given.steps == "" && unboxed(p.at.Parent, p.value) == w.given.root
	})
}

func (w *Approach) isStarted() bool { return w.Start.Parent != nil }

// isPublic reports whether others have what is given in an approach: they give it, or get it from who starts the goroutine, and
// doesn't wait before that for what it may do.
func (a *Analysis) isPublic(w *Approach) bool {
	if !w.isStarted() {
		return w.given.beginsOutside(w.Top)
	}
	f, root := w.Start.Parent, w.given.root
	if !a.isOpen(f) || root.Kind != ir.Register {
		return false
	}
	isReturned := slices.ContainsFunc(f.Returned(), func(o ir.Operand) bool { return unboxed(f, o) == root })
	return root.Reg < f.Params || isReturned && !a.mayWaitAmong(comingAfter(w.Start))
}

// typeGiven is the type of the struct in which that with the locks is given.
func (a *Analysis) typeGiven(w *Approach) string {
	if w.isStarted() {
		return a.typeIn(w.Start.Parent, w.given.root)
	}
	return w.Top.ParamType(w.given.root.Reg)
}

// startTogether reports whether goroutines, and what others call, may run at once for one struct: each maker of structs starts its own
// goroutines, and who starts one hasn't done so before, nor comes to the other order after it.
func (a *Analysis) startTogether(w, next *Approach) bool {
	switch {
	case !w.isStarted() && !next.isStarted():
		return true
	case !w.isStarted():
		return !w.comesBy(next.Start.Parent)
	case !next.isStarted():
		return !next.comesBy(w.Start.Parent)
	case w.Start.Parent == next.Start.Parent:
		return ComesBefore(w.Start, next.Start) || ComesBefore(next.Start, w.Start)
	}
	return a.isGiven(w) || a.isGiven(next)
}

// isGiven reports whether who starts a goroutine is given its struct by others.
func (a *Analysis) isGiven(w *Approach) bool {
	root := w.given.root
	return root.Kind == ir.Register && root.Reg < w.Start.Parent.Params
}

// comesBy reports whether a function is among those by which others come to an order.
func (w *Approach) comesBy(f *supergraph.Function) bool {
	return w.Top == f || slices.ContainsFunc(w.Calls, func(call supergraph.Instruction) bool { return call.Parent == f })
}

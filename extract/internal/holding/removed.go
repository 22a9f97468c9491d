package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
)

// Who takes a child out of the struct where its parent finds it may do so for good, before the child's own function runs: it does if
// that function itself does, or those who call it; and others may, if what it asks for is so only since then.

// staysThere reports whether a child that an order finds may be there still when the other order has its lock. Nor is it only put there
// by that.
func (a *Analysis) staysThere(o, other *Order) bool {
	if !o.second.isFound() {
		return true
	}
	removals := a.removalsFrom(o.second.field)
	isPut := func(p putting) bool {
		return (p.at.Parent == other.Parent || p.at.Parent == other.Next.Parent) && !slices.Contains(removals, p.at)
	}
	return !slices.ContainsFunc(a.putsInto(o.second.field), isPut) && !slices.ContainsFunc(removals, func(removal supergraph.Instruction) bool {
		return !a.isWithBoth(removal, other) && !a.areMetWithout(removal, other)
	})
}

// isWithBoth reports whether only an order takes something out, when it has its first lock.
func (a *Analysis) isWithBoth(removal supergraph.Instruction, o *Order) bool {
	f := removal.Parent
	if f == o.Parent && ComesBefore(o.Instruction, removal) && !ComesBefore(removal, o.Instruction) {
		return true
	}
	isElsewhere := func(call supergraph.Instruction) bool { return !slices.Contains(o.Next.Calls, call) }
	return len(f.Callers) > 0 && !a.isOpen(f) && !slices.ContainsFunc(a.callersOf(f), isElsewhere)
}

// areMetWithout reports whether an order comes about without a removal: neither it nor who calls it brings that about before, and its
// conditions may be met when nobody has.
func (a *Analysis) areMetWithout(removal supergraph.Instruction, o *Order) bool {
	f := removal.Parent
	isBefore := func(i supergraph.Instruction) bool {
		return i == removal || i.Calls() && slices.ContainsFunc(a.runAt(i), func(callee *supergraph.Function) bool { return a.runs(callee, f) })
	}
	for i := range o.before() {
		if isBefore(i) {
			return false
		}
	}
	elsewhere := a.runWithout(f)
	isMet := func(l pointsto.Location) bool {
		return slices.ContainsFunc(a.Stores[l], func(store supergraph.Instruction) bool { return elsewhere[store.Parent] })
	}
	return !slices.ContainsFunc(o.Approach.conditions, func(c Condition) bool {
		isUnmet := func(l pointsto.Location) bool { return !isMet(l) }
		return !c.isMetByZero() && a.groundsOf(c.Branch).askOf(isUnmet)
	})
}

// runWithout has the functions that others may come to by what never runs one.
func (a *Analysis) runWithout(f *supergraph.Function) map[*supergraph.Function]bool {
	isTop := func(g *supergraph.Function) bool { return !a.runs(g, f) && (a.isOpen(g) || a.isGoroutine(g)) }
	tops := slices.DeleteFunc(slices.Clone(a.Order), func(g *supergraph.Function) bool { return !isTop(g) })
	return dataflow.Reachable(tops, a.RefersTo)
}

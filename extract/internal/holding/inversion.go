package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Two functions that take two locks the one in the other, in both orders, wait for each other if they are
// called at once (Havender 1968; lock-order graphs: Goodlock, Havelund 2000). It is told if all of that is
// certain: which locks they are, that nothing else orders the two functions, and that no two conditions
// have to be true at once.

// An Order is that a function takes a lock, on all ways to where it, or what it calls, takes another one.
type Order struct {
	Taking
	Next Chain
	// Sides are those of branches that lead from the one to the other, in their order: in the function first, and then, as
	// Within has them alone, in what it calls.
	Sides, Within []Side
	first, second place
	// conditions counts those of the sides that don't ask just whether there is what the second lock is in.
	conditions int
}

// An Inversion are two orders of the same two locks, each the other way round.
type Inversion struct{ One, Other Order }

// Inversions lists those of some functions, which others call when they like.
func (a *Analysis) Inversions(functions []*supergraph.Function) (list []Inversion) {
	var orders []Order
	for _, f := range functions {
		for _, o := range a.ordersIn(f) {
			if a.isCalledFreely(&o) {
				orders = append(orders, o)
			}
		}
	}
	for n := range orders {
		for m := range orders[:n] {
			one, other := &orders[m], &orders[n]
			if a.areInverse(one, other) && isCircle(one, other) && !a.areOrdered(one, other) && a.staysThere(one, other) && a.staysThere(other, one) {
				list = append(list, Inversion{*one, *other})
			}
		}
	}
	return list
}

// isCalledFreely reports whether others get what the function is given, if the package calls it, too: only the
// package may call it then, as it sees fit. A function that nobody calls was written for others.
func (a *Analysis) isCalledFreely(o *Order) bool {
	if o.first.isGlobal() && o.second.isGlobal() || len(o.Parent.Callers) == 0 {
		return true
	}
	typeName := o.Parent.ParamType(o.root())
	isOne := func(l pointsto.Location) bool {
		made := &a.Points.Objects[l]
		return made.IsStruct() && made.Type == typeName
	}
	return slices.ContainsFunc(a.Order, func(f *supergraph.Function) bool {
		return a.isOpen(f) && slices.ContainsFunc(f.Returned(), func(v ir.Operand) bool { return slices.ContainsFunc(a.Points.Operand(f.Function, v), isOne) })
	})
}

// ordersIn lists the orders in a function of locks of which it is known which they are.
func (a *Analysis) ordersIn(f *supergraph.Function) (list []Order) {
	for _, t := range a.Takings(f) {
		first, known := a.placeOf(f, t.Instr().Args[0], "")
		if known && !first.isOneOfMany && a.isKept(f, t.Locks) {
			list = append(list, a.ordersAfter(t, first)...)
		}
	}
	return list
}

// isKept reports whether some locks are released by those who have taken them, and are the same ones while a
// function runs.
func (a *Analysis) isKept(f *supergraph.Function, locks []pointsto.Location) bool {
	return !a.releasesOthers(locks) && !a.mayReplace(f, locks)
}

// ordersAfter lists those of which the first lock is taken at some place.
func (a *Analysis) ordersAfter(t Taking, first place) (list []Order) {
	var w *flow
	for i := range t.Parent.Instructions() {
		for _, c := range a.wishesAt(i, maxCalls) {
			second, known := a.placeIn(i, c.Chain)
			if i == t.Instruction || !known || second == first {
				continue
			}
			if w == nil {
				w = a.flowOf(t)
			}
			if !w.holdsAt(i) || !a.isKept(t.Parent, c.Locks) || a.mayLetGo(i, t) {
				continue
			}
			if sides, ok := a.sidesTo(i); ok && !a.isAnsweredAbove(i, sides, c.sides) {
				list = append(list, a.order(t, c, sides, first, second, w))
			}
		}
	}
	return list
}

func (a *Analysis) order(t Taking, c wish, sides []Side, first, second place, w *flow) Order {
	o := Order{Taking: t, Next: c.Chain, Within: c.sides, conditions: len(c.sides), first: first, second: second}
	for _, s := range sides {
		if !a.asksOnlyFor(s.Branch, second) {
			o.conditions++
		}
		if w.holdsAt(s.Branch) {
			o.Sides = append(o.Sides, s)
		}
	}
	o.Sides = slices.Concat(o.Sides, c.sides)
	return o
}

// isAnsweredAbove reports whether a function that comes to a call by some sides says before, or asks, what decides what
// those do that it calls.
func (a *Analysis) isAnsweredAbove(call supergraph.Instruction, sides, within []Side) bool {
	return slices.ContainsFunc(within, func(s Side) bool { return a.isAnsweredBefore(call, sides, s.Branch) })
}

// mayLetGo reports whether what a call runs may release a lock, and perhaps take it again.
func (a *Analysis) mayLetGo(call supergraph.Instruction, t Taking) bool {
	return slices.ContainsFunc(a.CalleesAt(call), func(callee *supergraph.Function) bool { return a.releasesGiven(callee, t.Locks) })
}

// asksOnlyFor reports whether a branch asks for nothing but whether there is something in the field where a
// lock was found.
func (a *Analysis) asksOnlyFor(branch supergraph.Instruction, p place) bool {
	g := a.groundsOf(branch)
	if !p.isFound() || g.chosen || len(g.callees)+len(g.given)+len(g.others) > 0 {
		return false
	}
	held, only, asks := a.Points.Content(p.field), true, false
	g.cells.Each(func(n int) {
		l := locationOf(n)
		only, asks = only && (l == p.field || slices.Contains(held, l)), true
	})
	return only && asks
}

// areInverse reports whether two orders are of the same two locks for certain, if the functions are given
// the same structs, or one a struct and the other one its child.
func (a *Analysis) areInverse(o, other *Order) bool {
	if !o.isOfOneRoot() || !other.isOfOneRoot() {
		return false
	}
	if o.isSame(o.first, other, other.second) && o.isSame(o.second, other, other.first) {
		return a.isFixed(o.first) && a.isFixed(o.second)
	}
	return a.isOfFamily(o, other) || a.isOfFamily(other, o)
}

// isOfOneRoot reports whether the locks are in one struct that the function is given, or variables.
func (o *Order) isOfOneRoot() bool {
	return o.first.root == o.second.root || o.first.isGlobal() || o.second.isGlobal()
}

// isSame reports whether a lock in a function is the one in another function that is given the same.
func (o *Order) isSame(p place, other *Order, q place) bool {
	if p.isGlobal() || q.isGlobal() {
		return p == q
	}
	t := o.Parent.ParamType(p.root.Reg)
	p.root, q.root = ir.Operand{}, ir.Operand{}
	return p == q && t != "" && t == other.Parent.ParamType(other.root())
}

// root is the parameter in which the locks are.
func (o *Order) root() int {
	if o.first.isGlobal() {
		return o.second.root.Reg
	}
	return o.first.root.Reg
}

// isFixed reports whether a lock is always in the same struct: in the one that is given, or in what was put
// there when that was made.
func (a *Analysis) isFixed(p place) bool {
	return !p.isFound() || !p.isOneOfMany && a.isSetOnce(p.field)
}

// staysThere reports whether a child that an order finds is there still when the other order has its lock: it is taken
// out, if ever, only by that, when it has both. Whoever is taken out before comes back alone.
func (a *Analysis) staysThere(o, other *Order) bool {
	return !o.second.isFound() || !slices.ContainsFunc(a.removalsFrom(o.second.field), func(removal supergraph.Instruction) bool {
		isWithin := func(call supergraph.Instruction) bool { return slices.Contains(other.Next.Calls, call) }
		f := removal.Parent
		isLater := f == other.Parent && ComesBefore(other.Instruction, removal) && !ComesBefore(removal, other.Instruction)
		return !isLater && (len(f.Callers) == 0 || a.isOpen(f) || slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool { return !isWithin(call) }))
	})
}

// isCircle reports whether each order waits for what the other one has. Two readers don't wait for each other.
func isCircle(o, other *Order) bool {
	excludes := func(t, next Taking) bool { return t.How == model.Lock || next.How == model.Lock }
	return excludes(o.Taking, other.Next.Taking) && excludes(other.Taking, o.Next.Taking)
}

// areOrdered reports whether something may keep two functions apart: conditions of both, a lock that both
// take as well, or what they communicate.
func (a *Analysis) areOrdered(o, other *Order) bool {
	if o.conditions > 0 && other.conditions > 0 || a.tellsApart(o, other) || a.tellsApart(other, o) {
		return true
	}
	one, two := a.orderingOf(o), a.orderingOf(other)
	return one.communicates && two.communicates || pointsto.Overlap(one.locks, two.locks)
}

// tellsApart reports whether a function comes to its second lock by a condition that the other one sets, or that was
// settled when the struct was made, which then is never one of those that the other one is called with.
func (a *Analysis) tellsApart(o, other *Order) bool {
	to := o.Next.Instruction
	if len(o.Next.Calls) > 0 {
		to = o.Next.Calls[0]
	}
	isSettled := func(l pointsto.Location) bool { return a.mayStoreIn(other.Parent, l) || a.isSetOnce(l) }
	return slices.ContainsFunc(slices.Concat(a.decide(to), o.Within), func(s Side) bool {
		return a.groundsOf(s.Branch).askOf(isSettled) && !a.asksOnlyFor(s.Branch, o.second)
	})
}

// An ordering has what may order a function among others that run.
type ordering struct {
	locks        []pointsto.Location
	communicates bool
}

// orderingOf has all that a function does, and what that runs, before it takes the second lock, but for the two
// locks themselves.
func (a *Analysis) orderingOf(o *Order) *ordering {
	last := o.Next.Instruction
	if len(o.Next.Calls) > 0 {
		last = o.Next.Calls[0]
	}
	r := &ordering{}
	for i := range o.Parent.Instructions() {
		if i == o.Instruction || i == last || !ComesBefore(i, last) {
			continue
		}
		a.collect(r, i)
		for _, callee := range a.CalleesAt(i) {
			a.VisitReached(callee, func(f *supergraph.Function) {
				for i := range f.Instructions() {
					a.collect(r, i)
				}
			})
		}
	}
	return r
}

// collect adds what an instruction does itself. Who changes a value by an atomic operation may spin on it.
func (a *Analysis) collect(r *ordering, i supergraph.Instruction) {
	r.communicates = r.communicates || i.Instr().Op == ir.OpUpdate
	r.locks = append(r.locks, a.givenLocksAt(i)...)
	for _, op := range a.OperationsOf(i) {
		r.communicates = r.communicates || op.Kind != model.Mutex && op.Kind != model.RWMutex
	}
	for _, name := range a.Points.Callees(i.Parent.Function, i.At) {
		how := supergraph.LockingBy(name)
		if how == model.Lock || how == model.RLock || library.Find(name).Meaning == library.TryLock {
			r.locks = append(r.locks, a.Points.Receivers(i.Parent.Function, i.Instr())...)
		}
	}
}

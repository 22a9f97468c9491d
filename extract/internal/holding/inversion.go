package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Two functions that take two locks the one in the other, in both orders, wait for each other if they run
// at once (Havender 1968; lock-order graphs: Goodlock, Havelund 2000). A Once is a lock while what it was given runs. It is
// told if all of that is certain: which locks they are, that nothing else orders the two functions, and that no two conditions
// have to be true at once, but of one function.

// An Order is that a function takes a lock, on all ways to where it, or what it calls, takes another one.
type Order struct {
	Taking
	Next Chain
	// Conditions are those on which it comes from the one to the other, in their order.
	Conditions []Condition
	// Approach is how others come to the function.
	Approach      Approach
	first, second place
	// all are the conditions on which the function takes the second lock, those before the first one among them; weighs counts
	// those that don't ask just whether there is what the second lock is in.
	all    []Condition
	weighs int
}

// An Inversion are two orders of the same two locks, each the other way round.
type Inversion struct{ One, Other Order }

// Inversions lists those of functions that others call when they like, or that such functions call or start: those of some
// that are known to run. There is one for each two locks.
func (a *Analysis) Inversions(run []*supergraph.Function) (list []Inversion) {
	isRun := map[*supergraph.Function]bool{}
	for _, f := range run {
		isRun[f] = true
	}
	orders := a.ordersOf(isRun)
	for n := range orders {
		for m := range n {
			one, other := &orders[m], &orders[n]
			if !isCircle(one, other) || !isRun[one.Parent] && !isRun[other.Parent] || !a.areInverse(one, other) {
				continue
			}
			isTold := slices.ContainsFunc(list, func(v Inversion) bool { return v.isOf(one.Locks, other.Locks) })
			if !isTold && a.meet(one, other, isRun) {
				list = append(list, Inversion{*one, *other})
			}
		}
	}
	return list
}

// isOf reports whether an inversion is of some locks.
func (v *Inversion) isOf(locks, others []pointsto.Location) bool {
	is := func(one, other []pointsto.Location) bool {
		return pointsto.Overlap(v.One.Locks, one) && pointsto.Overlap(v.Other.Locks, other)
	}
	return is(locks, others) || is(others, locks)
}

// meet reports whether the functions of two orders may run at once, and sets how others come to them.
func (a *Analysis) meet(one, other *Order, isRun map[*supergraph.Function]bool) bool {
	ways, others := a.approaches(one, isRun), a.approaches(other, isRun)
	for _, one.Approach = range ways {
		for _, other.Approach = range others {
			if a.areOfSame(one, other) && !a.areOrdered(one, other) && a.staysThere(one, other) && a.staysThere(other, one) {
				return true
			}
		}
	}
	return false
}

// ordersOf lists the orders of functions, those first that are known to run.
func (a *Analysis) ordersOf(isRun map[*supergraph.Function]bool) (list []Order) {
	for _, run := range []bool{true, false} {
		for _, f := range a.Order {
			if isRun[f] == run && f.Site.IsValid() {
				list = append(list, a.ordersIn(f)...)
			}
		}
	}
	return list
}

// ordersIn lists the orders in a function of locks of which it is known which they are.
func (a *Analysis) ordersIn(f *supergraph.Function) (list []Order) {
	for i := range f.Instructions() {
		t, ok := a.takingAt(i)
		if !ok {
			continue
		}
		first, known := a.placeOf(f, i.Instr().Args[0], "")
		switch {
		case !known || first.isOneOfMany:
		case t.Kind == model.Once:
			list = append(list, a.ordersAt(i, t, first, a.acquiredByCalls(i))...)
		case a.isKept(f, t.Locks):
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
	for i := range t.Parent.Instructions() {
		if i == t.Instruction || i.Instr().Op != ir.OpCall {
			continue
		}
		found := a.acquiredAt(i)
		if len(found) > 0 && a.flowOf(t).holdsAt(i) && !a.mayLetGo(i, t) {
			list = append(list, a.ordersAt(i, t, first, found)...)
		}
	}
	return list
}

// ordersAt lists the orders of a lock, or Once, and of what an instruction acquires with it.
func (a *Analysis) ordersAt(i supergraph.Instruction, t Taking, first place, found []acquisition) (list []Order) {
	conditions, isPossible := a.conditionsTo(i)
	for _, q := range found {
		isKept := q.Kind == model.Once || a.isKept(t.Parent, q.Locks)
		all := slices.Concat(conditions, q.conditions)
		if isPossible && isKept && q.at != first && a.areCompatible(all) {
			list = append(list, a.order(t, q, all, first))
		}
	}
	return list
}

func (a *Analysis) order(t Taking, q acquisition, all []Condition, first place) Order {
	o := Order{Taking: t, Next: q.Chain, first: first, second: q.at, all: all}
	for _, c := range all {
		if !a.asksOnlyFor(c.Branch, o.second) {
			o.weighs++
		}
		if len(c.Calls) > 0 || t.Kind != model.Once && a.flowOf(t).holdsAt(c.Branch) {
			o.Conditions = append(o.Conditions, c)
		}
	}
	return o
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
// the same structs, or one a struct and the other one its child, or what is in a field of it.
func (a *Analysis) areInverse(o, other *Order) bool {
	if !o.isOfOneRoot() || !other.isOfOneRoot() {
		return false
	}
	if o.isSame(o.first, other, other.second) && o.isSame(o.second, other, other.first) {
		return a.isFixed(o.first) && a.isFixed(o.second)
	}
	return a.isOfFamily(o, other) || a.isOfFamily(other, o) || a.isOfListener(o, other) || a.isOfListener(other, o)
}

// isOfListener reports whether an order is of the lock of a struct and that of what is in a field of it, and the other one of that
// and of the struct, which a function knows that this calls.
func (a *Analysis) isOfListener(parents, childs *Order) bool {
	p, c := parents.second, childs.second
	if !p.isFound() || !c.isKnown() || parents.first.field != 0 || childs.first.field != 0 || parents.first.isGlobal() || childs.first.isGlobal() {
		return false
	}
	return parents.first.steps == c.steps && p.steps == childs.first.steps &&
		a.typeOfOwner(p.field) == parents.Parent.ParamType(p.root.Reg) && a.typeOfOwner(c.field) == childs.Parent.ParamType(c.root.Reg) &&
		a.isIn(c.known, p.field)
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

// rootOperand is what the function is given in which the locks are, or that has one of them; none if both are variables.
func (o *Order) rootOperand() ir.Operand {
	if !o.first.isGlobal() {
		return o.first.root
	}
	if !o.second.isGlobal() {
		return o.second.root
	}
	return ir.Operand{}
}

// isFixed reports whether a lock is always in the same struct: in the one that is given, or in what was put
// there when that was made.
func (a *Analysis) isFixed(p place) bool {
	return p.field == 0 || p.isFound() && !p.isOneOfMany && a.isSetOnce(p.field)
}

// isCircle reports whether each order waits for what the other one has. Two readers don't wait for each other.
func isCircle(o, other *Order) bool {
	excludes := func(t, next Taking) bool { return t.How == model.Lock || next.How == model.Lock }
	return excludes(o.Taking, other.Next.Taking) && excludes(other.Taking, o.Next.Taking)
}

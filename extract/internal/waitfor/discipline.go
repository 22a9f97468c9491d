package waitfor

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Whoever takes a lock, and always gives it back, makes others wait only as long as he waits himself meanwhile. If
// nobody for whom he may wait then waits for the lock in turn, be it by way of others, nobody is stuck because
// of the lock: locks taken in an order (Havender 1968), and all else that is waited for with them. That is so of
// each lock of its place, however many there are and whoever has them, as two of them are never held at once.

// Disciplined lists the operations on those of some objects that are locks because of which alone nobody is stuck.
func (x *Analysis) Disciplined(objects []pointsto.Location) (sites []model.Site) {
	known := map[pointsto.Location]supergraph.Discipline{}
	for _, lock := range x.locksAmong(objects) {
		if d, ok := x.DisciplineOf(lock); ok {
			known[lock] = d
		}
	}
	if len(known) == 0 {
		return nil
	}
	r := x.relation(x.Order)
	for lock, d := range known {
		passed := x.passedInside(lock, d)
		r.hangs[2*x.numbers[lock]] = &passed
	}
	for lock := range known {
		if r.hangsOnItself(2 * x.numbers[lock]) {
			delete(known, lock)
		}
	}
	return x.operationsOnly(known)
}

// operationsOnly lists the operations on some locks, and on no others.
func (x *Analysis) operationsOnly(locks map[pointsto.Location]supergraph.Discipline) (sites []model.Site) {
	for _, d := range locks {
		for _, i := range d.Operations {
			isOther := func(l pointsto.Location) bool { _, ok := locks[l]; return !ok }
			if !slices.ContainsFunc(x.OperationsOf(i), func(o supergraph.Operation) bool { return slices.ContainsFunc(o.Objects, isOther) }) {
				sites = append(sites, i.Instr().Site)
			}
		}
	}
	slices.SortFunc(sites, model.Site.Compare)
	return slices.Compact(sites)
}

// passedInside are the kinds that are passed while a lock is held.
func (x *Analysis) passedInside(lock pointsto.Location, d supergraph.Discipline) (set kindSet) {
	for _, i := range d.Inside {
		for _, o := range x.OperationsOf(i) {
			if o.Waits {
				x.passes(&o, &set)
			}
		}
		if i.Instr().Op == ir.OpGo {
			continue
		}
		callees := slices.Clone(x.CalleesAt(i))
		if i.Calls() && len(callees) == 0 {
			callees = x.GivenTo(i)
		}
		x.addCalled(&set, i, slices.DeleteFunc(callees, func(callee *supergraph.Function) bool { return !takesLock(callee) && x.Touches(callee, lock) }))
	}
	return set
}

// hangsOnItself reports whether a kind hangs on itself, be it by way of others.
func (r *relation) hangsOnItself(k kind) bool {
	on := func(k kind) (list []kind) {
		if r.hangs[k] != nil {
			r.hangs[k].each(func(k kind) { list = append(list, k) })
		}
		return list
	}
	return dataflow.Reachable(on(k), on)[k]
}

// locksAmong are those of some objects that are mutexes.
func (x *Analysis) locksAmong(objects []pointsto.Location) []pointsto.Location {
	isLock := map[pointsto.Location]bool{}
	for _, f := range x.Order {
		for _, o := range x.Operations(f) {
			for _, l := range o.Objects {
				isLock[l] = isLock[l] || o.IsLock()
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(objects), func(l pointsto.Location) bool { return !isLock[l] })
}

package waitfor

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Whoever takes a lock, and always gives it back, makes others wait only as long as he waits himself meanwhile. If
// nobody for whom he may wait then waits for the lock in turn, be it by way of others, nobody is stuck because
// of the lock: locks taken in an order (Havender 1968), and all else that is waited for with them. That is so of
// each lock of its place, however many there are and whoever has them, as two of them are never held at once.

// disciplined finds those of some objects that are locks which all give back, and what is passed while they are held.
func (x *Analysis) disciplined(objects []pointsto.Location, into *Served) {
	for _, lock := range x.locksAmong(objects) {
		if d, ok := x.DisciplineOf(lock); ok && !x.mayStayInside(lock, d) {
			into.enter(lock, x.passedInside(lock, d), d.Operations)
		}
	}
}

// mayStayInside reports whether somebody may wait for ever on what is nil while a lock is held.
func (x *Analysis) mayStayInside(lock pointsto.Location, d supergraph.Discipline) bool {
	return slices.ContainsFunc(d.Inside, func(i supergraph.Instruction) bool {
		if i.Instr().Op == ir.OpGo {
			return false
		}
		return x.mayWaitOnNil(i) || slices.ContainsFunc(x.runInside(lock, i), func(f *supergraph.Function) bool { return x.staying()[f] })
	})
}

// runInside are the functions that an instruction runs while a lock is held, as far as they aren't followed there.
func (x *Analysis) runInside(lock pointsto.Location, i supergraph.Instruction) []*supergraph.Function {
	return slices.DeleteFunc(slices.Clone(x.runBy(i)), func(f *supergraph.Function) bool { return !takesLock(f) && x.Touches(f, lock) })
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
		x.addCalled(&set, i, x.runInside(lock, i))
	}
	return set
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

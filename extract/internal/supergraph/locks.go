package supergraph

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/model"
)

// Locks lists the locks on which functions operate, increasing. It is not ok if there
// are others, of which nothing is known.
func (x *Graph) Locks(names []string) (list []pointsto.Location, ok bool) {
	ok = true
	for _, name := range names {
		f := x.ByName[name]
		if f == nil {
			continue
		}
		found, known := x.locksOf(f)
		list, ok = append(list, found...), ok && known
	}
	slices.Sort(list)
	return slices.Compact(list), ok
}

// AllLocks lists the locks on which any function operates, increasing. They are not to be changed.
func (x *Graph) AllLocks() []pointsto.Location {
	if !x.knowsLocks {
		x.allLocks, _ = x.Locks(x.Names())
		x.knowsLocks = true
	}
	return x.allLocks
}

// locksOf is Locks of one function, without what it calls.
func (x *Graph) locksOf(f *Function) (list []pointsto.Location, ok bool) {
	ok = true
	for i := range f.Instructions() {
		if x.locks(f, i.At) {
			found := x.Points.Receivers(f.Function, i.Instr())
			list, ok = append(list, found...), ok && len(found) > 0
		}
	}
	return list, ok
}

// LocksFrom lists those of some locks that are taken by a function, or by what it may call,
// start or make a value of. A Once is a lock, too, as long as its first call runs.
func (x *Graph) LocksFrom(name string, locks []pointsto.Location) []pointsto.Location {
	f := x.ByName[name]
	return slices.DeleteFunc(slices.Clone(locks), func(l pointsto.Location) bool { return !x.takers(l)[f] })
}

// takers are the functions from which one comes to where a lock is taken.
func (x *Graph) takers(lock pointsto.Location) map[*Function]bool {
	if x.lockers == nil {
		x.lockers, x.taken = map[pointsto.Location][]*Function{}, map[pointsto.Location]map[*Function]bool{}
		for _, f := range x.Order {
			for i := range f.Instructions() {
				if x.locks(f, i.At) || x.waitsForOnce(f, i.At) {
					for _, l := range x.Points.Receivers(f.Function, i.Instr()) {
						x.lockers[l] = append(x.lockers[l], f)
					}
				}
			}
		}
	}
	set, known := x.taken[lock]
	if !known {
		set = x.LeadingTo(x.lockers[lock])
		x.taken[lock] = set
	}
	return set
}

// locks reports whether an instruction waits for a lock.
func (x *Graph) locks(f *Function, at pointsto.At) bool {
	return x.waitsFor(f, at, model.Mutex, model.RWMutex)
}

// waitsForOnce reports whether an instruction waits for the first call of a Once.
func (x *Graph) waitsForOnce(f *Function, at pointsto.At) bool { return x.waitsFor(f, at, model.Once) }

// waitsFor reports whether an instruction waits for an object of some kinds.
func (x *Graph) waitsFor(f *Function, at pointsto.At, kinds ...model.ObjectKind) bool {
	return slices.ContainsFunc(x.Points.Callees(f.Function, at), func(name string) bool {
		o, ok := KnownOperation(name)
		return ok && o.Waits && slices.Contains(kinds, o.Kind)
	})
}

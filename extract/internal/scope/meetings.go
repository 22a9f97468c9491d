package scope

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
)

// What functions make for one call, or when something is started, and leave in fields and maps, is
// too much for clients who call what they like: there is no end to it. But two or three calls with
// a new object are a program that there can be, which is small, and followed with all its data. Who
// is stuck there, with a lock, is stuck for good if nobody else ever comes to what he waits for (see
// StaysWaiting).

// Meetings lists the questions about calls that may be stuck in that way, see waitWithLock and
// lockSeveral, by what others can call.
func (c Clients) Meetings() (list []Clients) {
	if c.query.Program || c.pkg.main || !c.mayWaitWithLock() {
		return nil
	}
	if c.query.Entries == nil {
		c.At(Coarse)
	}
	objects, confined := c.around()
	if !confined {
		return nil
	}
	about := c.pkg.query(objects) // there may be very many pairs of functions
	for _, names := range slices.Concat(c.waitWithLock(), c.lockSeveral()) {
		q := *about
		q.Calls, q.Goroutines, q.Program = names, 0, false
		list = append(list, Clients{c.pkg, &q})
	}
	return list
}

// mayWaitWithLock reports whether there is a lock among the objects of the question, and something else for which one may wait with
// it. Of most questions that is known before anything is sliced.
func (c Clients) mayWaitWithLock() bool {
	locks := c.pkg.graph.AllLocks()
	isLock := func(l pointsto.Location) bool { return slices.Contains(locks, l) }
	return len(c.query.Objects) > 1 && slices.ContainsFunc(c.query.Objects, isLock)
}

// open lists the entries that others can call, and instead of one that they can't the functions by which they do.
func (c Clients) open() (list []string) {
	for i, name := range c.query.Entries {
		if c.query.Open[i] {
			list = append(list, name)
			continue
		}
		for f := range c.pkg.graph.LeadingTo([]*supergraph.Function{c.pkg.graph.ByName[name]}) {
			if c.pkg.isEntry(f.Function) && c.query.InScope(f.Function) {
				list = append(list, f.Name)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// waitWithLock lists pairs of entries of which one makes or serves what the other one waits for with
// a lock of the question, and the same with that one called twice, as it may be served the first time.
func (c Clients) waitWithLock() (list [][]string) {
	locks := c.pkg.graph.AllLocks()
	open := c.open()
	asked := map[[2]string]bool{}
	for _, l := range c.query.Objects {
		if slices.Contains(locks, l) {
			continue
		}
		waiters := slices.DeleteFunc(c.leadingTo(open, c.waitFor(l)), func(name string) bool {
			return len(c.pkg.graph.LocksFrom(name, c.query.Objects)) == 0
		})
		if len(waiters) == 0 {
			continue
		}
		bringers := c.leadingTo(open, c.bring(l))
		for _, waits := range waiters {
			for _, brings := range bringers {
				if pair := [2]string{brings, waits}; !asked[pair] && brings != waits {
					asked[pair] = true
					list = append(list, []string{brings, waits}, []string{brings, waits, waits})
				}
			}
		}
	}
	return list
}

// lockSeveral lists pairs of entries that take several locks of the question each. Who is given two
// objects may be given such as have nothing to do with those of others.
func (c Clients) lockSeveral() (list [][]string) {
	types := c.pkg.graph.TypesLeadingTo(c.query.Objects)
	takers := slices.DeleteFunc(c.open(), func(entry string) bool {
		given := 0
		for _, t := range c.pkg.graph.ByName[entry].ParamTypes {
			if slices.Contains(types, t) {
				given++
			}
		}
		return given > 1 || len(c.pkg.graph.LocksFrom(entry, c.query.Objects)) < 2
	})
	for i, one := range takers {
		for _, other := range takers[i+1:] {
			list = append(list, []string{one, other})
		}
	}
	return list
}

// OwnLocks reports whether nobody may release a lock of the question that he hasn't taken.
func (c Clients) OwnLocks() bool {
	return !slices.ContainsFunc(c.query.Objects, c.pkg.graph.ReleasesOthers)
}

// leadingTo lists those of some entries from which one comes to some functions.
func (c Clients) leadingTo(entries []string, is func(*supergraph.Function) bool) []string {
	graph := c.pkg.graph
	leading := graph.LeadingTo(slices.DeleteFunc(slices.Clone(graph.Order), func(f *supergraph.Function) bool { return !is(f) }))
	return slices.DeleteFunc(slices.Clone(entries), func(name string) bool { return !leading[graph.ByName[name]] })
}

// waitFor says of functions whether they wait for an object.
func (c Clients) waitFor(l pointsto.Location) func(*supergraph.Function) bool {
	return func(f *supergraph.Function) bool {
		return slices.ContainsFunc(c.pkg.graph.Operations(f), func(o supergraph.Operation) bool {
			return o.Waits && o.IsOn([]pointsto.Location{l})
		})
	}
}

// bring says of functions whether they make an object, or may serve those who wait for it.
func (c Clients) bring(l pointsto.Location) func(*supergraph.Function) bool {
	return func(f *supergraph.Function) bool {
		return c.pkg.points.Objects[l].Function == f.Function || slices.ContainsFunc(c.pkg.graph.Operations(f), func(o supergraph.Operation) bool {
			return o.Serves && o.IsOn([]pointsto.Location{l})
		})
	}
}

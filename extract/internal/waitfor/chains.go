package waitfor

import (
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Objects whose outlines are looked at apart must not hang on each other in a circle.
// In an outline, operations on other objects pass: whoever waits there goes on sooner or
// later. If that is wrong, somebody is stuck at one of those, who would have served one
// of the outline's objects afterwards, and the reason is found in the outline of what he
// is stuck at; or in the next one, and so on. That chain ends if there is no circle.
//
// So an object hangs on another one if a goroutine may have to wait for that one before
// it serves the first. As all else in an outline may go either way, this is less than the
// relation between kinds of waiters in clusters.go:
//
//   - Who asks for the state of an object without blocking goes on in both cases, unless
//     he asks again and again.
//   - Who waits in a select is stuck only if nobody serves any of its cases. Each of
//     them has a reason, one of which is enough; if one is on the object itself, those
//     who wait for that don't wait for him.
//   - Who wants a lock waits for what its holder does: see sectioner.
//   - Nobody waits for an object that isn't made yet: see sinceMade.
//
// Which case of a select counts makes no difference for who finds the reason, but must be
// the same each time. The best ones are on objects that are known to be served.

// Chains tell who may be stuck because of whom.
type Chains struct {
	*routes
	analysis *Analysis
	// confined says of each object whether nobody outside can get at it, not even by calling
	// functions that have captured it.
	confined map[pointsto.Location]bool
	isShared func(pointsto.Location) bool
	// after are the waits that may be passed before an object is served.
	after map[pointsto.Location]*dataflow.Set
	// mayHang is what mayHangOn has found.
	mayHang map[pointsto.Location][]pointsto.Location
	// rank is in which round an object was found to hang on none that hangs on it.
	rank  map[pointsto.Location]int
	locks map[pointsto.Location]*sectioner
	// made is what is passed since objects were made that only one activation has.
	made map[pointsto.Location]map[*activation]*dataflow.Set
	// component numbers the objects, those with the same number hang on each other; members
	// are these, increasing.
	component map[pointsto.Location]int
	members   map[int][]pointsto.Location
	// tooLarge says that it took too long to find them.
	tooLarge bool
}

// ChainsOfPackage are those of clients, who call functions in any order. What tests do
// before they call something is no part of it. Objects are those that nobody outside of
// the package operates on itself; what is not shared, functions have for themselves.
func (x *Analysis) ChainsOfPackage(isTest func(*ir.Function) bool, objects []pointsto.Location, isShared func(pointsto.Location) bool) *Chains {
	var functions []*supergraph.Function
	for _, f := range x.Order {
		if !isTest(f.Function) {
			functions = append(functions, f)
		}
	}
	return x.chains(functions, objects, isShared, &x.work.Clients)
}

// ChainsOfRoot are those of a function that is the whole program.
func (x *Analysis) ChainsOfRoot(root string, objects []pointsto.Location, isShared func(pointsto.Location) bool) *Chains {
	var functions []*supergraph.Function
	if f := x.ByName[root]; f != nil {
		x.VisitReached(f, func(g *supergraph.Function) { functions = append(functions, g) })
	}
	return x.chains(functions, objects, isShared, &x.work.Regions)
}

func (x *Analysis) chains(functions []*supergraph.Function, objects []pointsto.Location, isShared func(pointsto.Location) bool, spent *Spent) *Chains {
	c := &Chains{
		routes: x.routes(functions, spent), analysis: x, confined: map[pointsto.Location]bool{}, isShared: isShared,
		after: map[pointsto.Location]*dataflow.Set{}, mayHang: map[pointsto.Location][]pointsto.Location{}, rank: map[pointsto.Location]int{}, locks: map[pointsto.Location]*sectioner{},
		made: map[pointsto.Location]map[*activation]*dataflow.Set{},
	}
	for _, l := range objects {
		c.confined[l] = !x.Points.Escapes(l)
		c.after[l] = &dataflow.Set{}
	}
	for _, l := range objects {
		if !isShared(l) {
			c.made[l] = c.sinceMade(l)
		}
	}
	for _, a := range c.all {
		for i := range a.operations {
			c.serve(a, &a.operations[i])
		}
	}
	if c.tooLarge = c.isSpent(); c.tooLarge {
		return c
	}
	c.settle()
	c.connect(slices.DeleteFunc(slices.Clone(objects), x.Points.Escapes))
	return c
}

// serve notes what may be passed before an operation that serves objects.
func (c *Chains) serve(a *activation, o *supergraph.Operation) {
	if !o.Serves {
		return
	}
	for _, l := range o.Objects {
		if c.after[l] != nil {
			c.after[l].AddAll(c.passedFor(a, o, l))
		}
	}
}

// passedFor are the waits that may be passed before an operation serves an object, while
// somebody waits for that.
func (c *Chains) passedFor(a *activation, o *supergraph.Operation, l pointsto.Location) dataflow.Set {
	if o.IsLock() {
		if c.locks[l] == nil {
			c.locks[l] = c.sections(l)
		}
		passed, ok := c.locks[l].passed(a, o.At)
		if !ok {
			passed.AddAll(c.passedBefore(a, o.At, a.before))
		}
		return passed
	}
	if passed, ok := c.passedOnce(a, o); ok {
		return passed
	}
	since := c.made[l]
	if since == nil {
		return c.passedBefore(a, o.At, a.before)
	}
	if since[a] == nil {
		return nil // never comes
	}
	if made := &c.Points.Objects[l]; a.Function.Function == made.Function {
		passed := c.passedBetween(a, made.At, o.At)
		passed.AddAll(*since[a])
		return passed
	}
	return c.passedBefore(a, o.At, *since[a])
}

// sinceMade are the waits that may be passed since an object was made, before activations
// that serve it are called or started. It is nil if others than the one activation that
// made it, and what that calls and starts, can get at it.
func (c *Chains) sinceMade(l pointsto.Location) map[*activation]*dataflow.Set {
	made := &c.Points.Objects[l]
	f := c.Functions[made.Function]
	if f == nil || !c.in[f] || f.Loops[made.At.Block] >= 0 {
		return nil
	}
	keepers := c.keepers(f, l)
	if keepers == nil {
		return nil
	}
	leads := c.leadTo(l)
	before := map[*activation]*dataflow.Set{}
	since := func(a *activation) *dataflow.Set {
		if before[a] == nil {
			before[a] = &dataflow.Set{}
		}
		return before[a]
	}
	for _, a := range c.all {
		switch {
		case !leads[a]:
		case a.Function == f:
			since(a)
			c.spreadFrom(a, made.At, since, leads)
		case a.isRoot && keepers[a.Function]:
			since(a)
			c.spread([]*activation{a}, since, leads)
		}
	}
	return before
}

// spreadFrom is spread for what is passed in an activation after an instruction.
func (c *Chains) spreadFrom(a *activation, at pointsto.At, since func(*activation) *dataflow.Set, leads map[*activation]bool) {
	var from []*activation
	for _, call := range a.calls {
		passed := c.passedBetween(a, at, call.at)
		for _, callee := range call.callees {
			if leads[callee] {
				since(callee).AddAll(passed)
				from = append(from, callee)
			}
		}
	}
	c.spread(from, since, leads)
}

// keepers are a function that makes an object, and those that it calls and starts, if
// only they can get at it: and no other activation of the same function.
func (c *Chains) keepers(f *supergraph.Function, l pointsto.Location) map[*supergraph.Function]bool {
	reached := map[*supergraph.Function]bool{}
	c.Graph.VisitReached(f, func(g *supergraph.Function) { reached[g] = true })
	for g := range reached {
		if slices.Contains(c.RefersTo(g), f) {
			return nil
		}
	}
	for holder := range c.Leads(map[pointsto.Location]bool{l: true}) {
		if slices.ContainsFunc(c.Users[holder], func(g *supergraph.Function) bool { return !reached[g] }) {
			return nil
		}
	}
	return reached
}

// leadTo is the set of activations that serve an object, or call or start one that does.
func (c *Chains) leadTo(l pointsto.Location) map[*activation]bool {
	serving := slices.DeleteFunc(slices.Clone(c.operating[l]), func(a *activation) bool {
		return !slices.ContainsFunc(a.operations, func(o supergraph.Operation) bool { return o.Serves && slices.Contains(o.Objects, l) })
	})
	return dataflow.Reachable(serving, func(a *activation) []*activation { return a.callers })
}

// settle ranks the objects that hang only on such as were ranked in earlier rounds, for
// some choice of the cases of selects.
func (c *Chains) settle() {
	for round := 1; ; round++ {
		var list []pointsto.Location
		for l, confined := range c.confined {
			if confined && c.rank[l] == 0 && c.areSettled(c.hangsOn(l), l) {
				list = append(list, l)
			}
		}
		if len(list) == 0 {
			return
		}
		for _, l := range list {
			c.rank[l] = round
		}
	}
}

// areSettled reports whether objects on which another one hangs were ranked before it.
func (c *Chains) areSettled(objects map[pointsto.Location]bool, of pointsto.Location) bool {
	for l := range objects {
		if l != of && (c.rank[l] == 0 || c.rank[of] > 0 && c.rank[l] >= c.rank[of]) {
			return false
		}
	}
	return true
}

// pollsBefore are the objects for which somebody may ask again and again before one is served.
func (c *Chains) pollsBefore(l pointsto.Location) map[pointsto.Location]bool {
	set := map[pointsto.Location]bool{}
	c.after[l].Each(func(n int) {
		if !c.waits[n].polls {
			return
		}
		for _, polled := range slices.Concat(c.waits[n].cases...) {
			set[polled] = true
		}
	})
	return set
}

// hangsOn are the objects on which one hangs.
func (c *Chains) hangsOn(l pointsto.Location) map[pointsto.Location]bool {
	set := map[pointsto.Location]bool{}
	c.after[l].Each(func(n int) { maps.Copy(set, c.choose(&c.waits[n], l)) })
	return set
}

// circle lists an object with those that hang on it and on which it hangs, increasing,
// whichever cases of selects count: by way of such as are near one of them.
func (c *Chains) circle(l pointsto.Location) []pointsto.Location {
	for list := []pointsto.Location{l}; ; {
		members := list
		isFar := func(on pointsto.Location) bool {
			return !slices.ContainsFunc(members, func(m pointsto.Location) bool { return c.areNear(m, on) })
		}
		next := func(l pointsto.Location) []pointsto.Location {
			return slices.DeleteFunc(slices.Clone(c.mayHangOn(l)), isFar)
		}
		reached := slices.Sorted(maps.Keys(dataflow.Reachable(list, next)))
		component := components(reached, next)
		list = slices.DeleteFunc(reached, func(on pointsto.Location) bool { return component[on] != component[l] })
		if len(list) == len(members) {
			return list
		}
	}
}

// Mutual lists the objects on which one hangs that hang on it, without others between: two of
// them can be a circle of their own. There are none if it took too long to find them.
func (c *Chains) Mutual(l pointsto.Location) []pointsto.Location {
	if c.tooLarge {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(c.mayHangOn(l)), func(on pointsto.Location) bool {
		_, isMutual := slices.BinarySearch(c.mayHangOn(on), l)
		return on == l || !isMutual
	})
}

// areNear reports whether a function operates on one of two objects that uses the other
// one, that calls a function which uses it, or that such a function calls.
func (c *Chains) areNear(a, b pointsto.Location) bool {
	return a == b || c.analysis.isNear(a, b) || c.analysis.isNear(b, a)
}

// mayHangOn are the objects on which one hangs for some choice of the cases of selects, increasing. What may be passed before something is
// served is known by then.
func (c *Chains) mayHangOn(l pointsto.Location) []pointsto.Location {
	list, isKnown := c.mayHang[l]
	if !isKnown && c.after[l] != nil {
		list = c.findMayHangOn(l)
		c.mayHang[l] = list
	}
	return list
}

func (c *Chains) findMayHangOn(l pointsto.Location) []pointsto.Location {
	var found dataflow.Set
	c.after[l].Each(func(n int) {
		w := &c.waits[n]
		if w.hasCaseOn(l) {
			return
		}
		for _, objects := range w.cases {
			for _, on := range objects {
				found.Add(int(on))
			}
		}
	})
	var list []pointsto.Location
	found.Each(func(on int) { list = append(list, pointsto.Location(on)) })
	return list
}

// choose finds the objects of the case of a wait that counts for another object.
func (c *Chains) choose(w *wait, of pointsto.Location) (best map[pointsto.Location]bool) {
	if len(w.end) > 0 {
		if len(w.end) == 1 && w.end[0] == of {
			return nil
		}
		option, _ := c.option(w.end, of)
		return option
	}
	if w.hasCaseOn(of) {
		return nil
	}
	cost := 0
	for _, objects := range w.cases {
		option, n := c.option(objects, of)
		if best == nil || n < cost {
			best, cost = option, n
		}
	}
	return best
}

// hasCaseOn reports whether a wait is a select with a case on an object and on no other:
// those who wait for the object don't wait for who waits there.
func (w *wait) hasCaseOn(l pointsto.Location) bool {
	return w.isSelect && slices.ContainsFunc(w.cases, func(objects []pointsto.Location) bool { return len(objects) == 1 && objects[0] == l })
}

// option are the objects of a case, and how bad it is for another one to hang on them.
func (c *Chains) option(objects []pointsto.Location, of pointsto.Location) (option map[pointsto.Location]bool, cost int) {
	option = map[pointsto.Location]bool{}
	for _, l := range objects {
		switch {
		case !c.confined[l]:
			cost += 10000
			continue
		case c.isShared(l) == c.isShared(of):
			cost++
		default:
			cost += 10
		}
		option[l] = true
	}
	if !c.areSettled(option, of) {
		cost += 1000
	}
	return option, cost
}

// connect finds the strongly connected components. Who asks for an object again and again isn't
// stuck there, so that whoever waits for what he would do then must be looked at with that.
func (c *Chains) connect(objects []pointsto.Location) {
	next := map[pointsto.Location]map[pointsto.Location]bool{}
	for _, l := range objects {
		next[l] = c.hangsOn(l)
	}
	for _, l := range objects {
		for polled := range c.pollsBefore(l) {
			if next[polled] != nil {
				next[polled][l] = true
			}
		}
	}
	c.component = components(objects, func(l pointsto.Location) []pointsto.Location {
		return slices.Sorted(maps.Keys(next[l]))
	})
	c.members = map[int][]pointsto.Location{}
	for _, l := range objects {
		c.members[c.component[l]] = append(c.members[c.component[l]], l)
	}
}

// components numbers objects by strongly connected components: all on which one hangs must
// be among them.
func components(objects []pointsto.Location, hangsOn func(pointsto.Location) []pointsto.Location) map[pointsto.Location]int {
	number := map[pointsto.Location]int{}
	for i, l := range objects {
		number[l] = i
	}
	of := ir.Components(len(objects), func(i int) (list []int) {
		for _, l := range hangsOn(objects[i]) {
			list = append(list, number[l])
		}
		return list
	})
	component := map[pointsto.Location]int{}
	for i, l := range objects {
		component[l] = of[i]
	}
	return component
}

// Groups lists the objects of which some hang on each other, by groups: those in which some
// are that are given. Others that are in them hang on these, and these on them. Objects that
// functions have captured which code that isn't seen may call are with those in their circle
// only that are near: whatever else it waits for, that code is taken to call them sooner or
// later. If it took too long to find them, all may hang on each other.
func (c *Chains) Groups(objects []pointsto.Location) (groups [][]pointsto.Location) {
	if c.tooLarge {
		return [][]pointsto.Location{objects}
	}
	seen := map[int]bool{}
	inCircle := map[pointsto.Location]bool{}
	for _, l := range objects {
		n, known := c.component[l]
		switch {
		case !known && !inCircle[l]:
			circle := c.circle(l)
			for _, on := range circle {
				inCircle[on] = true
			}
			groups = append(groups, circle)
		case known && !seen[n]:
			seen[n] = true
			groups = append(groups, c.members[n])
		}
	}
	return groups
}

package waitfor

import (
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Objects that have nothing to do with each other are judged apart. What has to do
// with what is a relation between kinds of waiters, not objects: those who receive
// from a channel, those who send on it, those who lock a mutex, and so on. Kind X
// hangs on kind Y if, on some path to an operation that serves X, a goroutine
// passes one that can block as Y, or that asks for the state of Y without blocking;
// the path goes through calls and go statements. Somebody who is stuck is stuck
// because all who could serve him are, or loop for ever, in operations on which he
// hangs; along that chain there is a cycle, or somebody whom nobody could ever
// serve. So it is enough to look at strongly connected components: whoever is the
// cause is found in his own (GCatch, Liu et al., ASPLOS 2021, disentangles
// programs in a like way).

// A kind is a kind of waiters: 2·n for those who receive, lock or wait, 2·n+1 for those
// who send, where n is the number of the object among those on which functions operate. They
// are few of all locations, so that sets of kinds are small.
type kind int

// findOperated numbers the objects on which functions operate, in increasing order.
func (x *Analysis) findOperated() {
	x.numbered = slices.Sorted(maps.Keys(x.Operated()))
	x.numbers = map[pointsto.Location]kind{}
	for n, l := range x.numbered {
		x.numbers[l] = kind(n)
	}
}

// object is the one for which a kind waits.
func (x *Analysis) object(k kind) pointsto.Location { return x.numbered[k/2] }

// A kindSet is a set of kinds.
type kindSet struct{ dataflow.Set }

func (s *kindSet) add(k kind)                { s.Set.Add(int(k)) }
func (s *kindSet) addAll(other kindSet) bool { return s.Set.AddAll(other.Set) }
func (s kindSet) each(visit func(kind))      { s.Set.Each(func(n int) { visit(kind(n)) }) }

// passes are the kinds as which an operation may block, or of which it asks.
func (x *Analysis) passes(o *supergraph.Operation, set *kindSet) {
	if !o.Waits && !o.Tests || x.blames && !x.isBlamed(o) {
		return
	}
	for _, l := range o.Objects {
		n := x.numbers[l]
		if x.decides(o) || !o.Sends {
			set.add(2 * n)
		}
		if x.decides(o) || o.Sends {
			set.add(2*n + 1)
		}
	}
}

// decides reports whether somebody may decide about the order of others by what an operation says of their objects. Who is
// to blame for what it waits for alone isn't asked that.
func (x *Analysis) decides(o *supergraph.Operation) bool {
	return o.Tests && !(x.blames && (o.Sends || o.Receives))
}

// serves lists the kinds that an operation may free.
func (x *Analysis) serves(o *supergraph.Operation) []kind {
	var list []kind
	if !o.Serves {
		return nil
	}
	for _, l := range o.Objects {
		n := x.numbers[l]
		if o.Sends || !o.Receives {
			list = append(list, 2*n)
		}
		if o.Receives || !o.Sends {
			list = append(list, 2*n+1)
		}
	}
	return list
}

// A relation is the one between kinds, in some functions; objects are those that are to
// be grouped by it, on which functions operate.
type relation struct {
	*Analysis
	functions []*supergraph.Function
	in        map[*supergraph.Function]bool
	objects   map[pointsto.Location]bool
	// before are the kinds that may be passed before a function is called.
	before map[*supergraph.Function]*kindSet
	hangs  map[kind]*kindSet
	// last is the prefix of a block that was asked for last: see prefix.
	last prefix
}

// A prefix has the kinds that are passed in the first instructions of a block, as many as there are in count.
type prefix struct {
	f            *supergraph.Function
	block, count int
	passed       kindSet
}

// RootClusters groups objects for a root: by what it reaches.
func (x *Analysis) RootClusters(root string, objects []pointsto.Location) [][]pointsto.Location {
	var functions []*supergraph.Function
	if f := x.ByName[root]; f != nil {
		x.VisitReached(f, func(g *supergraph.Function) {
			functions = append(functions, g)
			x.work.Regions += Spent(g.Size)
		})
	}
	return slices.DeleteFunc(x.clusters(functions, objects), func(group []pointsto.Location) bool {
		return len(group) > 0 && !slices.ContainsFunc(group, func(l pointsto.Location) bool { return !x.IsEndless(l) }) && !x.isAwaited(functions, group)
	})
}

// isAwaited reports whether somebody waits for one of some contexts that nobody ends, and
// for nothing else.
func (x *Analysis) isAwaited(functions []*supergraph.Function, contexts []pointsto.Location) bool {
	for _, f := range functions {
		for _, o := range x.Operations(f) {
			rest := slices.DeleteFunc(slices.Clone(o.Objects), x.IsEndless)
			if len(rest) == 0 && o.IsOn(contexts) {
				return true
			}
		}
	}
	return false
}

// SharedClusters groups objects for clients, who call the functions of the package
// in any order: each of several sets by itself. What tests do before they call
// something is no part of it.
func (x *Analysis) SharedClusters(isTest func(*ir.Function) bool, sets ...[]pointsto.Location) (groups [][][]pointsto.Location) {
	var functions []*supergraph.Function
	for _, f := range x.Order {
		if !isTest(f.Function) {
			functions = append(functions, f)
		}
	}
	var r *relation
	for _, objects := range sets {
		if len(objects) > 1 && r == nil {
			r = x.relation(functions)
		}
		groups = append(groups, r.clusters(objects))
	}
	return groups
}

// clusters groups objects for some functions.
func (x *Analysis) clusters(functions []*supergraph.Function, objects []pointsto.Location) [][]pointsto.Location {
	if len(objects) <= 1 {
		return [][]pointsto.Location{objects}
	}
	return x.relation(functions).clusters(objects)
}

// relation works out the relation between all kinds in some functions.
func (x *Analysis) relation(functions []*supergraph.Function) *relation {
	r := &relation{
		Analysis: x, functions: functions, in: map[*supergraph.Function]bool{},
		before: map[*supergraph.Function]*kindSet{}, hangs: map[kind]*kindSet{},
	}
	for _, f := range functions {
		r.in[f] = true
		r.before[f] = &kindSet{}
	}
	r.computeBefore()
	for _, f := range functions {
		r.relate(f)
	}
	return r
}

// clusters groups objects. One can be in several groups.
func (r *relation) clusters(objects []pointsto.Location) [][]pointsto.Location {
	if len(objects) <= 1 {
		return [][]pointsto.Location{objects}
	}
	r.objects = map[pointsto.Location]bool{}
	for _, l := range objects {
		r.objects[l] = true
	}
	return r.groups()
}

// computeInside finds the kinds that are passed in each function and what it calls:
// a fixpoint over the call graph.
func (x *Analysis) computeInside() {
	for _, f := range x.Order {
		for _, o := range x.Operations(f) {
			x.passes(&o, &x.inside[f.Number])
		}
		for _, call := range x.CallsIn(f) {
			if call.Instr().Op != ir.OpGo && slices.ContainsFunc(call.Callees, takesLock) {
				x.addTaken(&x.inside[f.Number], call.Instruction)
			}
		}
	}
	var work dataflow.Worklist
	for i := range x.InTurn {
		work.Add(i)
	}
	plan := func(f *supergraph.Function) { work.Add(f.Turn) }
	for more := true; more; {
		for n, ok := work.Next(); ok; n, ok = work.Next() {
			x.addToCallers(x.InTurn[n], plan)
		}
		more = false
		x.spreadGiven(func(f *supergraph.Function) {
			more = true
			plan(f)
		})
	}
}

// addToCallers adds what is passed in a function to what is in those that call it. Those of which that is more are
// planned.
func (x *Analysis) addToCallers(f *supergraph.Function, plan func(*supergraph.Function)) {
	if takesLock(f) || x.runsGiven(f) {
		return
	}
	for _, call := range f.Callers {
		if call.Instr().Op != ir.OpGo && x.inside[call.Parent.Number].addAll(x.inside[f.Number]) {
			plan(call.Parent)
		}
	}
}

// computeBefore adds to each function what is passed before it is called, or
// started: a fixpoint from callers to callees.
func (r *relation) computeBefore() {
	work := dataflow.Downwards(len(r.InTurn))
	for _, f := range r.functions {
		work.Add(f.Turn)
	}
	for n, ok := work.Next(); ok; n, ok = work.Next() {
		r.spread(r.InTurn[n], func(callee *supergraph.Function) { work.Add(callee.Turn) })
	}
}

// spread adds to what is passed before functions are called, what is passed before they are
// called by one. Those of which that is more are planned.
func (r *relation) spread(f *supergraph.Function, plan func(callee *supergraph.Function)) {
	if r.runsGiven(f) {
		return
	}
	for _, call := range r.CallsIn(f) {
		if slices.ContainsFunc(call.Callees, r.runsGiven) {
			call.Callees = r.GivenTo(call.Instruction)
		}
		callees := slices.DeleteFunc(slices.Clone(call.Callees), func(callee *supergraph.Function) bool { return !r.in[callee] })
		if len(callees) == 0 {
			continue
		}
		passed := r.passedBefore(f, call.At)
		for _, callee := range callees {
			if r.before[callee].addAll(passed) {
				plan(callee)
			}
		}
	}
}

// passedBefore are the kinds that may be passed before an instruction runs: in the
// blocks from which it is reached, and before the function is called. A deferred
// call comes after everything in the function, and what a test does at its end after
// everything.
func (r *relation) passedBefore(f *supergraph.Function, at pointsto.At) kindSet {
	set := kindSet{slices.Clone(r.before[f].Set)}
	switch {
	case r.ComesLast(f, at):
		return r.everything()
	case f.Blocks[at.Block].Instrs[at.Index].Op == ir.OpDefer:
		set.addAll(r.inside[f.Number])
		return set
	}
	set.addAll(r.prefix(f, at.Block, at.Index))
	f.BlocksBefore(at.Block).Each(func(b int) { set.addAll(r.passedInBlock(f, b)) })
	return set
}

// everything is what is passed in any function.
func (r *relation) everything() (set kindSet) {
	for _, f := range r.functions {
		set.addAll(r.inside[f.Number])
	}
	return set
}

// prefix is the set of kinds that are passed in the first instructions of a block. It is asked for the operations of a
// block in their order, and grows from one to the next: nobody keeps it, or changes it.
func (r *relation) prefix(f *supergraph.Function, b, count int) kindSet {
	last := &r.last
	if last.f != f || last.block != b || last.count > count {
		*last = prefix{f: f, block: b, passed: kindSet{dataflow.Set{}}}
	}
	r.addRange(&last.passed, f, b, last.count, count)
	last.count = count
	return last.passed
}

// passedInBlock is the set of kinds that are passed in a block.
func (r *relation) passedInBlock(f *supergraph.Function, b int) kindSet {
	if r.passed[f.Number] == nil {
		r.passed[f.Number] = make([]kindSet, len(f.Blocks))
	}
	passed := &r.passed[f.Number][b]
	if passed.Set == nil {
		passed.Set = dataflow.Set{}
		r.addRange(passed, f, b, 0, len(f.Blocks[b].Instrs))
	}
	return *passed
}

// relate adds what the kinds hang on that are served in a function.
func (r *relation) relate(f *supergraph.Function) {
	for _, o := range r.Operations(f) {
		served := r.serves(&o)
		if r.decides(&o) {
			for _, l := range o.Objects {
				n := r.numbers[l]
				r.hang(2*n, kindSetOf(2*n+1))
				r.hang(2*n+1, kindSetOf(2*n))
			}
		}
		if len(served) == 0 {
			continue
		}
		passed, isSection := r.passedInSection(f, &o)
		if !isSection {
			passed = r.passedBefore(f, o.At)
		}
		for _, k := range served {
			r.hang(k, passed)
		}
	}
}

// passedInSection are the kinds that are passed while a lock is held that an
// operation releases. Those who want a lock wait for its holder, who has come past
// everything before: what comes in between is all that matters. It is no section if
// the lock isn't taken in the same function.
func (r *relation) passedInSection(f *supergraph.Function, release *supergraph.Operation) (kindSet, bool) {
	if release.Kind != model.Mutex && release.Kind != model.RWMutex || !release.Serves {
		return kindSet{}, false
	}
	var set kindSet
	found := false
	for _, o := range r.Operations(f) {
		if o.Kind == release.Kind && o.Waits && o.IsOn(release.Objects) {
			found = true
			set.addAll(r.passedBetween(f, o.At, release.At))
		}
	}
	return set, found
}

// passedBetween are the kinds that are passed after one instruction and before
// another one, or before the function ends if that is a deferred call.
func (r *relation) passedBetween(f *supergraph.Function, from, to pointsto.At) kindSet {
	if r.ComesLast(f, to) {
		return r.everything()
	}
	deferred := f.Blocks[to.Block].Instrs[to.Index].Op == ir.OpDefer
	var set kindSet
	if !deferred && from.Block == to.Block && from.Index < to.Index && f.Loops[from.Block] < 0 {
		r.addRange(&set, f, from.Block, from.Index+1, to.Index)
		return set
	}
	r.addRange(&set, f, from.Block, from.Index+1, len(f.Blocks[from.Block].Instrs))
	if !deferred {
		r.addRange(&set, f, to.Block, 0, to.Index)
	}
	for b := range f.Blocks {
		if (deferred || f.Leads(b, to.Block)) && f.Leads(from.Block, b) {
			set.addAll(r.passedInBlock(f, b))
		}
	}
	return set
}

// addRange adds the kinds that are passed in some instructions of a block.
func (r *relation) addRange(set *kindSet, f *supergraph.Function, b, from, to int) {
	operations := r.Operations(f)
	first, _ := slices.BinarySearchFunc(operations, pointsto.At{Block: b, Index: from}, supergraph.Operation.CompareAt)
	for i := first; i < len(operations) && operations[i].At.Block == b && operations[i].At.Index < to; i++ {
		r.passes(&operations[i], set)
	}
	for i := from; i < to; i++ {
		if op := f.Blocks[b].Instrs[i].Op; op != ir.OpCall && op != ir.OpDefer {
			continue
		}
		call := f.At(pointsto.At{Block: b, Index: i})
		r.addCalled(set, call, r.CalleesAt(call))
	}
}

// addCalled adds the kinds that are passed in what a call runs.
func (x *Analysis) addCalled(set *kindSet, call supergraph.Instruction, callees []*supergraph.Function) {
	for _, callee := range callees {
		if takesLock(callee) {
			x.addTaken(set, call)
			continue
		}
		if x.runsGiven(callee) {
			x.addGiven(set, call)
			continue
		}
		set.addAll(x.inside[callee.Number])
	}
}

// takesLock reports whether a function does nothing but take a lock that it is given: what it waits for is a matter
// of who calls it.
func takesLock(f *supergraph.Function) bool { return supergraph.LockingBy(f.Name) != model.Tau }

// addTaken adds the kinds of the locks that an instruction takes by a call of such a function.
func (x *Analysis) addTaken(set *kindSet, call supergraph.Instruction) {
	for _, l := range x.Points.Receivers(call.Parent.Function, call.Instr()) {
		if n, ok := x.numbers[l]; ok {
			set.add(2 * n)
		}
	}
}

func kindSetOf(k kind) kindSet {
	var s kindSet
	s.add(k)
	return s
}

func (r *relation) hang(k kind, on kindSet) {
	if r.hangs[k] == nil {
		r.hangs[k] = &kindSet{}
	}
	r.hangs[k].addAll(on)
}

// groups are the strongly connected components, as objects.
func (r *relation) groups() [][]pointsto.Location {
	n := 2 * len(r.numbered)
	component := ir.Components(n, func(k int) []int {
		var list []int
		if on := r.hangs[kind(k)]; on != nil && r.objects[r.object(kind(k))] {
			on.each(func(k kind) {
				if r.objects[r.object(k)] {
					list = append(list, int(k))
				}
			})
		}
		return list
	})
	members := map[int][]pointsto.Location{}
	for k := range n {
		if l := r.object(kind(k)); r.objects[l] && !slices.Contains(members[component[k]], l) {
			members[component[k]] = append(members[component[k]], l)
		}
	}
	return distinctGroups(members)
}

// distinctGroups drops groups that are part of another one.
func distinctGroups(members map[int][]pointsto.Location) [][]pointsto.Location {
	var list [][]pointsto.Location
	in := map[pointsto.Location][]int{}
	for c, group := range members {
		for _, l := range group {
			in[l] = append(in[l], c)
		}
	}
	for c, group := range members {
		covered := slices.ContainsFunc(in[group[0]], func(other int) bool {
			return other != c && contains(members[other], group) && (len(members[other]) > len(group) || other < c)
		})
		if !covered {
			list = append(list, group)
		}
	}
	slices.SortFunc(list, slices.Compare)
	return list
}

func contains(list, part []pointsto.Location) bool {
	return !slices.ContainsFunc(part, func(l pointsto.Location) bool { return !slices.Contains(list, l) })
}

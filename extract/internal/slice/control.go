package slice

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// findCalls keeps the calls of functions of which something is kept, and of those
// that may end the goroutine where something is. It reports whether there was a
// new one.
func (c *criterion) findCalls() bool {
	found := false
	for i := 0; i < len(c.members); i++ { // some are taken in meanwhile
		f := c.members[i]
		p := c.parts[f]
		if !p.alive && p.hasEffects() {
			p.alive, found = true, true
		}
		if !p.alive {
			continue
		}
		found = c.findCallers(p) || found
		for _, made := range c.closures[f] {
			if c.part(made.f) != nil && c.isKept(made) {
				c.closure(made)
			}
		}
		found = c.findEnds(p) || found
	}
	return found
}

// findCallers keeps the calls of a function that does something; of one that only
// stores what is asked for, those in functions of which something else is kept.
func (c *criterion) findCallers(p *part) bool {
	found := false
	if !p.acts {
		for _, call := range p.callers {
			if caller := c.part(call.f); caller != nil && caller.alive && !c.isKept(call) {
				c.keep(call)
				found = true
			}
		}
		return found
	}
	given, only := c.operatesOnlyOn(p, map[*part]bool{})
	for _, call := range p.callers {
		if c.clients && c.takesOut(call, p) || c.part(call.f) == nil || only && !c.passesObject(call, p, given) {
			continue
		}
		found = found || !c.isKept(call) || !c.part(call.f).acts
		c.keepEffect(call)
	}
	return found
}

// takesOut reports whether a call passes only objects that the caller has taken out
// of memory.
func (c *criterion) takesOut(call instruction, p *part) bool {
	given := false
	for parameter := range p.Params {
		if !p.needed[parameter] || paramType(p.function, parameter) == "" {
			continue
		}
		given = true
		if o, ok := argument(call.get(), p.function, parameter); ok && c.traceable(call.f, o, registers{}) {
			return false
		}
	}
	return given
}

func (p *part) hasEffects() bool {
	for _, e := range p.effects {
		if e {
			return true
		}
	}
	return false
}

// findEnds keeps the calls in a function after which the goroutine may be gone,
// and what runs deferred calls.
func (c *criterion) findEnds(p *part) bool {
	found := false
	for i := range p.instructions() {
		ending := &p.endings[i.number()]
		switch {
		case c.isKept(i) || *ending:
		case c.level == Coarse && c.endsSomewhere(i):
			*ending = true
			p.effects[i.at.Block] = true
			found = true
		case c.ends(i) || c.recovers(i) || i.get().Op == ir.OpRunDefers && c.defers(p):
			c.keep(i)
			found = true
		}
	}
	return found
}

// endsSomewhere reports whether an instruction calls a function in which, or in what
// it calls, the goroutine may end. Where that hangs on data that isn't followed, it is
// enough to know that it may.
func (c *criterion) endsSomewhere(i instruction) bool {
	return i.get().Op == ir.OpCall && slices.ContainsFunc(c.points.Callees(i.f.Function, i.at), func(name string) bool {
		callee := c.callee(name)
		return callee != nil && c.mayEnd[callee] && (c.parts[callee] == nil || !c.parts[callee].acts)
	})
}

// ends reports whether an instruction calls a function that may not return, or
// starts a goroutine that may end the program.
func (c *criterion) ends(i instruction) bool {
	op := i.get().Op
	if !i.calls() {
		return false
	}
	for _, name := range c.points.Callees(i.f.Function, i.at) {
		if library.EndsGoroutine(name) || library.Find(name).Meaning == library.Parallel {
			return true
		}
		callee := c.callee(name)
		if callee == nil || !c.mayEnd[callee] && !(op == ir.OpGo && c.mayPanic[callee]) && !(op != ir.OpGo && c.mayStay[callee]) {
			continue
		}
		if p := c.part(callee); p != nil {
			p.alive = true
			return true
		}
	}
	return false
}

// recovers reports whether an instruction defers a function that can end a panic.
func (c *criterion) recovers(i instruction) bool {
	if i.get().Op != ir.OpDefer {
		return false
	}
	found := false
	for _, name := range c.points.Callees(i.f.Function, i.at) {
		callee := c.callee(name)
		if callee == nil || !callee.Recovers || c.part(callee) == nil {
			continue
		}
		found = true
		c.part(callee).alive = true
		for i := range callee.instructions() {
			if i.get().Op == ir.OpRecover {
				c.keep(i)
			}
		}
	}
	return found
}

// defers reports whether a deferred call is kept.
func (c *criterion) defers(p *part) bool {
	for i := range p.instructions() {
		if i.get().Op == ir.OpDefer && c.isKept(i) {
			return true
		}
	}
	return false
}

// findBranches looks for branches that decide what comes next, and asks for their
// conditions where these are followed. It reports whether there was a new one.
func (c *criterion) findBranches() bool {
	found := false
	for _, f := range c.members {
		p := c.parts[f]
		if !p.alive {
			continue
		}
		for b := range f.Blocks {
			if len(f.Blocks[b].Succs) != 2 || p.branches[b] || len(p.frontier(b, 2)) < 2 && !p.leavesForEver(b) && !c.spins(f, b) {
				continue
			}
			p.branches[b] = true
			found = true
			in := f.Blocks[b].Terminator()
			if c.follows(p, b, in.Args[0]) {
				c.need(f, in.Args[0])
			}
		}
	}
	return found
}

// spins reports whether a branch leaves a cycle of which all branches that do ask for
// memory which nothing in the cycle changes, or for what can't change at all, or whether a
// channel is closed that nobody closes: who is there waits for others, and may wait for ever.
// Other cycles come to their end by themselves.
func (c *index) spins(f *function, b int) bool {
	if !f.leaves(b) {
		return false
	}
	s := spin{index: c, f: f, cycle: f.loops[b]}
	for block := range f.Blocks {
		if f.loops[block] == s.cycle && f.leaves(block) && !s.waits(f.Blocks[block].Terminator().Args[0]) {
			return false
		}
	}
	return true
}

// stays reports whether a function has a loop in which a goroutine may stay until others do
// something.
func (c *index) stays(f *function) bool {
	for b := range f.Blocks {
		if c.spins(f, b) {
			return true
		}
	}
	return c.drains(f)
}

// leaves reports whether a branch may lead out of the innermost cycle that it is in.
func (f *function) leaves(b int) bool {
	out := func(e ir.Edge) bool { return f.loops[e.Block] != f.loops[b] }
	return f.loops[b] >= 0 && len(f.Blocks[b].Succs) == 2 && slices.ContainsFunc(f.Blocks[b].Succs, out)
}

// A spin asks whether a cycle of a function waits for what others store.
type spin struct {
	*index
	f     *function
	cycle int
	seen  registers
}

// waits reports whether a condition of the cycle only changes if others change something.
func (s *spin) waits(condition ir.Operand) bool {
	return !s.isChanged(condition, map[int]bool{}) || s.hangsOn(s.f, condition)
}

// hangsOn reports whether a value, of the function or one that it calls in the cycle, is worked out
// from memory which nothing in the cycle changes, and from nothing else that changes there.
func (s *spin) hangsOn(f *function, o ir.Operand) bool {
	s.seen = registers{}
	from := s.sourcesOf(f, o)
	return from.memory && !from.others
}

// sources are what a value is worked out from: memory which nothing in the cycle changes, and
// what else changes from one turn to the next.
type sources struct{ memory, others bool }

func (s *sources) add(other sources) {
	s.memory, s.others = s.memory || other.memory, s.others || other.others
}

// isChanged reports whether the cycle works out a value anew, from more than what doesn't
// change.
func (s *spin) isChanged(o ir.Operand, seen map[int]bool) bool {
	if o.Kind != ir.Register || seen[o.Reg] {
		return false
	}
	seen[o.Reg] = true
	return slices.ContainsFunc(s.f.defined[o.Reg], func(d definition) bool {
		if s.f.loops[d.at.Block] != s.cycle {
			return false
		}
		if d.at.Index < 0 {
			return true
		}
		switch in := (instruction{s.f, d.at}).get(); in.Op {
		case ir.OpCopy, ir.OpNot, ir.OpBinary:
			return slices.ContainsFunc(in.Args, func(arg ir.Operand) bool { return s.isChanged(arg, seen) })
		}
		return true
	})
}

// sourcesOf are those of a value. What comes from an earlier turn has changed since.
func (s *spin) sourcesOf(f *function, o ir.Operand) (all sources) {
	if o.Kind != ir.Register {
		return sources{}
	}
	if !s.seen.add(f, o.Reg) {
		return sources{others: true}
	}
	for _, d := range f.defined[o.Reg] {
		switch {
		case f == s.f && f.loops[d.at.Block] != s.cycle:
		case d.at.Index < 0:
			all.add(s.sourcesOf(f, d.from))
		default:
			all.add(s.sourcesOfResult(instruction{f, d.at}))
		}
	}
	return all
}

// sourcesOfResult are those of the result of an instruction.
func (s *spin) sourcesOfResult(i instruction) (all sources) {
	in := i.get()
	switch in.Op {
	case ir.OpLoad:
		return s.sourcesOfMemory(s.memory(i.f, in.Args[0]))
	case ir.OpCall:
		return s.sourcesOfCall(i)
	case ir.OpReceive:
		waits := s.neverCloses(i)
		return sources{memory: waits, others: !waits}
	case ir.OpBinary, ir.OpNot, ir.OpCopy, ir.OpExtract:
		for _, arg := range in.Args {
			all.add(s.sourcesOf(i.f, arg))
		}
		return all
	}
	return sources{others: true}
}

// sourcesOfMemory are those of what is loaded. Of a local variable they are those of what is
// stored there.
func (s *spin) sourcesOfMemory(locations []pointsto.Location) (all sources) {
	if !s.changedIn(s.f, s.cycle, locations) {
		return sources{memory: true}
	}
	for _, l := range locations {
		if s.points.Objects[l].Kind != pointsto.Variable {
			return sources{others: true}
		}
		for _, store := range s.stores[l] {
			if in := store.get(); in.Op == ir.OpStore {
				all.add(s.sourcesOf(store.f, in.Args[1]))
			}
		}
	}
	return all
}

// sourcesOfCall are those of what a call returns.
func (s *spin) sourcesOfCall(i instruction) (all sources) {
	names := s.points.Callees(i.f.Function, i.at)
	if library.Find(i.get().Name).Meaning == library.Atomic {
		return sources{memory: true}
	}
	for _, name := range names {
		callee := s.callee(name)
		if callee == nil {
			return sources{others: true}
		}
		for _, o := range callee.results() {
			all.add(s.sourcesOf(callee, o))
		}
	}
	return sources{all.memory, all.others || len(names) == 0}
}

// changedIn reports whether a cycle may store something in one of some locations,
// itself or by a call.
func (c *index) changedIn(f *function, cycle int, locations []pointsto.Location) bool {
	for _, l := range locations {
		for _, store := range c.stores[l] {
			if store.f == f && f.loops[store.at.Block] == cycle || store.f != f && c.calledIn(f, cycle, store.f) {
				return true
			}
		}
	}
	return false
}

// A cycleOf is a cycle of a function.
type cycleOf struct {
	f     *function
	cycle int
}

// calledIn reports whether a cycle may call a function, directly or not.
func (c *index) calledIn(f *function, cycle int, target *function) bool {
	key := cycleOf{f, cycle}
	called, known := c.cycles[key]
	if !known {
		called = map[*function]bool{}
		for i := range f.instructions() {
			if f.loops[i.at.Block] != cycle || !i.calls() {
				continue
			}
			for _, callee := range c.calleesAt(i) {
				if !called[callee] {
					c.reach(callee, func(g *function) { called[g] = true })
				}
			}
		}
		c.cycles[key] = called
	}
	return called[target]
}

// An arrival is how control comes to the next block that matters: by which edge,
// if the way there sets a register that is asked for.
type arrival struct {
	from, edge int // -1 if it doesn't matter
	to         int
}

// stops reports whether a block must have a place of its own.
func (p *part) stops(b int) bool {
	return p.effects[b] || p.branches[b] || len(p.Blocks[b].Succs) == 0
}

// arrives is where control comes on one edge, if that is a place that matters.
func (p *part) arrives(b, edge int) (arrival, bool) {
	to := p.Blocks[b].Succs[edge].Block
	if p.moves[to] {
		return arrival{b, edge, to}, true
	}
	if p.stops(to) {
		return arrival{-1, -1, to}, true
	}
	return arrival{-1, -1, to}, false
}

// frontier lists the next places that matter after a block, up to most of them,
// in a fixed order. A loop in which nothing matters is left, one way or another.
func (p *part) frontier(b, most int) []arrival {
	var list []arrival
	seen := map[int]bool{}
	work := []int{b}
	for len(work) > 0 && len(list) < most {
		from := work[len(work)-1]
		work = work[:len(work)-1]
		for e := range p.Blocks[from].Succs {
			a, matters := p.arrives(from, e)
			switch {
			case matters:
				list = appendNew(list, a)
			case !seen[a.to]:
				seen[a.to] = true
				work = append(work, a.to)
			}
		}
	}
	return list
}

// leavesForEver reports whether one way of a branch leads into a loop that is never left and in
// which nothing matters, and the other one does not (Ranganath and others, A new foundation for
// control dependence and slicing for modern program structures, 2007).
func (p *part) leavesForEver(b int) bool {
	lost := 0
	for e := range p.Blocks[b].Succs {
		if a, matters := p.arrives(b, e); !matters && len(p.frontier(a.to, 1)) == 0 {
			lost++
		}
	}
	return lost == 1
}

func appendNew[T comparable](list []T, v T) []T {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}

// follows reports whether a slice follows the condition of a branch: always if it
// is fine; else if the condition asks how an operation of the slice ended, or
// decides how often goroutines are started, objects made or counters changed.
func (c *criterion) follows(p *part, b int, condition ir.Operand) bool {
	if c.level == Fine {
		return true
	}
	return p.loops[b] >= 0 && c.counts(p, p.loops[b]) || c.isOutcome(p.function, condition, map[int]bool{})
}

// counts reports whether something is kept in a cycle that must be counted.
func (c *criterion) counts(p *part, cycle int) bool {
	for b := range p.Blocks {
		if p.loops[b] != cycle {
			continue
		}
		for n := range p.Blocks[b].Instrs {
			if !p.kept[p.first[b]+n] {
				continue
			}
			switch in := &p.Blocks[b].Instrs[n]; in.Op {
			case ir.OpGo, ir.OpMakeChan, ir.OpAlloc, ir.OpMakeSlice:
				return true
			case ir.OpCall, ir.OpDefer:
				if in.Name == "(*sync.WaitGroup).Add" || in.Name == "(*sync.WaitGroup).Go" {
					return true
				}
			}
		}
	}
	return false
}

// isOutcome reports whether a condition hangs on nothing but constants, how
// operations of the slice ended, and whether what leads to an object is nil.
func (c *criterion) isOutcome(f *function, o ir.Operand, seen map[int]bool) bool {
	if o.Kind != ir.Register {
		return o.Kind != ir.Unknown
	}
	if seen[o.Reg] {
		return true
	}
	seen[o.Reg] = true
	if c.leadsThere(c.points.Operand(f.Function, o)) && o.Reg >= f.Params+f.FreeVars {
		return true
	}
	if o.Reg < f.Params+f.FreeVars || len(f.defined[o.Reg]) == 0 {
		return false
	}
	value := func(from ir.Operand) bool { return c.isOutcome(f, from, seen) }
	return f.isSetOnlyBy(o.Reg, value, func(i instruction) bool { return c.isOutcomeOf(i, seen) })
}

func (c *criterion) isOutcomeOf(i instruction, seen map[int]bool) bool {
	in := i.get()
	switch in.Op {
	case ir.OpNot, ir.OpCopy, ir.OpBinary:
		for _, o := range in.Args {
			if !c.isOutcome(i.f, o, seen) {
				return false
			}
		}
		return true
	case ir.OpRecover:
		return true
	case ir.OpExtract:
		return in.Args[0].Kind == ir.Register && c.isEnd(i.f, in.Args[0].Reg, in.Index)
	case ir.OpCall:
		return c.isKept(i) && c.operates(i)
	}
	return false
}

// isEnd reports whether an element of a tuple says how an operation of the
// slice ended: which case of a select was taken, and whether a channel was closed.
func (c *criterion) isEnd(f *function, tuple, element int) bool {
	never := func(ir.Operand) bool { return false }
	return f.isSetOnlyBy(tuple, never, func(i instruction) bool {
		switch i.get().Op {
		case ir.OpSelect:
			return element <= 1 && c.isKept(i)
		case ir.OpReceive:
			return element == 1 && c.isKept(i)
		}
		return false
	})
}

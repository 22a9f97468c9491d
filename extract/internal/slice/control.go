package slice

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
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
		for _, made := range c.Closures[f] {
			if c.part(made.Parent) != nil && c.isKept(made) {
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
		for _, call := range p.Callers {
			if caller := c.part(call.Parent); caller != nil && caller.alive && !c.isKept(call) {
				c.keep(call)
				found = true
			}
		}
		return found
	}
	given, only := c.operatesOnlyOn(p, map[*part]bool{})
	for _, call := range p.Callers {
		if c.clients && !c.concrete && c.takesOut(call, p) || c.part(call.Parent) == nil || only && !c.passesObject(call, p, given) {
			continue
		}
		found = found || !c.isKept(call) || !c.part(call.Parent).acts
		c.keepEffect(call)
	}
	return found
}

// takesOut reports whether a call passes only objects that the caller has taken out
// of memory.
func (c *criterion) takesOut(call supergraph.Instruction, p *part) bool {
	given := false
	for parameter := range p.Params {
		if !p.needed[parameter] || p.Function.ParamType(parameter) == "" {
			continue
		}
		given = true
		if o, ok := supergraph.Argument(call.Instr(), p.Function, parameter); ok && c.isTraceable(call.Parent, o) {
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
	pending := len(c.work)
	found := false
	for _, i := range c.endingIn(p.Function) {
		ending := &p.endings[i.Number()]
		recovers := c.recovers(i) // asked first, as the call may be kept for something else that it does
		switch {
		case c.isKept(i) || *ending:
		case c.level == Coarse && c.endsSomewhere(i) || c.endsByName(i):
			*ending = true
			p.mark(p.effects, i.At.Block)
			found = true
		case recovers || c.ends(i) || i.Instr().Op == ir.OpRunDefers && c.defers(p):
			c.keep(i)
			found = true
		}
	}
	return found || len(c.work) > pending
}

// endingIn lists the instructions of a function at which its goroutine may end, or a panic, whatever is sliced. There
// are few, and each criterion asks again and again.
func (s *Slicer) endingIn(f *supergraph.Function) []supergraph.Instruction {
	list, known := s.ending[f]
	if !known {
		list = slices.DeleteFunc(slices.Clone(f.Running()), func(i supergraph.Instruction) bool { return !s.mayBeEnding(i) })
		s.ending[f] = list
	}
	return list
}

func (s *Slicer) mayBeEnding(i supergraph.Instruction) bool {
	in := i.Instr()
	if in.Op == ir.OpRunDefers || in.Op == ir.OpCall && library.EndsByName(in.Method) {
		return true
	}
	return slices.ContainsFunc(s.Points.Callees(i.Parent.Function, i.At), func(name string) bool {
		callee := s.Callee(name)
		return isEnding(name) || callee != nil && (s.MayEnd[callee] || s.MayPanic[callee] || s.MayStay[callee] || callee.Recovers)
	})
}

// isEnding reports whether a library function ends the goroutine, or lets it wait for other tests.
func isEnding(name string) bool {
	return library.EndsGoroutine(name) || library.Find(name).Meaning == library.Parallel
}

// endsSomewhere reports whether an instruction calls a function in which, or in what
// it calls, the goroutine may end. Where that hangs on data that isn't followed, it is
// enough to know that it may.
func (c *criterion) endsSomewhere(i supergraph.Instruction) bool {
	return i.Instr().Op == ir.OpCall && slices.ContainsFunc(c.Points.Callees(i.Parent.Function, i.At), func(name string) bool {
		callee := c.Callee(name)
		return callee != nil && c.MayEnd[callee] && (c.parts[callee] == nil || !c.parts[callee].acts)
	})
}

// endsByName reports whether an instruction calls a method of which nothing is known but that its name says so.
func (c *criterion) endsByName(i supergraph.Instruction) bool {
	in := i.Instr()
	return in.Op == ir.OpCall && library.EndsByName(in.Method) && len(c.Points.Callees(i.Parent.Function, i.At)) == 0
}

// ends reports whether an instruction calls a function that may not return, or
// starts a goroutine that may end the program.
func (c *criterion) ends(i supergraph.Instruction) bool {
	op := i.Instr().Op
	if !i.Calls() {
		return false
	}
	for _, name := range c.Points.Callees(i.Parent.Function, i.At) {
		if isEnding(name) {
			return true
		}
		callee := c.Callee(name)
		if callee == nil || !c.MayEnd[callee] && !(op == ir.OpGo && c.MayPanic[callee]) && !(op != ir.OpGo && c.MayStay[callee]) {
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
func (c *criterion) recovers(i supergraph.Instruction) bool {
	if i.Instr().Op != ir.OpDefer {
		return false
	}
	found := false
	for _, name := range c.Points.Callees(i.Parent.Function, i.At) {
		callee := c.Callee(name)
		if callee == nil || !callee.Recovers || c.part(callee) == nil {
			continue
		}
		found = true
		c.part(callee).alive = true
		for i := range callee.Instructions() {
			if i.Instr().Op == ir.OpRecover {
				c.keep(i)
			}
		}
	}
	return found
}

// defers reports whether a deferred call is kept.
func (c *criterion) defers(p *part) bool {
	return slices.ContainsFunc(p.Running(), func(i supergraph.Instruction) bool { return i.Instr().Op == ir.OpDefer && c.isKept(i) })
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
			if len(f.Blocks[b].Succs) != 2 || p.branches[b] || p.following(b).count < 2 && !p.leavesForEver(b) && !c.Spins(f, b) {
				continue
			}
			p.markBranch(b)
			found = true
			in := f.Blocks[b].Terminator()
			if c.follows(p, b, in.Args[0]) {
				c.need(f, in.Args[0])
			}
		}
	}
	return found
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

// leavesForEver reports whether one way of a branch leads into a loop that is never left and in
// which nothing matters, and the other one does not (Ranganath and others, A new foundation for
// control dependence and slicing for modern program structures, 2007).
func (p *part) leavesForEver(b int) bool {
	lost := 0
	for e := range p.Blocks[b].Succs {
		if a, matters := p.arrives(b, e); !matters && p.following(a.to).count == 0 {
			lost++
		}
	}
	return lost == 1
}

// follows reports whether a slice follows the condition of a branch: always if it
// is fine; else if the condition asks how an operation of the slice ended, or
// decides how often goroutines are started, objects made or counters changed.
func (c *criterion) follows(p *part, b int, condition ir.Operand) bool {
	if c.level == Fine {
		return true
	}
	return p.Loops[b] >= 0 && c.counts(p, p.Loops[b]) || c.isOutcome(p.Function, condition, map[int]bool{})
}

// counts reports whether something is kept in a cycle that must be counted.
func (c *criterion) counts(p *part, cycle int) bool {
	for b := range p.Blocks {
		if p.Loops[b] != cycle {
			continue
		}
		for n := range p.Blocks[b].Instrs {
			if !p.kept[p.First[b]+n] {
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
func (c *criterion) isOutcome(f *supergraph.Function, o ir.Operand, seen map[int]bool) bool {
	if o.Kind != ir.Register {
		return o.Kind != ir.Unknown
	}
	if seen[o.Reg] {
		return true
	}
	seen[o.Reg] = true
	if c.leadsThere(c.Points.Operand(f.Function, o)) && o.Reg >= f.Params+f.FreeVars {
		return true
	}
	if o.Reg < f.Params+f.FreeVars || len(f.Defined[o.Reg]) == 0 {
		return false
	}
	value := func(from ir.Operand) bool { return c.isOutcome(f, from, seen) }
	return f.IsSetOnlyBy(o.Reg, value, func(i supergraph.Instruction) bool { return c.isOutcomeOf(i, seen) })
}

func (c *criterion) isOutcomeOf(i supergraph.Instruction, seen map[int]bool) bool {
	in := i.Instr()
	switch in.Op {
	case ir.OpNot, ir.OpCopy, ir.OpBinary:
		for _, o := range in.Args {
			if !c.isOutcome(i.Parent, o, seen) {
				return false
			}
		}
		return true
	case ir.OpRecover:
		return true
	case ir.OpExtract:
		return in.Args[0].Kind == ir.Register && c.isEnd(i.Parent, in.Args[0].Reg, in.Index)
	case ir.OpCall:
		return c.isKept(i) && c.operates(i)
	}
	return false
}

// isEnd reports whether an element of a tuple says how an operation of the
// slice ended: which case of a select was taken, and whether a channel was closed.
func (c *criterion) isEnd(f *supergraph.Function, tuple, element int) bool {
	never := func(ir.Operand) bool { return false }
	return f.IsSetOnlyBy(tuple, never, func(i supergraph.Instruction) bool {
		switch i.Instr().Op {
		case ir.OpSelect:
			return element <= 1 && c.isKept(i)
		case ir.OpReceive:
			return element == 1 && c.isKept(i)
		}
		return false
	})
}

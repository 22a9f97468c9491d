package supergraph

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// Spins reports whether a branch leaves a cycle of which all branches that do ask for
// memory which nothing in the cycle changes, or for what can't change at all, or whether a
// channel is closed that nobody closes, or whether a select took a case that nobody serves; or one in which a
// select ticks: who is there waits for others, and may wait for ever. Other cycles come to their end by themselves.
func (x *Graph) Spins(f *Function, b int) bool {
	if f.spinning == nil {
		f.spinning = make([]bool, len(f.Blocks))
		for block := range f.Blocks {
			f.spinning[block] = x.findSpin(f, block)
		}
	}
	return f.spinning[b]
}

func (x *Graph) findSpin(f *Function, b int) bool {
	if !f.leaves(b) {
		return false
	}
	s := spin{Graph: x, f: f, cycle: f.Loops[b]}
	if s.ticks() {
		return true
	}
	for block := range f.Blocks {
		if f.Loops[block] == s.cycle && f.leaves(block) && !s.waits(f.Blocks[block].Terminator().Args[0]) && !s.neverLeaves(block) {
			return false
		}
	}
	return true
}

// ticks reports whether a select of the cycle does.
func (s *spin) ticks() bool {
	for i := range s.f.Instructions() {
		if i.Instr().Op == ir.OpSelect && s.f.Loops[i.At.Block] == s.cycle && s.Ticks(s.f, i.At) {
			return true
		}
	}
	return false
}

// stays reports whether a function has a loop in which a goroutine may stay until others do
// something.
func (x *Graph) stays(f *Function) bool {
	for b := range f.Blocks {
		if x.Spins(f, b) {
			return true
		}
	}
	return x.OneSided[f]
}

// leaves reports whether a branch may lead out of the innermost cycle that it is in.
func (f *Function) leaves(b int) bool {
	out := func(e ir.Edge) bool { return f.Loops[e.Block] != f.Loops[b] }
	return f.Loops[b] >= 0 && len(f.Blocks[b].Succs) == 2 && slices.ContainsFunc(f.Blocks[b].Succs, out)
}

// A spin asks whether a cycle of a function waits for what others store.
type spin struct {
	*Graph
	f     *Function
	cycle int
	seen  Registers
}

// waits reports whether a condition of the cycle only changes if others change something.
func (s *spin) waits(condition ir.Operand) bool {
	return !s.isChanged(condition, map[int]bool{}) || s.hangsOn(s.f, condition)
}

// hangsOn reports whether a value, of the function or one that it calls in the cycle, is worked out
// from memory which nothing in the cycle changes, and from nothing else that changes there.
func (s *spin) hangsOn(f *Function, o ir.Operand) bool {
	s.seen = Registers{}
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
	return slices.ContainsFunc(s.f.Defined[o.Reg], func(d Definition) bool {
		if s.f.Loops[d.At.Block] != s.cycle {
			return false
		}
		if d.At.Index < 0 {
			return true
		}
		switch in := s.f.At(d.At).Instr(); in.Op {
		case ir.OpCopy, ir.OpNot, ir.OpBinary:
			return slices.ContainsFunc(in.Args, func(arg ir.Operand) bool { return s.isChanged(arg, seen) })
		}
		return true
	})
}

// sourcesOf are those of a value. What comes from an earlier turn has changed since.
func (s *spin) sourcesOf(f *Function, o ir.Operand) (all sources) {
	if o.Kind != ir.Register {
		return sources{}
	}
	if !s.seen.Add(f, o.Reg) {
		return sources{others: true}
	}
	for _, d := range f.Defined[o.Reg] {
		switch {
		case f == s.f && f.Loops[d.At.Block] != s.cycle:
		case d.At.Index < 0:
			all.add(s.sourcesOf(f, d.From))
		default:
			all.add(s.sourcesOfResult(f.At(d.At)))
		}
	}
	return all
}

// sourcesOfResult are those of the result of an instruction.
func (s *spin) sourcesOfResult(i Instruction) (all sources) {
	in := i.Instr()
	switch in.Op {
	case ir.OpLoad:
		return s.sourcesOfMemory(s.Memory(i.Parent, in.Args[0]))
	case ir.OpUpdate: // it asks what others have stored
		return sources{memory: true}
	case ir.OpCall:
		return s.sourcesOfCall(i)
	case ir.OpReceive:
		waits := s.NeverCloses(i)
		return sources{memory: waits, others: !waits}
	case ir.OpBinary, ir.OpNot, ir.OpCopy, ir.OpExtract:
		for _, arg := range in.Args {
			all.add(s.sourcesOf(i.Parent, arg))
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
		if s.Points.Objects[l].Kind != pointsto.Variable {
			return sources{others: true}
		}
		for _, store := range s.Stores[l] {
			if in := store.Instr(); in.Op == ir.OpStore {
				all.add(s.sourcesOf(store.Parent, in.Args[1]))
			}
		}
	}
	return all
}

// sourcesOfCall are those of what a call returns.
func (s *spin) sourcesOfCall(i Instruction) (all sources) {
	names := s.Points.Callees(i.Parent.Function, i.At)
	if library.Find(i.Instr().Name).Meaning == library.Atomic {
		return sources{memory: true}
	}
	for _, name := range names {
		callee := s.Callee(name)
		if callee == nil {
			return sources{others: true}
		}
		for _, o := range callee.Returned() {
			all.add(s.sourcesOf(callee, o))
		}
	}
	return sources{all.memory, all.others || len(names) == 0}
}

// changedIn reports whether a cycle may store something in one of some locations,
// itself or by a call.
func (x *Graph) changedIn(f *Function, cycle int, locations []pointsto.Location) bool {
	for _, l := range locations {
		for _, store := range x.Stores[l] {
			if store.Parent == f && f.Loops[store.At.Block] == cycle || store.Parent != f && x.calledIn(f, cycle, store.Parent) {
				return true
			}
		}
	}
	return false
}

// A cycleOf is a cycle of a function.
type cycleOf struct {
	f     *Function
	cycle int
}

// calledIn reports whether a cycle may call a function, directly or not.
func (x *Graph) calledIn(f *Function, cycle int, target *Function) bool {
	key := cycleOf{f, cycle}
	called, known := x.cycles[key]
	if !known {
		called = map[*Function]bool{}
		for _, call := range x.CallsIn(f) {
			if f.Loops[call.At.Block] != cycle {
				continue
			}
			for _, callee := range call.Callees {
				if !called[callee] {
					x.VisitReached(callee, func(g *Function) { called[g] = true })
				}
			}
		}
		x.cycles[key] = called
	}
	return called[target]
}

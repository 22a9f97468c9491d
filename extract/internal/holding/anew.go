package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// mayTakeSince is mayTake for a branch to which a function comes with a lock. What it has asked before it took that, it may
// be told otherwise now, if others set it meanwhile: that is why it asks again (double-checked locking).
func (a *Analysis) mayTakeSince(t Taking, s Side) bool {
	return a.mayTakeAfter(s.Branch, s.Edge, func(i supergraph.Instruction) bool {
		return comesFirst(i, s.Branch) && !a.isAskedAnew(i, t, s)
	})
}

// isAskedAnew reports whether a function has to take a lock between two branches that look at the same flag, and holds no
// other lock all the time, so that others may set it so that the second branch goes as it is meant to.
func (a *Analysis) isAskedAnew(earlier supergraph.Instruction, t Taking, s Side) bool {
	if earlier.Instr().Op != ir.OpIf || comesWithout(earlier, s.Branch, t.Instruction) {
		return false
	}
	flag, now, ok := a.flagAsked(s.Branch)
	asked, _, isSame := a.flagAsked(earlier)
	if !ok || !isSame || asked != flag || !t.Instruction.AlwaysComesBefore(now) || a.isHeldAtBoth(t, earlier, s.Branch) {
		return false
	}
	_, negated := t.Parent.Negated(s.Branch.Instr().Args[0])
	if now.Instr().Op == ir.OpMapLookup {
		return a.isPut(flag, (s.Edge == 0) != negated)
	}
	return a.isSetByOthers(t.Parent, flag, (s.Edge == 0) != negated)
}

// isPut reports whether some call puts entries into a map that others see, or takes them away. It may be one of the same
// function, which has found no entry either.
func (a *Analysis) isPut(entries pointsto.Location, isThere bool) bool {
	op := ir.OpMapDelete
	if isThere {
		op = ir.OpMapUpdate
	}
	return slices.ContainsFunc(a.Stores[entries], func(store supergraph.Instruction) bool {
		f := store.Parent
		from := f.Definition(f.Original(store.Instr().Args[0]))
		return store.Instr().Op == op && from != nil && from.Op == ir.OpLoad && !isNew(f, f.BaseOfPart(from.Args[0]))
	})
}

// isSetByOthers reports whether other functions than one, and those that it runs, set a flag to a value, but in a new struct.
func (a *Analysis) isSetByOthers(f *supergraph.Function, flag pointsto.Location, value bool) bool {
	return slices.ContainsFunc(a.Stores[flag], func(store supergraph.Instruction) bool {
		in := store.Instr()
		return in.Op == ir.OpStore && !a.runs(f, store.Parent) && !isNew(store.Parent, store.Parent.BaseOfPart(in.Args[0])) &&
			(in.Args[1].Kind != ir.BoolConst || (in.Args[1].Int != 0) == value)
	})
}

// isHeldAtBoth reports whether a function that takes a lock between two branches has another one at both.
func (a *Analysis) isHeldAtBoth(t Taking, earlier, branch supergraph.Instruction) bool {
	return slices.ContainsFunc(a.Takings(t.Parent), func(other Taking) bool {
		return other.Instruction != t.Instruction && a.flowOf(other).holdsAt(earlier) && a.flowOf(other).holdsAt(branch)
	})
}

// comesWithout reports whether a function may come from a branch to another one without executing an instruction.
func comesWithout(branch, other, passed supergraph.Instruction) bool {
	f := branch.Parent
	return passed.At.Block != other.At.Block && f.Reaches(f.SuccessorsOf(branch.At.Block), other.At.Block, passed.At.Block)
}

// flagAsked is the flag whose value decides which way a branch goes, or the map, if that has an entry does, and where
// it is loaded or looked up for that; it is not ok if more decides that.
func (a *Analysis) flagAsked(branch supergraph.Instruction) (flag pointsto.Location, loaded supergraph.Instruction, ok bool) {
	o, _ := branch.Parent.Negated(branch.Instr().Args[0])
	loaded, ok = branch.Parent.DefinedAt(o)
	if ok && loaded.Instr().Op == ir.OpExtract && loaded.Instr().Index == 1 {
		loaded, ok = branch.Parent.DefinedAt(loaded.Instr().Args[0])
		ok = ok && loaded.Instr().Op == ir.OpMapLookup
	} else {
		ok = ok && loaded.Instr().Op == ir.OpLoad
	}
	if !ok {
		return 0, loaded, false
	}
	list := a.Points.Operand(branch.Parent.Function, loaded.Instr().Args[0])
	if len(list) != 1 {
		return 0, loaded, false
	}
	return list[0], loaded, true
}

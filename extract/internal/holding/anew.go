package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// mayTakeSince is mayTake for a branch to which a function comes with a lock. What it has asked before it took that, or before it
// let go of it to wait for a condition, it may be told otherwise now, if others set it meanwhile: that is why it asks again
// (double-checked locking).
func (a *Analysis) mayTakeSince(t Taking, s Side) bool {
	return a.mayTakeAfter(s.Branch, s.Edge, func(i supergraph.Instruction) bool {
		return comesFirst(i, s.Branch) && !a.isAskedAnew(i, t, s)
	})
}

// isAskedAnew reports whether a function has to take a lock, or to wait without it, between two branches that look at the same
// thing, and holds no other lock all the time, so that others may set it so that the second branch goes as it is meant to.
func (a *Analysis) isAskedAnew(earlier supergraph.Instruction, t Taking, s Side) bool {
	if earlier.Instr().Op != ir.OpIf {
		return false
	}
	now, ok := a.lookOf(s.Branch.Parent, s.Branch.Instr().Args[0])
	before, isOne := a.lookOf(earlier.Parent, earlier.Instr().Args[0])
	isFree := func(passed supergraph.Instruction) bool {
		return !comesWithout(earlier, s.Branch, passed) && passed.AlwaysComesBefore(now.by)
	}
	if !ok || !isOne || before.at != now.at || !slices.ContainsFunc(a.startsOf(t), isFree) || a.isHeldAtBoth(t, earlier, s.Branch) {
		return false
	}
	if now.by.Instr().Op == ir.OpMapLookup {
		return a.isPut(now.at, (s.Edge == 0) != now.negated)
	}
	return a.isSetByOthers(t.Parent, now, s.Edge == 0)
}

// startsOf are the instructions by which a function gets a lock that it didn't have: that takes it, and those that take it again
// when a wait for a condition is over.
func (a *Analysis) startsOf(t Taking) []supergraph.Instruction {
	list := []supergraph.Instruction{t.Instruction}
	for i := range t.Parent.Instructions() {
		if isPartOfWait(i) && slices.Equal(a.Points.Receivers(t.Parent.Function, i.Instr()), t.Locks) {
			list = append(list, i)
		}
	}
	return list
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

// isSetByOthers reports whether other functions than one, and those that it runs, set what a branch looks at so that it goes one
// way, but in a new struct.
func (a *Analysis) isSetByOthers(f *supergraph.Function, l look, yes bool) bool {
	return slices.ContainsFunc(a.Stores[l.at], func(store supergraph.Instruction) bool {
		value, ok := setBy(store)
		return ok && !a.runs(f, store.Parent) && !isNew(store.Parent, store.Parent.BaseOfPart(store.Instr().Args[0])) && l.mayBe(value, yes)
	})
}

// setBy is the value that an instruction stores, or sets in one step.
func setBy(store supergraph.Instruction) (value ir.Operand, ok bool) {
	switch in := store.Instr(); {
	case in.Op == ir.OpStore, in.Op == ir.OpUpdate && in.Name == "":
		return in.Args[1], true
	case in.Op == ir.OpUpdate && in.Name == "==":
		return in.Args[2], true
	}
	return value, false
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

// A look is what a branch asks, if that is the value of a flag or number, or whether a map has an entry.
type look struct {
	at pointsto.Location
	// by is where it is loaded or looked up for that, or what is called to tell.
	by supergraph.Instruction
	// compared is the operator by which a number is compared with a constant, if it is.
	compared string
	with     int64
	negated  bool
}

// lookOf is how a function looks for what decides a value; it is not ok if more decides that.
func (a *Analysis) lookOf(f *supergraph.Function, o ir.Operand) (l look, ok bool) {
	o, l.negated = f.Negated(o)
	if l.by, ok = f.DefinedAt(o); !ok {
		return l, false
	}
	switch in := l.by.Instr(); {
	case in.Op == ir.OpExtract && in.Index == 1:
		l.by, ok = f.DefinedAt(in.Args[0])
		ok = ok && l.by.Instr().Op == ir.OpMapLookup
	case in.Op == ir.OpBinary && in.Args[1].Kind == ir.IntConst && flipped[in.Name] != "":
		l.compared, l.with = in.Name, in.Args[1].Int
		l.by, ok = f.DefinedAt(in.Args[0])
		ok = ok && l.by.Instr().Op == ir.OpLoad
	case in.Op == ir.OpCall:
		return a.lookBy(l.by, l.negated)
	default:
		ok = in.Op == ir.OpLoad
	}
	if !ok {
		return l, false
	}
	list := a.Points.Operand(f.Function, l.by.Instr().Args[0])
	if len(list) == 1 {
		l.at = list[0]
	}
	return l, len(list) == 1
}

// lookBy is the look by a call of a function that does nothing but look.
func (a *Analysis) lookBy(call supergraph.Instruction, negated bool) (l look, ok bool) {
	callees := a.CalleesAt(call)
	if len(callees) != 1 || len(callees[0].Blocks) != 1 || callees[0].Contains(doesMore) {
		return l, false
	}
	result := callees[0].Blocks[0].Terminator()
	if len(result.Args) != 1 {
		return l, false
	}
	l, ok = a.lookOf(callees[0], result.Args[0])
	ok = ok && l.by.Instr().Op == ir.OpLoad
	l.by, l.negated = call, l.negated != negated
	return l, ok
}

// doesMore reports whether an instruction does more than to look.
func doesMore(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpFieldAddr, ir.OpLoad, ir.OpBinary, ir.OpNot, ir.OpCopy, ir.OpReturn:
		return false
	}
	return true
}

// mayBe reports whether a branch goes one way, by its first edge or the other one, if a value is set. A flag may be set to anything
// that isn't written there; of a number that isn't known.
func (l *look) mayBe(value ir.Operand, yes bool) bool {
	if l.negated {
		yes = !yes
	}
	switch {
	case l.compared == "":
		return value.Kind != ir.BoolConst || (value.Int != 0) == yes
	case value.Kind != ir.IntConst:
		return false
	}
	is, _ := ir.Compare(l.compared, value.Int, l.with)
	return is == yes
}

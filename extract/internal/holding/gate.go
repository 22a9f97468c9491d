package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Two functions never meet at a lock if there is another one that both have then: a gate (gate locks in Goodlock,
// Havelund 2000). Those who call them may have taken it, too. What both have sent or received on one channel may be the
// same as a gate.

// A gate is an object that somebody has, or has done something to; how is RLock if others may have it as well.
type gate struct {
	object pointsto.Location
	how    model.Kind
}

// maxWays is of how many ways to a function the gates are kept. Those beyond it are taken to have one, whatever it is.
const maxWays = 32

// KeptApart reports whether a gate keeps who takes a lock twice from one who takes it meanwhile, by whatever calls
// they come there.
func (a *Analysis) KeptApart(r Relock, other Taking) bool {
	again := r.Again.Instruction
	if len(r.Again.Calls) > 0 {
		again = r.Again.Calls[0]
	}
	meanwhile := a.gatesAt(again)
	both := slices.DeleteFunc(a.gatesAt(r.Instruction), func(g gate) bool { return !slices.Contains(meanwhile, g) })
	others := a.waysWith(a.gatesAt(other.Instruction), other.Parent)
	return excludeAll(a.waysWith(both, r.Parent), others)
}

// AreGated reports whether a lock keeps one who comes to an instruction from another one who comes to another instruction, by whatever
// calls they come there.
func (a *Analysis) AreGated(one, other supergraph.Instruction) bool {
	locksAt := func(i supergraph.Instruction) []gate {
		return slices.DeleteFunc(a.gatesAt(i), func(g gate) bool { return a.Points.Objects[g.object].Kind == pointsto.Channel })
	}
	return excludeAll(a.waysWith(locksAt(one), one.Parent), a.waysWith(locksAt(other), other.Parent))
}

// MayTakeTurns reports whether two functions may keep each other out by something else than a lock that is known: by a channel with
// one slot, on which both send and from which they receive, or by a lock that others have put behind an interface.
func (a *Analysis) MayTakeTurns(f, other *supergraph.Function) bool {
	isShared := func(l pointsto.Location) bool {
		slots, known := a.Points.Objects[l].Capacity()
		return known && slots == 1 && slices.Contains(a.usedBothWays(other), l)
	}
	return slices.ContainsFunc(a.usedBothWays(f), isShared) || pointsto.Overlap(a.givenLocks(f), a.givenLocks(other))
}

// givenLocks are the fields and variables with locks of others that a function takes, or what it runs.
func (a *Analysis) givenLocks(f *supergraph.Function) (list []pointsto.Location) {
	a.VisitReached(f, func(g *supergraph.Function) {
		for i := range g.Instructions() {
			list = append(list, a.givenLocksAt(i)...)
		}
	})
	return list
}

// givenLocksAt are those that an instruction takes.
func (a *Analysis) givenLocksAt(i supergraph.Instruction) []pointsto.Location {
	in, f := i.Instr(), i.Parent
	if in.Method != "Lock" || !a.IsOutside(f, in.Args[0]) {
		return nil
	}
	return a.Points.Operand(f.Function, loadedFrom(f, in.Args[0]))
}

// excludeAll reports whether by whatever ways two come somewhere, the gates of the one exclude those of the other.
func excludeAll(ways, others [][]gate) bool {
	return !slices.ContainsFunc(ways, func(one []gate) bool {
		return slices.ContainsFunc(others, func(two []gate) bool { return !excludes(one, two) })
	})
}

// excludes reports whether nobody has all of some gates while somebody else has all of others.
func excludes(one, two []gate) bool {
	return slices.ContainsFunc(one, func(g gate) bool {
		return slices.ContainsFunc(two, func(h gate) bool {
			return g.object == h.object && (g.how != model.RLock || h.how != model.RLock)
		})
	})
}

// waysWith adds gates to those of each way to a function.
func (a *Analysis) waysWith(gates []gate, f *supergraph.Function) (list [][]gate) {
	for _, way := range a.waysTo(f) {
		list = append(list, slices.Concat(gates, way))
	}
	return list
}

// waysTo lists the gates that a function is called with, for each way by which it is called. A function that calls itself is
// called first by somebody else, who has no more.
func (a *Analysis) waysTo(f *supergraph.Function) [][]gate {
	list, known := a.ways[f]
	if known {
		return list
	}
	a.ways[f] = nil
	if a.isOpen(f) || f.Main || len(f.Callers) == 0 {
		list = [][]gate{nil}
	}
	for _, call := range f.Callers {
		if call.Instr().Op == ir.OpGo {
			list = append(list, nil)
			continue
		}
		list = append(list, a.waysWith(a.gatesAt(call), call.Parent)...)
	}
	if slices.ContainsFunc(list, func(way []gate) bool { return len(way) == 0 }) {
		list = [][]gate{nil}
	}
	a.ways[f] = list[:min(len(list), maxWays)]
	return a.ways[f]
}

// gatesAt lists those that a function has at an instruction, whoever calls it.
func (a *Analysis) gatesAt(i supergraph.Instruction) (list []gate) {
	for _, t := range a.Takings(i.Parent) {
		if t.Instruction != i && a.flowOf(t).holdsAt(i) {
			list = append(list, gatesOf(t.Locks, t.How)...)
		}
	}
	for before := range comingBefore(i) {
		if before != i && before.AlwaysComesBefore(i) {
			list = append(list, gatesOf(a.passedAt(before), model.Lock)...)
		}
	}
	return list
}

func gatesOf(objects []pointsto.Location, how model.Kind) (list []gate) {
	for _, l := range objects {
		list = append(list, gate{l, how})
	}
	return list
}

// passedAt lists what an instruction may have locked without being one that takes a lock itself, and the channels on which it
// waits.
func (a *Analysis) passedAt(i supergraph.Instruction) (list []pointsto.Location) {
	for _, o := range a.OperationsOf(i) {
		if o.Kind == model.Channel {
			list = append(list, o.Objects...)
		}
	}
	if i.Instr().Op != ir.OpCall {
		return list
	}
	for _, name := range a.Points.Callees(i.Parent.Function, i.At) {
		if library.Find(name).Meaning == library.TryLock {
			list = append(list, a.Points.Receivers(i.Parent.Function, i.Instr())...)
		}
	}
	for _, callee := range a.CalleesAt(i) {
		for _, l := range a.locksOf(callee) {
			if a.Acquires(callee, l) {
				list = append(list, l)
			}
		}
	}
	return list
}

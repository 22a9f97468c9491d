package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Waits lists the instructions that wait for one of some wait groups.
func (a *Analysis) Waits(groups []pointsto.Location) (list []supergraph.Instruction) {
	for _, f := range a.Order {
		for i := range f.Instructions() {
			if isWait(i.Instr()) && pointsto.Overlap(a.Points.Receivers(f.Function, i.Instr()), groups) {
				list = append(list, i)
			}
		}
	}
	return list
}

// isWait reports whether an instruction waits for a wait group.
func isWait(in *ir.Instr) bool {
	return in.Op == ir.OpCall && library.Find(in.Name).Action == model.Wait
}

// An Undone is a wait group that a goroutine never tells that it is done, if it takes one side of a branch: whoever
// waits for the group waits for ever.
type Undone struct {
	Groups []pointsto.Location
	// Counted is where the goroutine was counted, Started where it was started, Done where it says that it is done
	// on other ways.
	Counted, Started, Done supergraph.Instruction
	Side
}

// Undone lists the wait groups that a function forgets that runs only as a goroutine, which was counted before.
func (a *Analysis) Undone(f *supergraph.Function) (list []Undone) {
	if !a.isGoroutine(f) {
		return nil
	}
	for done := range f.Instructions() {
		groups := a.groupsAt(done, library.Done)
		if done.Instr().Op != ir.OpCall || len(groups) == 0 || !a.isDoneByGoroutines(groups) {
			continue
		}
		start, count, ok := a.countOf(f, a.pathOf(f, done.Instr().Args[0]), a.pathOf)
		if !ok {
			continue
		}
		w := a.flowIn(span{parent: f, ends: func(i supergraph.Instruction) bool { return a.mayBeDone(i, groups) }})
		for s := range w.forgotten() {
			if a.mayTake(s.Branch, s.Edge) && !a.IsDecidedBy(count, s.Branch) && !a.IsDecidedBy(start, s.Branch) {
				list = append(list, Undone{groups, count, start, done, s})
			}
		}
	}
	return list
}

// isGoroutine reports whether a function is only ever started as a goroutine.
func (a *Analysis) isGoroutine(f *supergraph.Function) bool {
	isCall := func(call supergraph.Instruction) bool { return call.Instr().Op != ir.OpGo }
	return len(f.Callers) > 0 && !a.isOpen(f) && !slices.ContainsFunc(f.Callers, isCall)
}

// groupsAt are the wait groups of which an instruction calls a method with a meaning.
func (a *Analysis) groupsAt(i supergraph.Instruction, meaning library.Meaning) []pointsto.Location {
	in := i.Instr()
	if !i.Calls() || library.Find(in.Name).Meaning != meaning {
		return nil
	}
	return a.Points.Receivers(i.Parent.Function, in)
}

// isDoneByGoroutines reports whether nobody but goroutines that were counted says that he is done: each for himself.
func (a *Analysis) isDoneByGoroutines(groups []pointsto.Location) bool {
	return !slices.ContainsFunc(groups, func(l pointsto.Location) bool {
		return slices.ContainsFunc(a.Users[l], func(f *supergraph.Function) bool {
			for i := range f.Instructions() {
				if slices.Contains(a.groupsAt(i, library.Done), l) && !a.isCounted(i) || a.takesOff(i, l) {
					return true
				}
			}
			return false
		})
	})
}

// isCounted reports whether a goroutine says that it is done which was counted before, itself or by a function that only such ones call.
func (a *Analysis) isCounted(done supergraph.Instruction) bool {
	f := done.Parent
	group := a.pathOf(f, done.Instr().Args[0])
	if a.isGoroutine(f) {
		_, _, ok := a.countOf(f, group, a.pathOf)
		return ok
	}
	return !a.isOpen(f) && len(f.Callers) > 0 && !slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		from, isGiven := a.givenPath(call, f, group)
		if !isGiven || call.Instr().Op == ir.OpGo || !a.isGoroutine(call.Parent) {
			return true
		}
		_, _, ok := a.countOf(call.Parent, from, a.pathOf)
		return !ok
	})
}

// givenPath is the path that a function has of what it was given as the one has it who calls that by its name.
func (a *Analysis) givenPath(call supergraph.Instruction, callee *supergraph.Function, to path) (from path, ok bool) {
	o, isGiven := supergraph.Argument(call.Instr(), callee, to.root.Reg)
	if !isGiven || !to.beginsAround(callee) || to.root.Kind != ir.Register || call.Instr().Name != callee.Name {
		return path{}, false
	}
	return to.of(a.pathOf(call.Parent, o)), true
}

// takesOff reports whether an instruction adds what may be less than nothing to a group, or makes a value of one of its
// methods.
func (a *Analysis) takesOff(i supergraph.Instruction, group pointsto.Location) bool {
	in := i.Instr()
	if slices.Contains(a.groupsAt(i, library.Add), group) {
		return in.Args[1].Kind == ir.IntConst && in.Args[1].Int < 0
	}
	return in.Op == ir.OpMakeClosure && slices.ContainsFunc(in.Args, func(arg ir.Operand) bool {
		return a.Callee(in.Name) == nil && slices.Contains(a.Points.Operand(i.Parent.Function, arg), group)
	})
}

// countOf is where a goroutine is started which says that it is done to the group to which a path leads, and where it was counted before, in
// the group to which the same path leads.
func (a *Analysis) countOf(f *supergraph.Function, group path, pathOf func(*supergraph.Function, ir.Operand) path) (start, count supergraph.Instruction, ok bool) {
	if !group.known || group.root.Kind == ir.Register && group.root.Reg >= f.Params+f.FreeVars {
		return start, count, false
	}
	for _, start := range f.Callers {
		in := group
		if group.root.Kind == ir.Register {
			o, ok := supergraph.Argument(start.Instr(), f, group.root.Reg)
			if !ok {
				continue
			}
			in = group.of(pathOf(start.Parent, o))
		}
		for i := range start.Parent.Instructions() {
			if len(a.groupsAt(i, library.Add)) > 0 && i.Instr().Op == ir.OpCall && pathOf(start.Parent, i.Instr().Args[0]).isSame(in) && ComesBefore(i, start) && isForEach(i, start) {
				return start, i, true
			}
		}
	}
	return start, count, false
}

// isForEach reports whether each goroutine was counted: by as many as there are, or in the turn of a loop in which it
// is started.
func isForEach(count, start supergraph.Instruction) bool {
	loops := count.Parent.Loops
	return loops[count.At.Block] == loops[start.At.Block] || count.Instr().Args[1].Kind != ir.IntConst
}

// mayBeDone reports whether an instruction may say to one of some groups that somebody is done, or lead to it.
func (a *Analysis) mayBeDone(i supergraph.Instruction, groups []pointsto.Location) bool {
	if pointsto.Overlap(a.groupsAt(i, library.Done), groups) {
		return true
	}
	if i.Instr().Op == ir.OpMakeClosure {
		callee := a.Callee(i.Instr().Name)
		return callee != nil && a.touchesOneOf(callee, groups)
	}
	return i.Calls() && slices.ContainsFunc(a.CalleesAt(i), func(callee *supergraph.Function) bool { return a.touchesOneOf(callee, groups) })
}

// touchesOneOf reports whether a function may do something to one of some objects, itself or by what it calls.
func (a *Analysis) touchesOneOf(f *supergraph.Function, objects []pointsto.Location) bool {
	return slices.ContainsFunc(objects, func(l pointsto.Location) bool { return a.Touches(f, l) })
}

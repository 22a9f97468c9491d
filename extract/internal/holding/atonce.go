package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who closes a channel unless it was closed asks whether that is so, and says that it is. If these are two steps, two calls at once may
// both have asked before one of them says it, and both close the channel: a violation of atomicity, as Late is. That they ask with a lock, or
// atomically, says that there are other calls, and no lock helps that isn't held from the question to the answer.

// ClosedAtOnce finds the first channel that two calls of a function close so. Those who call one of an internal package are of its module:
// one owner of what it closes may be all there is.
func (a *Analysis) ClosedAtOnce(f *supergraph.Function) (l Late, ok bool) {
	if !a.isOpen(f) || !hasExportedName(f) || isInternal(f.Name) || a.UnderRecover()[f] || a.DefersRecover(f) {
		return l, false
	}
	for i := range f.Instructions() {
		if i.Instr().Op != ir.OpClose || isInLoop(i) {
			continue
		}
		channel, isKnown := a.oneOf(f, i.Instr().Args[0])
		l = Late{Channel: channel, Sent: i, Closed: i, Sides: a.decide(i)}
		if isKnown && a.isInSame(f, i.Instr().Args[0]) && a.areAskedApart(&l) && !a.waitsItselfBefore(i) && !a.locksUnseenBefore(i) && !a.callsValueBefore(i) && a.isHadByOthers(f) {
			return l, true
		}
	}
	return l, false
}

// isHadByOthers reports whether code that isn't seen may have the struct of a method: a function that has an exported name returns it, as an
// interface perhaps, or it gets out otherwise. Of a type with an exported name others have what the package doesn't make.
func (a *Analysis) isHadByOthers(f *supergraph.Function) bool {
	own := a.Points.Operand(f.Function, ir.Operand{Kind: ir.Register})
	made := slices.DeleteFunc(slices.Clone(own), func(l pointsto.Location) bool { return a.Points.Objects[l].Function == nil })
	if len(made) == 0 {
		return isOfExportedType(f) || len(own) == 0
	}
	return slices.ContainsFunc(made, a.Points.Escapes) || slices.ContainsFunc(a.Order, func(g *supergraph.Function) bool {
		return a.isOpen(g) && hasExportedName(g) && slices.ContainsFunc(g.Returned(), func(o ir.Operand) bool {
			return slices.ContainsFunc(a.Points.Operand(g.Function, o), func(l pointsto.Location) bool {
				return slices.Contains(made, l) || a.Points.Objects[l].Kind == pointsto.Box && pointsto.Overlap(made, a.Points.Content(l))
			})
		})
	})
}

// callsValueBefore reports whether a function calls a value before an instruction, which may be the method of a lock, unless that ends a context.
func (a *Analysis) callsValueBefore(i supergraph.Instruction) bool {
	for call := range comingBefore(i) {
		ends := func(o supergraph.Operation) bool { return o.IsClose() }
		if in := call.Instr(); in.Op == ir.OpCall && in.CallsValue() && !slices.ContainsFunc(a.OperationsOf(call), ends) {
			return true
		}
	}
	return false
}

// isInSame reports whether a channel is loaded from a variable of the package, or a field in what a function is given: two calls may find the same.
func (a *Analysis) isInSame(f *supergraph.Function, channel ir.Operand) bool {
	address := loadedFrom(f, channel)
	p := a.pathOf(f, address)
	return p.beginsOutside(f)
}

// areAskedApart reports whether a function closes a channel by what it asks, for all that is known, and sets what it has asked for in
// another step, so that whoever asks later doesn't close the channel. What it has taken the channel out of it has asked for, too.
func (a *Analysis) areAskedApart(l *Late) bool {
	f := l.Sent.Parent
	from := a.Memory(f, loadedFrom(f, l.Sent.Instr().Args[0]))
	asks, isTaken := false, slices.ContainsFunc(from, func(cell pointsto.Location) bool { return a.mayStoreIn(f, cell) })
	for _, s := range l.Sides {
		if a.asksWhetherClosed(l, s) {
			asks, isTaken = true, false
			continue
		}
		list := slices.DeleteFunc(a.asked(f, s.Branch.Instr().Args[0]), func(q inquiry) bool { return len(a.settingsIn(f, q.cells)) == 0 })
		if !a.mayTake(s.Branch, s.Edge) || len(list) == 0 && !a.isAskedOfOthers(s) || slices.ContainsFunc(list, func(q inquiry) bool { return !a.isSetApart(q, s) }) {
			return false
		}
		asks = asks || len(list) > 0
		isTaken = isTaken && !slices.ContainsFunc(list, func(q inquiry) bool { return pointsto.Overlap(q.cells, from) })
	}
	return asks && !isTaken
}

// isAskedOfOthers reports whether a branch hangs on what a function is given, and on what it never sets, alone.
func (a *Analysis) isAskedOfOthers(s Side) bool {
	g, f := a.groundsOf(s.Branch), s.Branch.Parent
	return !g.open && len(g.callees)+len(g.others) == 0 && !g.askOf(func(cell pointsto.Location) bool { return a.mayStoreIn(f, cell) })
}

// settingsIn are the stores in some cells that a function comes to, or what it calls, but for those in what is new.
func (a *Analysis) settingsIn(f *supergraph.Function, cells []pointsto.Location) (list []supergraph.Instruction) {
	for _, cell := range cells {
		for _, store := range a.Stores[cell] {
			if a.runs(f, store.Parent) && !isStoreToNew(store) {
				list = append(list, store)
			}
		}
	}
	return list
}

// isSetApart reports whether a function asks for something as one who isn't alone, sets it to what leads to the other side, and has no lock on
// the whole way from the one to the other.
func (a *Analysis) isSetApart(q inquiry, s Side) bool {
	f := q.Parent
	if !q.isShared {
		return false
	}
	return !slices.ContainsFunc(a.settingsIn(f, q.cells), func(store supergraph.Instruction) bool {
		for step := range f.Instructions() {
			isStep := step == store || step.Calls() && slices.ContainsFunc(a.CalleesAt(step), func(callee *supergraph.Function) bool { return a.runs(callee, store.Parent) })
			if !isStep {
				continue
			}
			isTogether := q.Instr().Guarded && step.Instr().Guarded // by a leaf lock, which isn't there
			stored, ok := storedBy(step, store)
			if !ok || !a.isDeniedBy(stored, f, s.Branch.Instr().Args[0], s.Edge == 0) || step == q.Instruction || isTogether || a.areOneStep(q.Instruction, step) {
				return true
			}
		}
		return false
	})
}

// storedBy is what a step of a function stores, itself or by a call, if that is known: what it passes to who stores that may be it.
func storedBy(step, store supergraph.Instruction) (stored ir.Operand, ok bool) {
	if stored = store.Instr().Args[1]; store.Instr().Op != ir.OpStore {
		return stored, false
	}
	g := store.Parent
	if o := g.Original(stored); step != store && o.Kind == ir.Register && o.Reg < g.Params && step.Instr().Name == g.Name {
		return supergraph.Argument(step.Instr(), g, o.Reg)
	}
	return stored, true
}

// areOneStep reports whether a function may have a lock on the whole way from one instruction to another one, or back.
func (a *Analysis) areOneStep(i, other supergraph.Instruction) bool {
	return slices.ContainsFunc(a.locksOf(i.Parent), func(lock pointsto.Location) bool {
		return a.isLockedFrom(i, other, lock) || a.isLockedFrom(other, i, lock)
	})
}

// asksWhetherClosed reports whether a side is that of a select on which a channel isn't closed yet that the function closes then, in another step.
func (a *Analysis) asksWhetherClosed(l *Late, s Side) bool {
	choice, n, isCase := askedCase(s.Branch)
	if !isCase || !choice.Instr().Default || s.Edge != 1 || choice.Instr().Cases[n].Send {
		return false
	}
	f := l.Sent.Parent
	asked := a.Points.Operand(f.Function, choice.Instr().Cases[n].Chan)
	return len(asked) == 1 && !a.IsSentOn(asked[0]) && a.isClosedOnlyIn(asked[0], f) && a.Closes(f, asked[0]) && !a.areOneStep(choice, l.Sent)
}

// isDeniedBy reports whether a condition isn't what it was, if a constant is stored in that for which it asks.
func (a *Analysis) isDeniedBy(stored ir.Operand, f *supergraph.Function, condition ir.Operand, was bool) bool {
	o, negated := f.Negated(condition)
	was = was != negated
	i, ok := f.DefinedAt(o)
	if !ok {
		return false
	}
	switch in := i.Instr(); in.Op {
	case ir.OpLoad:
		return stored.Kind == ir.BoolConst && (stored.Int != 0) != was
	case ir.OpBinary:
		if !a.isRead(f, in.Args[0]) {
			return false
		}
		is := stored == in.Args[1]
		return (in.Name == "==" || in.Name == "!=") && stored.Kind == in.Args[1].Kind && stored.Kind != ir.Register && is == (was != (in.Name == "=="))
	case ir.OpCall:
		callees := a.CalleesAt(i) // one that doesn't come back here, as asked says
		answer, isOne := answerOf(callees[0])
		return isOne && a.isDeniedBy(stored, callees[0], answer, was)
	}
	return false
}

// isRead reports whether a value is read from memory, be it by a function that returns nothing else.
func (a *Analysis) isRead(f *supergraph.Function, o ir.Operand) bool {
	i, ok := f.DefinedAt(f.Original(o))
	if ok && i.Instr().Op == ir.OpCall {
		if callees := a.CalleesAt(i); len(callees) == 1 && !a.asking[callees[0]] {
			answer, isOne := answerOf(callees[0])
			read := callees[0].Definition(callees[0].Original(answer))
			return isOne && read != nil && read.Op == ir.OpLoad
		}
	}
	return ok && i.Instr().Op == ir.OpLoad
}

// isLockedFrom reports whether a function may have a lock on the whole way from one instruction to another one.
func (a *Analysis) isLockedFrom(i, to supergraph.Instruction, lock pointsto.Location) bool {
	one := []pointsto.Location{lock}
	for taken := range i.Parent.Instructions() {
		if a.mayBringLock(taken, one) && (taken == i || a.mayStillHold(taken, i, one)) && a.mayStillHold(i, to, one) {
			return true
		}
	}
	return false
}

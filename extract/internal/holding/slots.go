package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Slot is one of a semaphore (a channel with a buffer, from which everybody receives who has sent on it before, and nobody else
// does; or of whose messages there are as many as its maker has put there: everybody sends one who has received one before) that a function takes, and never gives back if it takes one side of a branch. When it has done so as often as there are slots,
// nobody gets one any more. It is what Kept is with locks.
type Slot struct {
	Semaphore pointsto.Location
	Capacity  int
	// Calls lead to where the function takes it, Taken.
	Calls []supergraph.Instruction
	Taken supergraph.Instruction
	// Filled is where the maker sends, if the slots are such messages.
	Filled supergraph.Instruction
	// Next is where the next caller waits for one, and for nothing else.
	Next supergraph.Instruction
	// Case is where the case of a select is that the side is of, if it is of one.
	Case model.Site
	Side
}

// Slots lists those that a function forgets that anybody may call again and again with the same struct: the first one.
func (a *Analysis) Slots(f *supergraph.Function) (list []Slot) {
	if !a.isOpen(f) {
		return nil
	}
	for _, t := range a.slotsTaken(f) {
		if !t.path.beginsOutside(f) || !a.isSemaphoreOfMany(t, f) {
			continue
		}
		w := a.flowIn(span{parent: f, from: t.from, ends: func(i supergraph.Instruction) bool { return a.givesSlot(i, t) }})
		for s := range w.forgotten() {
			if next, ok := a.waitsForSlot(t, s); ok && a.mayTakeEachTime(t, s) && !t.isHandedOn(s) && !(t.isMessage && a.asksForSlot(t, s)) {
				list = append(list, Slot{t.semaphore, a.slotsOf(t.semaphore), t.calls, t.taken, a.filledAt(t), next, caseOf(s), s})
				return list
			}
		}
	}
	return list
}

// A slotTaking is how a function takes a slot of a semaphore: from an instruction on it has it.
type slotTaking struct {
	semaphore pointsto.Location
	// isMessage says that the slot is a message, which is received, and sent to give it back.
	isMessage bool
	from      supergraph.Instruction
	calls     []supergraph.Instruction
	taken     supergraph.Instruction
	path      path
	// handle is what a call has returned that may give it back.
	handle ir.Operand
}

// slotsTaken are those that a function takes itself, or by a call of one that returns with it in any case.
func (a *Analysis) slotsTaken(f *supergraph.Function) (list []slotTaking) {
	list = a.ownSlots(f)
	for i := range f.Instructions() {
		callees := a.CalleesAt(i)
		if i.Instr().Op != ir.OpCall || len(callees) != 1 || callees[0] == f {
			continue
		}
		for _, t := range a.ownSlots(callees[0]) {
			root, ok := supergraph.Argument(i.Instr(), callees[0], t.path.root.Reg)
			if !ok || !t.path.beginsOutside(callees[0]) || t.path.root.Kind != ir.Register || !a.returnsWithSlot(t) {
				continue
			}
			list = append(list, slotTaking{t.semaphore, t.isMessage, i, []supergraph.Instruction{i}, t.taken, t.path.of(a.pathOf(f, root)), ir.Operand{Kind: ir.Register, Reg: i.Instr().Dst}})
		}
	}
	return list
}

// ownSlots are those that a function takes itself: it sends on a channel, or receives, be it in a case of a select.
func (a *Analysis) ownSlots(f *supergraph.Function) (list []slotTaking) {
	add := func(taken, from supergraph.Instruction, channel ir.Operand, sends bool) {
		for _, l := range a.Points.Operand(f.Function, channel) {
			if l > pointsto.Beside {
				list = append(list, slotTaking{semaphore: l, isMessage: !sends, from: from, taken: taken, path: a.pathOf(f, channel)})
			}
		}
	}
	for i := range f.Instructions() {
		switch in := i.Instr(); in.Op {
		case ir.OpSend, ir.OpReceive:
			if !in.CommaOk {
				add(i, i, in.Args[0], in.Op == ir.OpSend)
			}
		case ir.OpSelect:
			for n, c := range in.Cases {
				if first, ok := f.AfterCase(i, n); ok && len(a.OperationsOf(at(f, first, 0))) == 0 {
					add(i, at(f, first, 0), c.Chan, c.Send)
				}
			}
		}
	}
	return list
}

// asksForSlot reports whether the branch of a side asks for the message that is the slot itself: those that the maker has sent may be
// all that there are. What is called elsewhere with it answers as it likes.
func (a *Analysis) asksForSlot(t slotTaking, s Side) bool {
	f := s.Branch.Parent
	var isOf func(o ir.Operand, depth int) bool
	isOf = func(o ir.Operand, depth int) bool {
		o = f.Original(o)
		in := f.Definition(o)
		switch {
		case in == nil || depth == 0:
			return false
		case o.Reg == t.taken.Instr().Dst && f == t.taken.Parent || t.isHandle(o):
			return true
		case in.Op == ir.OpLoad || in.Op == ir.OpMapLookup:
			return false
		}
		i, _ := f.DefinedAt(o)
		isAskedElsewhere := in.Op == ir.OpCall && len(a.CalleesAt(i)) == 0
		return !isAskedElsewhere && slices.ContainsFunc(in.Args, func(arg ir.Operand) bool { return isOf(arg, depth-1) })
	}
	return isOf(s.Branch.Instr().Args[0], maxDepth)
}

// returnsWithSlot reports whether a function has a slot wherever it returns.
func (a *Analysis) returnsWithSlot(t slotTaking) bool {
	f := t.from.Parent
	w := a.flowIn(span{parent: f, from: t.from, ends: func(i supergraph.Instruction) bool { return i.Instr().Op != ir.OpMakeClosure && a.givesSlot(i, t) }})
	for b := range f.Blocks {
		end := w.lastOf(b)
		if end.Instr().Op == ir.OpReturn && (!w.holdsAt(end) || w.isReleasedInTheEnd(end)) {
			return false
		}
	}
	return returns(f)
}

// givesSlot reports whether an instruction may give back a slot, or makes or uses what does.
func (a *Analysis) givesSlot(i supergraph.Instruction, t slotTaking) bool {
	in := i.Instr()
	if i != t.from && in.Op != ir.OpCopy && slices.ContainsFunc(in.Args, t.isHandle) {
		return true
	}
	return i != t.from && (a.givesAt(i, t) || a.mayUse(i, t.semaphore) && !a.givesOnlyOwn(i, t))
}

// givesOnlyOwn reports whether all that a call of a method by way of an interface may run gives back only slots that it has taken itself: so it is if
// the interface is one of many that the struct with the semaphore has as well.
func (a *Analysis) givesOnlyOwn(i supergraph.Instruction, like slotTaking) bool {
	if i.Instr().Op != ir.OpCall || i.Instr().Name != "" || i.Instr().Method == "" {
		return false
	}
	callees := a.CalleesAt(i)
	is := len(callees) > 0
	for _, callee := range callees {
		a.VisitReached(callee, func(g *supergraph.Function) {
			for _, o := range a.Operations(g) {
				gives := like.isGivenBy(o) && slices.Contains(o.Objects, like.semaphore)
				is = is && !(gives && !a.hasOwnSlotAt(g.At(o.At), like))
			}
		})
	}
	return is
}

// givesAt reports whether an instruction itself may give back a slot.
func (a *Analysis) givesAt(i supergraph.Instruction, t slotTaking) bool {
	return slices.ContainsFunc(a.OperationsOf(i), func(o supergraph.Operation) bool {
		return t.isGivenBy(o) && slices.Contains(o.Objects, t.semaphore)
	})
}

// isGivenBy reports whether an operation is of those that give back slots of such a kind.
func (t *slotTaking) isGivenBy(o supergraph.Operation) bool {
	if t.isMessage {
		return o.Sends
	}
	return o.Receives
}

// filledAt is where the maker of a semaphore sends the messages that are its slots, which then others receive.
func (a *Analysis) filledAt(t slotTaking) (filled supergraph.Instruction) {
	maker := a.Functions[a.Points.Objects[t.semaphore].Function]
	if !t.isMessage || maker == nil {
		return filled
	}
	for i := range maker.Instructions() {
		if i.Instr().Op == ir.OpSend && a.givesAt(i, t) {
			return i
		}
	}
	return filled
}

// isHandedOn reports whether a function may return what gives back a slot when it has taken a side of a branch.
func (t *slotTaking) isHandedOn(s Side) bool {
	f := t.from.Parent
	for b := range reachedFrom(f, f.SuccessorsOf(s.Branch.At.Block)[s.Edge]) {
		if slices.ContainsFunc(f.Blocks[b].Terminator().Args, t.isHandle) {
			return true
		}
	}
	return false
}

// isHandle reports whether a value is what a call has returned that may give back the slot.
func (t *slotTaking) isHandle(o ir.Operand) bool {
	return t.handle.Kind == ir.Register && t.from.Parent.Original(o) == t.handle
}

// receivesAt reports whether an instruction may receive from a channel itself.
func (a *Analysis) receivesAt(i supergraph.Instruction, channel pointsto.Location) bool {
	return slices.ContainsFunc(a.OperationsOf(i), func(o supergraph.Operation) bool { return o.Receives && slices.Contains(o.Objects, channel) })
}

// mayUse reports whether an instruction runs a function that does something with a channel, or makes a value of one.
func (a *Analysis) mayUse(i supergraph.Instruction, channel pointsto.Location) bool {
	if i.Instr().Op == ir.OpMakeClosure {
		callee := a.Callee(i.Instr().Name)
		return callee == nil || a.Touches(callee, channel)
	}
	return i.Calls() && slices.ContainsFunc(a.CalleesAt(i), func(callee *supergraph.Function) bool { return a.Touches(callee, channel) })
}

// slotsOf is how many slots a semaphore has; one, if that is up to others who have it made.
func (a *Analysis) slotsOf(semaphore pointsto.Location) int {
	o := &a.Points.Objects[semaphore]
	if capacity, known := o.Capacity(); known {
		return capacity
	}
	maker := a.Functions[o.Function]
	if maker == nil || maker.At(o.At).Instr().Op != ir.OpMakeChan {
		return 0 // it may be the nil channel of a variable
	}
	return a.slotsFor(maker, maker.At(o.At).Instr().Args[0], deepestSize)
}

// deepestSize is how many calls a number of slots is followed that callers pass.
const deepestSize = 3

// slotsFor is the number that an operand of the maker of a semaphore is: the least one of its callers, if the package has them all.
func (a *Analysis) slotsFor(f *supergraph.Function, size ir.Operand, depth int) (least int) {
	size = f.Original(size)
	switch {
	case size.Kind == ir.IntConst:
		return int(size.Int)
	case size.Kind != ir.Register || size.Reg >= f.Params || depth == 0 || a.isChecked(f, size.Reg):
		return 0
	case a.isOpen(f):
		return 1
	}
	for n, call := range f.Callers {
		arg, _ := supergraph.Argument(call.Instr(), f, size.Reg)
		if passed := a.slotsFor(call.Parent, arg, depth-1); n == 0 || passed < least {
			least = passed
		}
	}
	return least
}

// isChecked reports whether a function may ask what a number is that it was given: not only how often a loop goes round.
func (a *Analysis) isChecked(f *supergraph.Function, parameter int) bool {
	for branch := range branchesOf(f) {
		isTurn := slices.ContainsFunc(f.CountedLoops(), func(c *supergraph.CountedLoop) bool { return slices.Contains(c.Tests, branch.At.Block) })
		if !isTurn && a.groundsOf(branch).given.Has(parameter) {
			return true
		}
	}
	return false
}

// maxSlots is how many slots a semaphore may have of which it is told that all are gone: each takes a call.
const maxSlots = 16

// isSemaphoreOfMany reports whether what a function takes a slot of is a semaphore which it doesn't make that is called with it: that is
// in a field, or in a variable of the package.
func (a *Analysis) isSemaphoreOfMany(t slotTaking, f *supergraph.Function) bool {
	channel := t.semaphore
	maker := a.Functions[a.Points.Objects[channel].Function]
	if n := a.slotsOf(channel); n < 1 || n > maxSlots || maker == nil || a.runs(maker, f) || a.runs(f, maker) || a.Points.Escapes(channel) || a.Points.CanServe(channel, !t.isMessage) {
		return false
	}
	filled := a.filledAt(t)
	if t.isMessage != (filled.Parent != nil) {
		return false
	}
	isKept := func(l pointsto.Location) bool {
		return a.Points.Objects[l].Kind == pointsto.Field || a.Points.Objects[l].IsGlobal()
	}
	return slices.ContainsFunc(a.Into[channel], isKept) && !slices.ContainsFunc(a.Users[channel], func(user *supergraph.Function) bool {
		return slices.ContainsFunc(a.Operations(user), func(o supergraph.Operation) bool {
			i := user.At(o.At)
			isGivenByOther := t.isGivenBy(o) && i.Parent != filled.Parent && !a.hasSlotAt(i, t, map[*supergraph.Function]bool{})
			return slices.Contains(o.Objects, channel) && (o.IsClose() || i.Instr().Op == ir.OpLen || i.Instr().Default || isGivenByOther)
		})
	})
}

// hasSlotAt reports whether a function has taken a slot of a semaphore, as another one does, on all ways to an instruction, or had it when
// it was called, or made.
func (a *Analysis) hasSlotAt(i supergraph.Instruction, like slotTaking, seen map[*supergraph.Function]bool) bool {
	f := i.Parent
	if a.hasOwnSlotAt(i, like) {
		return true
	}
	begins := slices.Concat(f.Callers, a.Closures[f])
	if len(begins) == 0 || seen[f] || a.isOpen(f) && len(a.Closures[f]) == 0 {
		return false
	}
	seen[f] = true
	return !slices.ContainsFunc(begins, func(begin supergraph.Instruction) bool {
		return !(len(a.Closures[f]) > 0 && begin.Instr().Op != ir.OpMakeClosure) && !a.hasSlotAt(begin, like, seen)
	})
}

// hasOwnSlotAt reports whether a function itself has taken a slot of a semaphore, as another one does, on all ways to an instruction.
func (a *Analysis) hasOwnSlotAt(i supergraph.Instruction, like slotTaking) bool {
	return slices.ContainsFunc(a.slotsTaken(i.Parent), func(t slotTaking) bool {
		if t.semaphore != like.semaphore || t.isMessage != like.isMessage || t.from == i || a.isOfAnother(i, t) {
			return false
		}
		w := a.flowIn(span{parent: i.Parent, from: t.from, ends: func(i supergraph.Instruction) bool { return a.givesAt(i, t) }})
		return w.holdsAt(i)
	})
}

// isOfAnother reports whether an instruction gives back a slot of another semaphore than the one of which a slot was taken.
func (a *Analysis) isOfAnother(i supergraph.Instruction, t slotTaking) bool {
	op := i.Instr().Op
	return (op == ir.OpReceive || op == ir.OpSend) && t.path.known && t.path != a.pathOf(i.Parent, i.Instr().Args[0])
}

// mayTakeEachTime reports whether a function may forget a slot on a side of a branch, as often as there are any.
func (a *Analysis) mayTakeEachTime(t slotTaking, s Side) bool {
	if choice, n, isCase := askedCase(s.Branch); isCase {
		return s.Edge == 0 && a.comesFromWorld(s.Branch.Parent, &choice.Instr().Cases[n])
	}
	isSet := func(l pointsto.Location) bool { return a.mayStoreIn(s.Branch.Parent, l) }
	capacity, known := a.Points.Objects[t.semaphore].Capacity()
	return a.mayTake(s.Branch, s.Edge) && (known && capacity == 1 || !a.askOf([]Side{s}, isSet))
}

// waitsForSlot is where a function that anybody may call waits for a slot alone when one has been forgotten on a side of a branch: the
// same one, or else another one.
func (a *Analysis) waitsForSlot(t slotTaking, s Side) (next supergraph.Instruction, ok bool) {
	f := t.from.Parent
	isNext := func(taken, from supergraph.Instruction) bool {
		return taken.Instr().Op != ir.OpSelect && !a.isSteeredBy(taken, f) && !a.isSteeredBy(from, f) && !a.IsDecidedBy(from, s.Branch)
	}
	if isNext(t.taken, t.from) {
		return t.taken, true
	}
	for _, user := range a.Users[t.semaphore] {
		for _, other := range a.ownSlots(user) {
			if a.isOpen(user) && other.semaphore == t.semaphore && other.isMessage == t.isMessage && other.path.beginsOutside(user) && other.path.steps == t.path.steps && isNext(other.taken, other.from) {
				return other.taken, true
			}
		}
	}
	return next, false
}

// caseOf is where the case is of which a side is, if it is one.
func caseOf(s Side) (at model.Site) {
	if choice, n, ok := askedCase(s.Branch); ok {
		at = choice.Instr().Cases[n].Site
	}
	return at
}

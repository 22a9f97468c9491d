package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Missed is a wakeup that comes too early (a lost wakeup). Who waits for a condition asks for something with the lock, and waits if it isn't
// so. Who makes it so, and wakes him, doesn't have that lock at any time from the one to the other: both
// may be done after the question, and before the wait.
type Missed struct {
	Cond pointsto.Location
	// Waits is where the waiter begins to wait, Lock where he takes the lock that he has there.
	Waits supergraph.Instruction
	Lock  Taking
	// Asked is the side that he takes as it isn't so yet.
	Asked Side
	// Set is where it is made so, Wakes where the waiters are woken after that.
	Set, Wakes supergraph.Instruction
	// Started is where the waiter starts the goroutine that wakes him when a context ends, which is what he asks for.
	Started supergraph.Instruction
}

// Missed lists the wakeups that a function may miss, one for each condition.
func (a *Analysis) Missed(f *supergraph.Function) (list []Missed) {
	for _, o := range a.Operations(f) {
		waits := f.At(o.At)
		isTold := slices.ContainsFunc(list, func(m Missed) bool { return slices.Contains(o.Objects, m.Cond) })
		if o.Kind != model.Cond || !o.Tests || len(o.Objects) != 1 || isTold || !isInLoop(waits) || !a.mayComeTo(waits) {
			continue
		}
		m := Missed{Cond: o.Objects[0], Waits: waits}
		if !a.findLock(&m) {
			continue
		}
		for _, asked := range a.decide(waits) {
			m.Asked = asked
			if a.isAskedEachTime(&m) && a.findWakeup(&m) {
				list = append(list, m)
				break
			}
		}
	}
	return list
}

// findLock finds the lock that the waiter has, and that is out of the reach of others.
func (a *Analysis) findLock(m *Missed) bool {
	for _, t := range a.Takings(m.Waits.Parent) {
		if a.flowOf(t).holdsAt(m.Waits) && !slices.ContainsFunc(t.Locks, func(l pointsto.Location) bool { return !a.isHidden(l) }) {
			m.Lock = t
			return true
		}
	}
	return false
}

// isAskedEachTime reports whether a question is asked with the lock, before each wait.
func (a *Analysis) isAskedEachTime(m *Missed) bool {
	branch := m.Asked.Branch
	return a.flowOf(m.Lock).holdsAt(branch) && branch.AlwaysComesBefore(m.Waits) && ComesBefore(m.Waits, branch)
}

// findWakeup finds who makes it so and wakes the waiters, while nobody who runs by himself would wake them later.
func (a *Analysis) findWakeup(m *Missed) bool {
	for _, f := range a.Order {
		for _, o := range a.Operations(f) {
			if isWake(o, m.Cond) && len(o.Objects) == 1 && f.At(o.At).Instr().Op == ir.OpCall {
				m.Wakes = f.At(o.At)
				if (a.isSetByCaller(m) || a.isEndOfContext(m)) && !a.isWokenOtherwise(m) {
					return true
				}
			}
		}
	}
	return false
}

// isWake reports whether an operation wakes those who wait for a condition.
func isWake(o supergraph.Operation, cond pointsto.Location) bool {
	return o.Kind == model.Cond && o.Serves && slices.Contains(o.Objects, cond)
}

// isSetByCaller reports whether the function that wakes the waiters, as others call it, has made so before what they ask for.
func (a *Analysis) isSetByCaller(m *Missed) bool {
	f := m.Wakes.Parent
	hasLock := func(call supergraph.Instruction) bool { return len(a.locksAt(call)) > 0 }
	if !a.isOpen(f) || !hasExportedName(f) || slices.ContainsFunc(f.Callers, hasLock) || a.mayLockBefore(m.Wakes) || a.waitsItselfBefore(m.Wakes) {
		return false
	}
	for i := range f.Instructions() {
		if i.AlwaysComesBefore(m.Wakes) && (a.answers(i, m.Asked) || a.closesAsked(i, m.Asked)) && a.isOfOwner(i, m) {
			m.Set = i
			return true
		}
	}
	return false
}

// mayLockBefore reports whether a function may have taken a lock, or released it, before an instruction, itself or by what it calls.
func (a *Analysis) mayLockBefore(i supergraph.Instruction) bool {
	for before := range comingBefore(i) {
		calls := func(callee *supergraph.Function) bool { return len(a.locksOf(callee)) > 0 }
		if len(a.lockedBy(before)) > 0 || slices.ContainsFunc(a.CalleesAt(before), calls) {
			return true
		}
	}
	return a.tries(i)
}

// answers reports whether an instruction sets a flag to what a branch doesn't find there where it takes a side.
func (a *Analysis) answers(store supergraph.Instruction, s Side) bool {
	flag, value, ok := a.flagOf(s.Branch)
	found := (s.Edge == 0) == value
	return ok && a.isHidden(flag) && slices.Contains(a.Stores[flag], store) && store.Instr().Args[1].Kind == ir.BoolConst && (store.Instr().Args[1].Int != 0) != found
}

// isOfOwner reports whether an instruction sets, or has set, something in the struct with the condition that is woken then.
func (a *Analysis) isOfOwner(i supergraph.Instruction, m *Missed) bool {
	f := m.Wakes.Parent
	owner := a.pathOf(f, m.Wakes.Instr().Args[0])
	isIn := func(o ir.Operand) bool {
		p := a.pathOf(f, o)
		return p.known && p.root == owner.root
	}
	in := i.Instr()
	return owner.known && slices.ContainsFunc(in.Args, func(o ir.Operand) bool {
		made := f.Definition(f.Original(o))
		return isIn(o) || made != nil && made.Op == ir.OpMakeClosure && slices.ContainsFunc(made.Args, isIn)
	})
}

// closesAsked reports whether an instruction closes the channel of which a branch finds that it is still open, or calls what does.
func (a *Analysis) closesAsked(i supergraph.Instruction, s Side) bool {
	choice, n, isCase := askedCase(s.Branch)
	if !isCase || !choice.Instr().Default || s.Edge != 1 || choice.Instr().Cases[n].Send {
		return false
	}
	channels := a.Points.Operand(choice.Parent.Function, choice.Instr().Cases[n].Chan)
	if len(channels) != 1 || a.Points.Escapes(channels[0]) {
		return false
	}
	closes := func(o supergraph.Operation) bool { return o.IsClose() && slices.Equal(o.Objects, channels) }
	if slices.ContainsFunc(a.OperationsOf(i), closes) {
		return true
	}
	for f := range a.callable(a.CalleesAt(i)...) {
		if i.Instr().Op == ir.OpCall && slices.ContainsFunc(a.Operations(f), closes) {
			return true
		}
	}
	return false
}

// isEndOfContext reports whether a goroutine wakes the waiter who has started it, when a context ends, of which he asks whether it has
// ended.
func (a *Analysis) isEndOfContext(m *Missed) bool {
	waiter, g := m.Waits.Parent, m.Wakes.Parent
	context, ok := a.contextAsked(m.Asked)
	if !ok || a.mayLockBefore(m.Wakes) {
		return false
	}
	for i := range waiter.Instructions() {
		if of, ok := a.startsAtEnd(i, m.Wakes); ok && i.AlwaysComesBefore(m.Waits) && of == context {
			m.Started, m.Set = i, g.At(pointsto.At{})
			return true
		}
	}
	return false
}

// contextAsked is the context of which a branch finds that it hasn't ended.
func (a *Analysis) contextAsked(s Side) (context ir.Operand, ok bool) {
	f := s.Branch.Parent
	if choice, n, isCase := askedCase(s.Branch); isCase {
		if choice.Instr().Default && s.Edge == 1 {
			context = contextOf(f, choice.Instr().Cases[n].Chan, "Done")
		}
		return context, context.Kind == ir.Register
	}
	in := f.Definition(s.Branch.Instr().Args[0])
	if in != nil && in.Op == ir.OpBinary && in.Args[1].Kind == ir.NilConst && (in.Name == "==") == (s.Edge == 0) {
		context = contextOf(f, in.Args[0], "Err")
	}
	return context, context.Kind == ir.Register
}

// contextOf is the context of which a value is the result of a method.
func contextOf(f *supergraph.Function, o ir.Operand, method string) (context ir.Operand) {
	in := f.Definition(f.Original(o))
	if in == nil || in.Op != ir.OpCall || in.Method != method || in.TypeName != ir.ContextType {
		return ir.Operand{Kind: ir.Unknown}
	}
	return f.Original(in.Args[0])
}

// startsAtEnd is the context, if an instruction starts a goroutine that wakes waiters once that has ended, at some place: at once, or when
// it has waited for that and for nothing before.
func (a *Analysis) startsAtEnd(i, wakes supergraph.Instruction) (context ir.Operand, ok bool) {
	in, g, callees := i.Instr(), wakes.Parent, a.CalleesAt(i)
	switch {
	case in.Op == ir.OpCall && in.Name == library.AtEnd && len(callees) == 1:
		literal, _ := a.literalGiven(i, callees[0], 1)
		return i.Parent.Original(in.Args[0]), literal == g && !a.waitsItselfBefore(wakes)
	case in.Op == ir.OpGo && len(callees) == 1 && callees[0] == g:
		return a.contextEnding(g, wakes)
	}
	return context, false
}

// contextEnding is the context for whose end a literal waits, and for nothing else, before an instruction, where the function that makes the
// literal has it.
func (a *Analysis) contextEnding(g *supergraph.Function, wakes supergraph.Instruction) (context ir.Operand, ok bool) {
	var waits []supergraph.Instruction
	for i := range comingBefore(wakes) {
		if in := i.Instr(); in.Op == ir.OpReceive || in.Op == ir.OpSelect && !in.Default || a.mayBlockAt(i) || slices.ContainsFunc(a.CalleesAt(i), a.mayWait) {
			waits = append(waits, i)
		}
	}
	if len(waits) != 1 || len(a.Closures[g]) != 1 {
		return context, false
	}
	made, of := a.Closures[g][0], contextOf(g, a.receivedBefore(waits[0], wakes), "Done")
	if of.Kind != ir.Register || of.Reg < g.Params || of.Reg >= g.Params+g.FreeVars {
		return context, false
	}
	return made.Parent.Original(made.Instr().Args[of.Reg-g.Params]), true
}

// receivedBefore is the channel from which an instruction has received where its function comes to another one; by which case, if it is a select.
func (a *Analysis) receivedBefore(waits, i supergraph.Instruction) (channel ir.Operand) {
	switch in := waits.Instr(); in.Op {
	case ir.OpReceive:
		return in.Args[0]
	case ir.OpSelect:
		if cases := a.casesTo(waits, i); len(cases) == 1 && !in.Cases[cases[0]].Send {
			return in.Cases[cases[0]].Chan
		}
	}
	return ir.Operand{Kind: ir.Unknown}
}

// isWokenOtherwise reports whether the waiters may be woken by a goroutine of the package, or again by the function that does so
// too early.
func (a *Analysis) isWokenOtherwise(m *Missed) bool {
	for _, f := range a.Order {
		for _, o := range a.Operations(f) {
			wakes := f.At(o.At)
			if !isWake(o, m.Cond) || wakes == m.Wakes {
				continue
			}
			if f == m.Wakes.Parent || a.runs(m.Wakes.Parent, f) || a.runsByItself(f) && !a.isStartedForEnd(wakes) {
				return true
			}
		}
	}
	return isInLoop(m.Wakes) || m.Started.Parent == nil && a.runsByItself(m.Wakes.Parent)
}

// runsByItself reports whether a goroutine that the package starts may run a function, or others to whom a literal is given.
func (a *Analysis) runsByItself(f *supergraph.Function) bool {
	return len(a.Closures[f]) > 0 || slices.ContainsFunc(a.Order, func(g *supergraph.Function) bool {
		return slices.ContainsFunc(g.Callers, isStart) && a.runs(g, f)
	})
}

// isStartedForEnd reports whether a function wakes waiters in a goroutine that is there for the end of a context.
func (a *Analysis) isStartedForEnd(wakes supergraph.Instruction) bool {
	return wakes.Parent.Name == library.WhenContextEnds || slices.ContainsFunc(a.Order, func(f *supergraph.Function) bool {
		for i := range f.Instructions() {
			if _, ok := a.startsAtEnd(i, wakes); ok {
				return true
			}
		}
		return false
	})
}

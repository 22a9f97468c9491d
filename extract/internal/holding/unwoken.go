package holding

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// An Unwoken is somebody who waits for a condition variable as there is nothing to do yet, in a struct that was just made. He asks for
// a flag, too, that the one who closes the struct sets; but that one wakes nobody, or one of several, and nobody else does so by
// himself. Who makes the struct and closes it, and does nothing else to it, leaves him waiting, or waits himself for his end.
type Unwoken struct {
	Cond pointsto.Location
	// Started is where the waiter is started, if he is a goroutine, Calls lead to where he waits, Waits.
	Started supergraph.Instruction
	Calls   []supergraph.Instruction
	Waits   supergraph.Instruction
	// Lock is where he takes the lock that he has there.
	Lock Taking
	// Asked is the side that he takes as the flag isn't set.
	Asked Side
	// Closes is the function that sets it, at Set, with a lock, if it has one, and wakes one of several, if there is an instruction for that.
	Closes     *supergraph.Function
	Set, Wakes supergraph.Instruction
	SetLock    Taking
	// Awaits is where it waits for his end, in Calls of its own, if it does; Counted is where he was counted, of a wait group, Ends
	// where he would say that he has ended.
	Awaits        supergraph.Instruction
	AwaitsCalls   []supergraph.Instruction
	End           pointsto.Location
	Counted, Ends supergraph.Instruction
}

// Unwoken lists those whom the function that closes a struct leaves waiting in another function, or in what that calls: the first one.
func (a *Analysis) Unwoken(f *supergraph.Function) (list []Unwoken) {
	for _, cond := range a.conditionsOf(f) {
		for _, w := range a.firstWays(f, cond) {
			if !w.comesToWait() {
				continue
			}
			if u, ok := w.unwoken(); ok {
				return []Unwoken{u}
			}
		}
	}
	return nil
}

// conditionsOf are the condition variables for which a function may wait, or what it calls.
func (a *Analysis) conditionsOf(f *supergraph.Function) (list []pointsto.Location) {
	if !a.isGoroutine(f) && !(a.isOpen(f) && hasExportedName(f)) {
		return nil
	}
	for l, waiters := range a.waitersForConds() {
		if slices.ContainsFunc(waiters, func(waiter *supergraph.Function) bool { return a.runs(f, waiter) }) {
			list = append(list, l)
		}
	}
	slices.Sort(list)
	return list
}

// waitersForConds are the functions that wait for condition variables.
func (a *Analysis) waitersForConds() map[pointsto.Location][]*supergraph.Function {
	if a.conds == nil {
		a.conds = map[pointsto.Location][]*supergraph.Function{}
		for _, f := range a.Order {
			for _, o := range a.Operations(f) {
				if o.Kind == model.Cond && o.Tests && len(o.Objects) == 1 {
					a.conds[o.Objects[0]] = append(a.conds[o.Objects[0]], f)
				}
			}
		}
	}
	return a.conds
}

// firstWays are the ways that a function takes first with a struct: that it is called with, or started with by a function that anybody
// may call.
func (a *Analysis) firstWays(f *supergraph.Function, cond pointsto.Location) (list []*firstWay) {
	add := func(given ir.Operand, isEarlier func(supergraph.Instruction) bool) {
		list = append(list, &firstWay{Analysis: a, begin: f, given: given, cond: cond, isEarlier: isEarlier})
	}
	if !a.isGoroutine(f) {
		if f.Params > 0 && f.ParamType(0) != "" {
			add(receiver, a.storesToNew(f.ParamType(0)))
		}
		return list
	}
	if len(f.Callers) != 1 || !a.isOpen(f.Callers[0].Parent) {
		return nil
	}
	start := f.Callers[0]
	before := a.startable([]*supergraph.Function{start.Parent}, start)
	isBefore := func(store supergraph.Instruction) bool { return before[store.Parent] }
	for n := range f.Params + f.FreeVars {
		o, ok := supergraph.Argument(start.Instr(), f, n)
		if !ok {
			continue
		}
		given := ir.Operand{Kind: ir.Register, Reg: n}
		switch o = start.Parent.Original(o); {
		case a.isJustMade(start.Parent, o):
			add(given, isBefore)
		case o == receiver && start.Parent.ParamType(0) != "":
			isToNew := a.storesToNew(start.Parent.ParamType(0))
			add(given, func(store supergraph.Instruction) bool { return isBefore(store) || isToNew(store) })
		}
	}
	return list
}

// storesToNew reports of stores whether they are in a struct of a type that their function makes, or in functions that whoever makes one
// may run.
func (a *Analysis) storesToNew(typeName string) func(store supergraph.Instruction) bool {
	makes := func(f *supergraph.Function) bool { return makesStruct(f, strings.TrimPrefix(typeName, "*")) }
	run := a.startable(slices.DeleteFunc(slices.Clone(a.Order), func(f *supergraph.Function) bool { return !makes(f) }), supergraph.Instruction{})
	return func(store supergraph.Instruction) bool { return isStoreToNew(store) || run[store.Parent] }
}

// isStoreToNew reports whether an instruction stores in a struct that its function makes.
func isStoreToNew(store supergraph.Instruction) bool {
	return isNew(store.Parent, store.Parent.BaseOfPart(store.Instr().Args[0]))
}

// isJustMade reports whether a function has made a struct itself, or by a call of one that returns what it has made.
func (a *Analysis) isJustMade(f *supergraph.Function, o ir.Operand) bool {
	i, ok := f.DefinedAt(o)
	if !ok || i.Instr().Op != ir.OpCall {
		return isNew(f, o)
	}
	callees := a.CalleesAt(i)
	returned := func(v ir.Operand) bool { return isNew(callees[0], callees[0].Original(v)) }
	return len(callees) == 1 && len(callees[0].Returned()) > 0 && !slices.ContainsFunc(callees[0].Returned(), func(v ir.Operand) bool { return !returned(v) })
}

// startable are some functions and those that they may call, defer or start, but by one instruction.
func (a *Analysis) startable(functions []*supergraph.Function, but supergraph.Instruction) map[*supergraph.Function]bool {
	return dataflow.Reachable(functions, func(f *supergraph.Function) (list []*supergraph.Function) {
		for _, call := range a.CallsIn(f) {
			if call.Instruction != but {
				list = append(list, call.Callees...)
			}
		}
		return list
	})
}

// unwoken finds who closes the struct in which the way ends, and wakes too few.
func (w *firstWay) unwoken() (u Unwoken, ok bool) {
	u = Unwoken{Cond: w.cond, Waits: w.waits, Calls: w.calls}
	if w.isGoroutine(w.begin) {
		u.Started = w.begin.Callers[0]
	}
	if u.Lock = w.lockAt(w.waits); u.Lock.Parent == nil {
		return u, false
	}
	for _, side := range w.sides {
		flag, _, isFlag := w.flagOf(side.Branch)
		if u.Asked = side; !isFlag || side.Branch.Parent != w.waits.Parent || !ComesBefore(w.waits, side.Branch) {
			continue
		}
		for _, f := range w.Order {
			if w.isCloser(f, flag) && w.findSetIn(f, &u) && w.leavesWaiting(f, &u) {
				return u, true
			}
		}
	}
	return u, false
}

// lockAt is where a function has taken a lock that it has at an instruction.
func (a *Analysis) lockAt(i supergraph.Instruction) (t Taking) {
	for _, t := range a.Takings(i.Parent) {
		if a.flowOf(t).holdsAt(i) {
			return t
		}
	}
	return t
}

// isCloser reports whether anybody may call a function, by an exported name, on a struct with a flag.
func (w *firstWay) isCloser(f *supergraph.Function, flag pointsto.Location) bool {
	return f != w.begin && w.isOpen(f) && hasExportedName(f) && f.ParamType(0) != "" && f.ParamType(0) == pointsto.TypeOfField(w.Points.Objects[flag].Name)
}

// findSetIn finds where a function sets what is asked for.
func (w *firstWay) findSetIn(f *supergraph.Function, u *Unwoken) bool {
	for _, g := range w.Order {
		if !w.callable(f)[g] {
			continue
		}
		for i := range g.Instructions() {
			if w.answers(i, u.Asked) && !isStoreToNew(i) {
				u.Closes, u.Set, u.SetLock = f, i, w.lockAt(i)
				return true
			}
		}
	}
	return false
}

// leavesWaiting reports whether a function that closes the struct wakes nobody, or too few, and waits for them, or closes it for good.
func (w *firstWay) leavesWaiting(f *supergraph.Function, u *Unwoken) bool {
	wakes, ok := w.wakesIn(f, u)
	u.Wakes = wakes
	if !ok {
		return false
	}
	if u.Started.Parent != nil && w.findAwaits(f, u) {
		return true
	}
	isMeant := isClosing(f) || !w.isEverWoken()
	return wakes.Parent == nil && isMeant && w.mayComeTo(u.Set) && !w.isWokenByCaller(f) && !w.isSetByWaker(u)
}

// wakesIn is where a function wakes one of several, if it does. It is not ok if it may wake more, or others do so by themselves.
func (w *firstWay) wakesIn(f *supergraph.Function, u *Unwoken) (wakes supergraph.Instruction, ok bool) {
	if w.givesAway(f) {
		return wakes, false
	}
	for _, g := range w.Order {
		for _, o := range w.Operations(g) {
			if !isWake(o, w.cond) {
				continue
			}
			i := g.At(o.At)
			isOne := g == f && wakes.Parent == nil && library.Find(i.Instr().Name).Action == model.Signal && i.Instr().Op == ir.OpCall && !isInLoop(i)
			if w.runs(f, g) && !(isOne && w.areAsMany(u.Started, several)) || w.isWokenBeside(g) {
				return wakes, false
			}
			if w.runs(f, g) {
				wakes = i
			}
		}
	}
	return wakes, wakes.Parent == nil || !w.mayWake(w.begin)
}

// givesAway reports whether a function may give code that isn't seen what leads to the condition variable: that may wake waiters. The
// standard library doesn't.
func (w *firstWay) givesAway(f *supergraph.Function) bool {
	leads := w.Leads(map[pointsto.Location]bool{w.cond: true})
	for g := range w.callable(f) {
		for i := range g.Instructions() {
			in := i.Instr()
			if !i.Calls() || len(w.CalleesAt(i)) > 0 && in.Name != "" || len(w.OperationsOf(i)) > 0 || library.IsStandard(in.Name) {
				continue
			}
			if slices.ContainsFunc(in.Args, func(o ir.Operand) bool {
				return slices.ContainsFunc(w.Points.Operand(g.Function, o), func(l pointsto.Location) bool { return leads[l] })
			}) {
				return true
			}
		}
	}
	return false
}

// isWokenBeside reports whether goroutines that the package starts may run a function that wakes waiters, but for those that wait
// themselves, or others to whom a literal is given.
func (w *firstWay) isWokenBeside(wakes *supergraph.Function) bool {
	return wakes != w.begin && len(w.Closures[wakes]) > 0 || slices.ContainsFunc(w.Order, func(g *supergraph.Function) bool {
		return g != w.begin && slices.ContainsFunc(g.Callers, isStart) && w.runs(g, wakes)
	})
}

// findAwaits finds where a function waits for the end of the goroutine, and comes there with a struct that was just made.
func (w *firstWay) findAwaits(f *supergraph.Function, u *Unwoken) bool {
	for ends := range w.begin.Instructions() {
		s, ok := w.endingAt(ends)
		if !ok {
			continue
		}
		end := s.to
		if !end.known || end.root != w.given {
			continue
		}
		for i := range f.Instructions() {
			waits, ok := w.awaitsAt(i)
			isSame := ok && waits.object == s.Object && waits.to.known && waits.to.root == receiver && waits.to.steps == end.steps
			if isSame && w.comesToWith(i) {
				u.Awaits, u.AwaitsCalls, u.End, u.Counted, u.Ends = waits.Instruction, waits.calls, s.Object, s.Counted, ends
				return true
			}
		}
	}
	return false
}

// receiver is the operand that is the receiver of a method.
var receiver = ir.Operand{Kind: ir.Register}

// comesToWith reports whether a method may come to an instruction when the waiter waits: what is known of the struct then doesn't say
// otherwise.
func (w *firstWay) comesToWith(i supergraph.Instruction) bool {
	return w.mayComeTo(i) && !slices.ContainsFunc(w.decide(i), func(s Side) bool {
		value, known := w.valueOf(i.Parent, receiver, s.Branch.Instr().Args[0], maxDepth)
		return known && s.isPassedTo(i) && (value != 0) != (s.Edge == 0)
	})
}

// isEverWoken reports whether anybody wakes those who wait for the condition variable.
func (w *firstWay) isEverWoken() bool {
	return slices.ContainsFunc(w.Order, w.wakesItself)
}

// wakesItself reports whether a function wakes waiters.
func (w *firstWay) wakesItself(f *supergraph.Function) bool {
	return slices.ContainsFunc(w.Operations(f), func(o supergraph.Operation) bool { return isWake(o, w.cond) })
}

// mayWake reports whether a function may wake waiters, itself or by what it runs.
func (w *firstWay) mayWake(f *supergraph.Function) bool {
	return slices.ContainsFunc(w.Order, func(g *supergraph.Function) bool { return w.wakesItself(g) && w.runs(f, g) })
}

// isWokenByCaller reports whether a function that calls one may wake waiters.
func (w *firstWay) isWokenByCaller(f *supergraph.Function) bool {
	return slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool { return w.mayWake(call.Parent) })
}

// isSetByWaker reports whether somebody sets what is asked for, and wakes waiters.
func (w *firstWay) isSetByWaker(u *Unwoken) bool {
	return slices.ContainsFunc(w.Order, func(f *supergraph.Function) bool {
		sets := false
		for i := range f.Instructions() {
			sets = sets || w.answers(i, u.Asked)
		}
		return sets && w.mayWake(f)
	})
}

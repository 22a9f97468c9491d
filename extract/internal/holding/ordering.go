package holding

import (
	"iter"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// areOrdered reports whether something may keep two functions apart: that one goroutine runs both, conditions of both, a lock that both
// take as well, a Once that has run before, or what they communicate.
func (a *Analysis) areOrdered(o, other *Order) bool {
	if a.areInTurn(o, other) || a.weigh(o) > 0 && a.weigh(other) > 0 || a.tellsApart(o, other) || a.tellsApart(other, o) {
		return true
	}
	one, two := a.orderingOf(o), a.orderingOf(other)
	return pointsto.Overlap(one.locks, two.locks) || a.isOver(o, one) || a.isOver(other, two) ||
		one.isUnknown && two.isUnknown || a.awaits(one, two) || a.awaits(two, one)
}

// areInTurn reports whether one goroutine comes to two orders, or one function that waits for others, which is called once then, as a
// rule: a loop that does all.
func (a *Analysis) areInTurn(o, other *Order) bool {
	w, next := &o.Approach, &other.Approach
	return w.Top == next.Top && w.Start == next.Start && (w.Start.Parent != nil || a.mayWaitAmong(w.Top.Instructions()))
}

// weigh counts the conditions of an order, and of how others come to it.
func (a *Analysis) weigh(o *Order) (n int) {
	for _, c := range o.Approach.conditions {
		if !a.asksOnlyFor(c.Branch, o.second) {
			n++
		}
	}
	return n
}

// isOver reports whether a function may have run a Once before that an order is of, or whoever makes the struct has, or may have
// had one of the locks, so that it would be another order.
func (a *Analysis) isOver(o *Order, r *ordering) bool {
	for _, t := range []Taking{o.Taking, o.Next.Taking} {
		if pointsto.Overlap(r.locks, t.Locks) || t.Kind == model.Once && slices.ContainsFunc(t.Locks, a.isRunWhereMade) {
			return true
		}
	}
	return false
}

// isRunWhereMade reports whether a function that makes structs with a Once may run it.
func (a *Analysis) isRunWhereMade(once pointsto.Location) bool {
	typeName := a.typeOfOwner(once)
	for n := range a.Points.Objects {
		made := &a.Points.Objects[n]
		maker := a.Functions[made.Function]
		if !made.IsStruct() || made.Type != typeName || maker == nil {
			continue
		}
		for _, user := range a.Users[once] {
			runsOnce := user.Contains(func(in *ir.Instr) bool { return in.Op == ir.OpCall && in.Name == onceDo })
			if runsOnce && a.callable(maker)[user] {
				return true
			}
		}
	}
	return false
}

// tellsApart reports whether a function comes to its second lock by a condition that the other one sets before it comes to its
// own, or a Once that is run once, or that was settled when the struct was made, which then is never one of those that the other one is called with.
func (a *Analysis) tellsApart(o, other *Order) bool {
	return slices.ContainsFunc(o.Approach.conditions, func(c Condition) bool {
		g := a.groundsOf(c.Branch)
		isSet := func(l pointsto.Location) bool {
			return a.storesBefore(other, l) || other.Kind == model.Once && a.isStoredBy(other.Instruction, l)
		}
		return (a.isSettledWhenMade(g) || g.askOf(isSet)) && !a.asksOnlyFor(c.Branch, o.second)
	})
}

// isSettledWhenMade reports whether a condition hangs on memory, and all of that is set where structs are made, and never again.
func (a *Analysis) isSettledWhenMade(g *grounds) bool {
	return len(g.cells) > 0 && !g.askOf(func(l pointsto.Location) bool { return !a.isSetOnce(l) })
}

// storesBefore reports whether a function may store at a location before it comes to its second lock, or who calls it.
func (a *Analysis) storesBefore(o *Order, l pointsto.Location) bool {
	for i := range o.before() {
		if slices.Contains(a.Stores[l], i) || i.Calls() && a.isStoredBy(i, l) {
			return true
		}
	}
	return false
}

// isStoredBy reports whether a function that a call runs may store at a location.
func (a *Analysis) isStoredBy(call supergraph.Instruction, l pointsto.Location) bool {
	return slices.ContainsFunc(a.runAt(call), func(f *supergraph.Function) bool { return a.mayStoreIn(f, l) })
}

// spine are the instructions that lead to the second lock, one of each function in turn: calls, and the taking of that.
func (o *Order) spine() (list []supergraph.Instruction) {
	if o.Approach.Start.Parent != nil {
		list = append(list, o.Approach.Start)
	}
	return append(slices.Concat(list, o.Approach.Calls, o.Next.Calls), o.Next.Instruction)
}

// before are the instructions that may be executed before the second lock is taken, by the function and those that call it, or that it
// calls to get there, but for those that lead there, and the taking of the first lock.
func (o *Order) before() iter.Seq[supergraph.Instruction] {
	return func(yield func(supergraph.Instruction) bool) {
		for _, to := range o.spine() {
			for i := range comingBefore(to) {
				if i != to && i != o.Instruction && !yield(i) {
					return
				}
			}
		}
	}
}

// An ordering has what may order a function among others that run: the locks that it may have when it takes its second one, and for
// what it has waited before. All that it does is in does, but what leads to the locks of the order.
type ordering struct {
	locks, waits, does []pointsto.Location
	// isUnknown says that it may wait for what isn't known.
	isUnknown bool
}

// orderingOf has all that a function does, and what that runs.
func (a *Analysis) orderingOf(o *Order) *ordering {
	r := &ordering{}
	for _, to := range o.spine() {
		isCaller := to == o.Approach.Start || slices.Contains(o.Approach.Calls, to)
		for i := range to.Parent.Instructions() {
			if i == to || i == o.Instruction {
				continue
			}
			isBefore := ComesBefore(i, to)
			a.visitRun(i, func(i supergraph.Instruction) {
				r.add(a.OperationsOf(i), isBefore)
				if in := i.Instr(); in.Op == ir.OpUpdate { // he may spin on it
					memory := a.Memory(i.Parent, in.Args[0])
					r.waits, r.does = append(r.waits, memory...), append(r.does, memory...)
				}
			})
			if isBefore && !(isCaller && a.isReleased(i, to)) {
				a.visitRun(i, func(i supergraph.Instruction) { r.locks = append(r.locks, a.locksAtCall(i)...) })
			}
		}
	}
	return r
}

// visitRun visits an instruction and those of all functions that it may run.
func (a *Analysis) visitRun(i supergraph.Instruction, visit func(supergraph.Instruction)) {
	visit(i)
	seen := map[*supergraph.Function]bool{}
	for _, callee := range a.runAt(i) {
		a.VisitReached(callee, func(f *supergraph.Function) {
			if seen[f] {
				return
			}
			seen[f] = true
			for j := range f.Instructions() {
				visit(j)
			}
		})
	}
}

func (r *ordering) add(operations []supergraph.Operation, isBefore bool) {
	for _, op := range operations {
		if op.IsLock() {
			continue
		}
		r.does = append(r.does, op.Objects...)
		if isBefore && op.Waits && op.Kind != model.Once {
			r.waits = append(r.waits, op.Objects...)
			r.isUnknown = r.isUnknown || len(op.Objects) == 0 || slices.Contains(op.Objects, pointsto.Outside)
		}
	}
}

// locksAtCall are the locks that an instruction takes, or tries to, or the Once that it runs.
func (a *Analysis) locksAtCall(i supergraph.Instruction) (list []pointsto.Location) {
	if isOnce(i) {
		return a.Points.Receivers(i.Parent.Function, i.Instr())
	}
	for _, name := range a.Points.Callees(i.Parent.Function, i.At) {
		how := supergraph.LockingBy(name)
		if how == model.Lock || how == model.RLock || library.Find(name).Meaning == library.TryLock {
			list = append(list, a.Points.Receivers(i.Parent.Function, i.Instr())...)
		}
	}
	return list
}

// isReleased reports whether a function has given back for certain, when it comes to another instruction, what it takes by one.
func (a *Analysis) isReleased(i, to supergraph.Instruction) (is bool) {
	is = true
	a.visitRun(i, func(j supergraph.Instruction) {
		if len(a.locksAtCall(j)) == 0 {
			return
		}
		t, ok := a.takingAt(j)
		is = is && ok && !isOnce(j) && (j == i && a.flowOf(t).isFreeAt(to, false) || j != i && a.givesBack(t))
	})
	return is
}

// givesBack reports whether a function never returns with a lock that it takes somewhere.
func (a *Analysis) givesBack(t Taking) bool {
	for b := range t.Parent.Blocks {
		if t.Parent.Blocks[b].Terminator().Op == ir.OpReturn && !a.flowOf(t).isFreeAt(at(t.Parent, b, len(t.Parent.Blocks[b].Instrs)-1), true) {
			return false
		}
	}
	return true
}

// awaits reports whether a function may wait for something, before its second lock, that hangs on what another one does, by whomever:
// all is followed that those wait for who serve what is waited for, and their callers.
func (a *Analysis) awaits(one, two *ordering) bool {
	does, awaited := map[pointsto.Location]bool{}, map[pointsto.Location]bool{}
	for _, l := range two.does {
		does[l] = true
	}
	seen := map[*supergraph.Function]bool{}
	for work := slices.Clone(one.waits); len(work) > 0; work = work[1:] {
		l := work[0]
		if does[l] {
			return true
		}
		if awaited[l] {
			continue
		}
		awaited[l] = true
		for _, f := range a.Users[l] {
			if a.servesObject(f, l) {
				work = a.appendWaits(work, f, seen)
			}
		}
	}
	return false
}

func (a *Analysis) servesObject(f *supergraph.Function, l pointsto.Location) bool {
	return slices.ContainsFunc(a.Operations(f), func(o supergraph.Operation) bool { return o.Serves && slices.Contains(o.Objects, l) })
}

// appendWaits appends for what a function waits, and its callers.
func (a *Analysis) appendWaits(list []pointsto.Location, f *supergraph.Function, seen map[*supergraph.Function]bool) []pointsto.Location {
	if seen[f] {
		return list
	}
	seen[f] = true
	for _, o := range a.Operations(f) {
		if o.Waits && !o.IsLock() && o.Kind != model.Once {
			list = append(list, o.Objects...)
		}
	}
	for _, call := range f.Callers {
		if call.Instr().Op != ir.OpGo {
			list = a.appendWaits(list, call.Parent, seen)
		}
	}
	return list
}

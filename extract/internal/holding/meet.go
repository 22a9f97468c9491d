package holding

import (
	"iter"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Nobody else calls what a program has. That two of its functions are called on the same struct, and how, is seen where some
// function hands one value to both, be it by way of others, or of what literals capture.

// A handing is where a function hands a value to another one, by a call or a goroutine that it starts.
type handing struct {
	at    supergraph.Instruction
	value ir.Operand
	// isAside says that a goroutine has the value in the end, for which nobody waits; isLate that somebody may wait for others
	// before he hands it on.
	isAside, isLate bool
	// isTimed says that a timer does so, which has just been started.
	isTimed bool
	// isAsked says that some branch decides whether the function gets the value from there.
	isAsked bool
}

// handingsOf lists where what a function has in a register was handed to it, also by those whom it was handed to.
func (a *Analysis) handingsOf(f *supergraph.Function, register int) (list []handing) {
	seen := supergraph.Registers{}
	var visit func(f *supergraph.Function, register int, next handing)
	visit = func(f *supergraph.Function, register int, next handing) {
		if register >= f.Params+f.FreeVars || !seen.Add(f, register) {
			return
		}
		for _, h := range a.handedTo(f, register) {
			h.isAside, h.isTimed = h.isAside || next.isAside, h.isTimed || next.isTimed
			h.isLate, h.isAsked = next.isLate, next.isAsked
			list = append(list, h)
			if h.value.Kind == ir.Register {
				h.isLate = h.isLate || a.mayWaitAmong(comingBefore(h.at))
				h.isAsked = h.isAsked || len(a.decide(h.at)) > 0
				visit(h.at.Parent, h.value.Reg, h)
			}
		}
	}
	visit(f, register, handing{})
	return list
}

// handedTo lists where functions hand something to another one themselves.
func (a *Analysis) handedTo(f *supergraph.Function, register int) (list []handing) {
	if register < f.Params {
		for _, call := range f.Callers {
			if o, ok := supergraph.Argument(call.Instr(), f, register); ok && call.Instr().Op != ir.OpDefer {
				list = append(list, handing{at: call, value: call.Parent.Original(o), isAside: call.Instr().Op == ir.OpGo})
			}
		}
		return list
	}
	for _, made := range a.Closures[f] {
		value := made.Parent.Original(made.Instr().Args[register-f.Params])
		for i := range made.Parent.Instructions() {
			if isStarted, isRun := a.runsClosure(i, f, made); isRun {
				list = append(list, handing{at: i, value: value, isAside: isStarted, isTimed: isTimer(i)})
			}
		}
	}
	return list
}

// runsClosure reports whether an instruction of the function that makes a closure calls it, or starts it, at once or when a timer runs out.
func (a *Analysis) runsClosure(i supergraph.Instruction, f *supergraph.Function, made supergraph.Instruction) (isStarted, isRun bool) {
	in := i.Instr()
	switch {
	case isTimer(i):
		o := i.Parent.Original(in.Args[0])
		return true, o.Kind == ir.Register && o.Reg == made.Instr().Dst
	case in.Op == ir.OpGo || in.Op == ir.OpCall:
		return in.Op == ir.OpGo, slices.Contains(f.Callers, i)
	}
	return false, false
}

// isTimer reports whether an instruction starts what a timer does when it runs out.
func isTimer(i supergraph.Instruction) bool {
	in := i.Instr()
	return in.Op == ir.OpGo && (in.Name == library.WhenTimerFires || in.Name == library.IfTimerFires)
}

// isSameFor reports whether two functions have the same lock, if one value is handed to both.
func (t *Taking) isSameFor(other Taking) bool {
	isRoot := func(t *Taking) bool {
		root := t.path.root
		return t.path.known && root.Kind == ir.Register && root.Reg < t.Parent.Params+t.Parent.FreeVars
	}
	return isRoot(t) && isRoot(&other) && t.path.steps == other.path.steps
}

// ComesAfter reports whether some function hands the struct with a lock to one that keeps it, and then to another one that wants it,
// whatever the first one has returned.
func (a *Analysis) ComesAfter(k, next Taking) bool {
	return a.areHandedTo(k, next, func(first, second handing) bool {
		isToldBefore := func(s Side) bool { return ComesBefore(first.at, s.Branch) }
		return ComesBefore(first.at, second.at) && (first.isAside || !slices.ContainsFunc(a.decide(second.at), isToldBefore))
	})
}

// ComeTogether reports whether some function hands the struct with a lock to one that takes it twice and another one that
// takes it, and these run at once then: nobody waits for others between, nor on the way to the lock, and no two branches
// decide that there is the one and there is the other. A timer that has just been started takes longer than what comes next.
func (a *Analysis) ComeTogether(r Relock, other Taking) bool {
	if a.mayWaitAmong(comingBefore(r.Instruction)) || a.mayWaitAmong(comingBefore(other.Instruction)) {
		return false
	}
	isAsked := len(r.Sides) > 0 || len(a.decide(r.Instruction)) > 0
	isOtherAsked := len(a.decide(other.Instruction)) > 0
	return a.areHandedTo(r.Taking, other, func(first, second handing) bool {
		switch {
		case first.isLate || second.isLate || first.isTimed || second.isTimed:
			return false
		case (isAsked || first.isAsked || a.isAskedBeside(first.at, second.at)) && (isOtherAsked || second.isAsked || a.isAskedBeside(second.at, first.at)):
			return false
		}
		return first.isAside && a.followsAtOnce(first.at, second.at) || second.isAside && a.followsAtOnce(second.at, first.at)
	})
}

// isAskedBeside reports whether a branch decides whether a function comes to an instruction that doesn't decide the same
// of another one.
func (a *Analysis) isAskedBeside(i, other supergraph.Instruction) bool {
	same := a.decide(other)
	return slices.ContainsFunc(a.decide(i), func(s Side) bool { return !slices.Contains(same, s) })
}

// areHandedTo reports whether something holds of two places where one value is handed to those who take two locks, if that is
// the same one then.
func (a *Analysis) areHandedTo(t, other Taking, holds func(first, second handing) bool) bool {
	if !t.isSameFor(other) {
		return false
	}
	others := a.handingsOf(other.Parent, other.path.root.Reg)
	return slices.ContainsFunc(a.handingsOf(t.Parent, t.path.root.Reg), func(first handing) bool {
		return slices.ContainsFunc(others, func(second handing) bool {
			return first.at.Parent == second.at.Parent && first.value == second.value && isOneFor(first, second) && holds(first, second)
		})
	})
}

// isOneFor reports whether the value is the same at two places, in whichever turns of loops these come.
func isOneFor(first, second handing) bool {
	f, o := first.at.Parent, first.value
	if o.Kind != ir.Register || o.Reg < f.Params+f.FreeVars {
		return o.Kind == ir.Register
	}
	set, ok := f.DefinedAt(o)
	isInTurn := first.at.At.Block == second.at.At.Block && first.at.At.Index < second.at.At.Index
	return ok && (f.Loops[set.At.Block] < 0 || isInTurn)
}

// followsAtOnce reports whether a function comes from one instruction to another one, and may wait for nobody meanwhile.
func (a *Analysis) followsAtOnce(first, second supergraph.Instruction) bool {
	return ComesBefore(first, second) && !a.mayWaitAmong(func(yield func(supergraph.Instruction) bool) {
		for i := range comingBefore(second) {
			if i != first && i != second && ComesBefore(first, i) && !yield(i) {
				return
			}
		}
	})
}

// mayWaitAmong reports whether a function may wait for others than the holders of locks at some instructions, itself or in what it calls.
func (a *Analysis) mayWaitAmong(instructions iter.Seq[supergraph.Instruction]) bool {
	isWait := func(o supergraph.Operation) bool { return o.Kind != model.Mutex && o.Kind != model.RWMutex }
	for i := range instructions {
		if slices.ContainsFunc(a.OperationsOf(i), isWait) || i.Instr().Op != ir.OpGo && slices.ContainsFunc(a.CalleesAt(i), a.mayWait) {
			return true
		}
	}
	return false
}

package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// What others can get at isn't followed, as they may do anything to it, and who waits for it may go on at any time. That a goroutine of the program itself
// says there that it is done, and another one waits for that first, says all the same what comes before what, as long as nobody else says so in its
// place. To bet on that would be to tell what can't be.

// IsOrdered reports whether somebody comes to one instruction only when a goroutine has been told of, at an object that need not be followed, by which it says
// so when it has come past another instruction.
func (a *Analysis) IsOrdered(first, then supergraph.Instruction) bool {
	return slices.ContainsFunc(a.Operations(then.Parent), func(o supergraph.Operation) bool {
		waits := then.Parent.At(o.At)
		isWait := o.Kind == model.WaitGroup && o.Waits || o.Kind == model.Channel && waits.Instr().Op == ir.OpReceive
		return isWait && waits.AlwaysComesBefore(then) && a.isToldAfter(first, o)
	})
}

// isToldAfter reports whether the goroutine, or a function that it calls, that comes to an instruction says after it, and never before, that it
// is done, at one of the objects for which others wait. Where these are counted it has been counted before it was started.
func (a *Analysis) isToldAfter(i supergraph.Instruction, waits supergraph.Operation) bool {
	for range longestOrigin {
		f := i.Parent
		tells := slices.DeleteFunc(slices.Clone(a.Operations(f)), func(o supergraph.Operation) bool { return !tellsOfEnd(f.At(o.At), o, waits) })
		isEarly := func(o supergraph.Operation) bool {
			told := f.At(o.At)
			return told.Instr().Op != ir.OpDefer && (ComesBefore(told, i) || !ComesBefore(i, told))
		}
		if len(tells) > 0 && !slices.ContainsFunc(tells, isEarly) {
			return waits.Kind == model.Channel || a.isCountedFor(f, waits.Objects)
		}
		if a.isOpen(f) || len(f.Callers) != 1 || len(tells) > 0 {
			return false
		}
		if i = f.Callers[0]; i.Instr().Op == ir.OpGo {
			return false
		}
	}
	return false
}

// tellsOfEnd reports whether an operation tells those who wait by another one that somebody is done.
func tellsOfEnd(i supergraph.Instruction, o, waits supergraph.Operation) bool {
	if o.Kind != waits.Kind || !o.IsOn(waits.Objects) {
		return false
	}
	if o.Kind == model.WaitGroup {
		return i.Calls() && library.Find(i.Instr().Name).Meaning == library.Done
	}
	return i.Instr().Op == ir.OpSend || o.IsClose()
}

// isCountedFor reports whether wherever a function is started, itself or by the functions that call it, it has been counted.
func (a *Analysis) isCountedFor(f *supergraph.Function, groups []pointsto.Location) bool {
	for range longestOrigin {
		if a.isOpen(f) || len(f.Callers) == 0 {
			return false
		}
		if !slices.ContainsFunc(f.Callers, isStart) && len(f.Callers) == 1 {
			f = f.Callers[0].Parent
			continue
		}
		return !slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool { return !isStart(call) || !a.countsBefore(call, groups) })
	}
	return false
}

// isStart reports whether a call starts a goroutine.
func isStart(call supergraph.Instruction) bool { return call.Instr().Op == ir.OpGo }

// countsBefore reports whether a function counts somebody in one of some wait groups on all ways to an instruction.
func (a *Analysis) countsBefore(i supergraph.Instruction, groups []pointsto.Location) bool {
	for before := range comingBefore(i) {
		if before.AlwaysComesBefore(i) && pointsto.Overlap(a.groupsAt(before, library.Add), groups) {
			return true
		}
	}
	return false
}

package lower

import (
	"go/constant"
	"go/token"
	"go/version"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
)

// Time passes while goroutines wait, or are in calls that aren't followed. A timer that was started
// since then has not run out when control comes to a select: what is ready there at once comes first.

// isPatient reports whether a case of a select waits for a timer that was started a moment ago.
func (s *slicer) isPatient(v *ssa.Select, channel ssa.Value) bool {
	return slices.ContainsFunc(s.startsOf(channel, v), func(start ssa.Instruction) bool {
		return start.Parent() == v.Parent() && dominates(start, v) && s.noTimePasses(start, v)
	})
}

// startsOf are the calls of a function that start the timer behind a channel.
func (s *slicer) startsOf(channel ssa.Value, v *ssa.Select) []ssa.Instruction {
	switch channel := channel.(type) {
	case *ssa.ChangeType:
		return s.startsOf(channel.X, v)
	case *ssa.Call:
		if isDone(channel) {
			return s.deadlineOf(channel.Call.Value)
		}
		if s.isTimed(channel, library.MakesTicks) {
			return []ssa.Instruction{channel}
		}
	case *ssa.UnOp:
		if timer := timerBehind(channel); timer != nil {
			return s.startsOfTimer(timer)
		}
	}
	return nil
}

// startsOfTimer are the calls that make a timer, or set it.
func (s *slicer) startsOfTimer(timer ssa.Value) []ssa.Instruction {
	var starts []ssa.Instruction
	if made, ok := timer.(*ssa.Call); ok && s.isTimed(made, library.MakesTimer) {
		starts = append(starts, made)
	}
	for _, name := range loadedAlike(timer) {
		for _, user := range *name.Referrers() {
			if set, ok := user.(*ssa.Call); ok && s.isTimed(set, library.SetsTimer) && set.Call.Args[0] == name {
				starts = append(starts, set)
			}
		}
	}
	return starts
}

// loadedAlike are the values that are loaded from the same field of the same struct as one, and
// itself. Between the start of a timer and the select nobody stores another one there without a call.
func loadedAlike(v ssa.Value) []ssa.Value {
	list := []ssa.Value{v}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return list
	}
	field, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return list
	}
	for _, user := range *field.X.Referrers() {
		other, ok := user.(*ssa.FieldAddr)
		if !ok || other.Field != field.Field || other == field {
			continue
		}
		for _, access := range *other.Referrers() {
			if same, ok := access.(*ssa.UnOp); ok && same.Op == token.MUL {
				list = append(list, same)
			}
		}
	}
	return list
}

// deadlineOf is the call that gives a context its deadline, if nobody ends it before.
func (s *slicer) deadlineOf(context ssa.Value) []ssa.Instruction {
	part, ok := context.(*ssa.Extract)
	if !ok || part.Index != 0 {
		return nil
	}
	made, ok := part.Tuple.(*ssa.Call)
	if !ok || !s.isTimed(made, library.SetsContext) {
		return nil
	}
	parent, ok := made.Call.Args[0].(*ssa.Call)
	if !ok || staticCallee(parent.Common()) == nil || library.Find(s.name(staticCallee(parent.Common()))).Meaning != library.Background {
		return nil
	}
	return []ssa.Instruction{made}
}

// isTimed reports whether a call is one that starts a timer in some way, and not one that has run
// out already.
func (s *slicer) isTimed(call *ssa.Call, use library.TimerUse) bool {
	if !s.usesTimer(call, use) {
		return false
	}
	duration, known := call.Call.Args[len(call.Call.Args)-1].(*ssa.Const)
	return !known || duration.Value != nil && constant.Sign(duration.Value) > 0
}

// noTimePasses reports whether there is nothing on the ways from one instruction to another one, which
// it dominates, in which time passes.
func (s *slicer) noTimePasses(from, to ssa.Instruction) bool {
	return isClear(from, to, nil, s.takesTime)
}

// takesTime reports whether a goroutine may wait at an instruction, or be in a call.
func (s *slicer) takesTime(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Send, *ssa.Select, *ssa.RunDefers:
		return true
	case *ssa.UnOp:
		return in.Op == token.ARROW
	case *ssa.Call:
		return !s.isInstant(in.Common())
	}
	return false
}

// isInstant reports whether a call returns at once: nobody does anything in it but to set a timer,
// or to make a context.
func (s *slicer) isInstant(c *ssa.CallCommon) bool {
	if isBuiltin(c) {
		return true
	}
	if c.IsInvoke() {
		return isContext(c.Value.Type())
	}
	callee := staticCallee(c)
	return callee != nil && library.Find(s.name(callee)).Instant
}

// lasts reports whether main is in a call in which time passes, and that isn't followed: one that waits
// for something outside, or a function of the package that does something else. What others are stuck
// at meanwhile they were stuck at before the program ends.
func (n *needs) lasts(call *ssa.Call) bool {
	callee := staticCallee(call.Common())
	if callee == nil || !isMain(n.f) {
		return false
	}
	return library.Find(n.s.name(callee)).Waits || callee.Pkg == n.f.Pkg && !n.callMatters(call.Common())
}

// isStopped reports whether a timer or ticker that only a function has is stopped before it comes to a select with its channel, and
// never set again: then nothing comes from it, as of Go 1.23. Where Stop says that it has run out already, something may.
func (s *slicer) isStopped(channel ssa.Value, v *ssa.Select) bool {
	timer, ok := timerBehind(channel).(*ssa.Call)
	if language := v.Parent().Pkg.Pkg.GoVersion(); !ok || !s.isTimed(timer, library.MakesTimer) || language != "" && version.Compare(language, "go1.23") < 0 {
		return false
	}
	stopped := false
	for _, user := range usesOf(timer) {
		if _, isField := user.(*ssa.FieldAddr); isField {
			continue
		}
		if _, starts := user.(*ssa.Go); starts || !s.stops(user) {
			return false
		}
		if call, ok := user.(*ssa.Call); ok {
			stopped = stopped || dominates(call, v) && !isOnSide(v.Block(), call)
		}
	}
	return stopped
}

// isOnSide reports whether control comes to a block only if a call has returned false.
func isOnSide(b *ssa.BasicBlock, call *ssa.Call) bool {
	if isOnSideOf(call, 1, b) {
		return true
	}
	for _, user := range *call.Referrers() {
		if not, ok := user.(*ssa.UnOp); ok && not.Op == token.NOT && isOnSideOf(not, 0, b) {
			return true
		}
	}
	return false
}

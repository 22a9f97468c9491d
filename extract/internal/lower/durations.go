package lower

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// How long a timer takes is known where its duration is a constant, or what callers pass in a test, and nobody can have changed it: of the timer of a
// call of time.After for which one instruction waits, and of one that only the function has. It must be known as well when it
// was started: just before the function waits for it, or before it comes there for the first time.

// timing says of an instruction that waits for a channel of timers when the timer was started, and how long it takes.
func (t *translator) timing(channel ssa.Value, wait ssa.Instruction) (started int, duration ir.Operand) {
	if changed, ok := channel.(*ssa.ChangeType); ok {
		channel = changed.X
	}
	starts, isAlone := t.s.ownStarts(channel)
	isChange := func(in ssa.Instruction) bool {
		call, ok := in.(*ssa.Call)
		return ok && (slices.Contains(starts, call) || t.s.stops(call))
	}
	for _, start := range starts {
		duration := t.duration(start)
		if duration.Kind == ir.Unknown || start.Parent() != wait.Parent() || !dominates(start, wait) {
			continue
		}
		if isClear(start, wait, nil, func(in ssa.Instruction) bool { return t.s.takesTime(in) || isChange(in) }) {
			return ir.JustStarted, duration
		}
		if isAlone && isClear(start, wait, wait, t.s.takesTime) {
			return ir.OnceStarted + t.numberOf(start), duration
		}
	}
	return ir.Timed, ir.Operand{}
}

// waits says of a receive from the channel of a timer what is known of that.
func (t *translator) waits(receive *ssa.UnOp, i *ir.Instr) {
	started, duration := t.timing(receive.X, receive)
	if i.Index = started; started > ir.Timed {
		i.Args = append(i.Args, duration)
	}
}

// ownStarts are the calls that start the timer behind a channel, if nobody else can start it, and whether there is but one, which one
// instruction waits for.
func (s *slicer) ownStarts(channel ssa.Value) (starts []*ssa.Call, isAlone bool) {
	if call, ok := channel.(*ssa.Call); ok && s.isCallOf(call.Common(), library.After) {
		return []*ssa.Call{call}, len(usesOf(call)) == 1
	}
	timer, ok := timerBehind(channel).(*ssa.Call)
	if !ok || !s.usesTimer(timer, library.MakesTimer) {
		return nil, false
	}
	starts, waits := []*ssa.Call{timer}, 0
	for _, user := range usesOf(timer) {
		switch user := user.(type) {
		case *ssa.FieldAddr:
			waits += len(usesOf(user))
			continue
		case *ssa.Call:
			if s.usesTimer(user, library.SetsTimer) {
				starts = append(starts, user)
				continue
			}
		case *ssa.Go:
			return nil, false
		}
		if !s.stops(user) {
			return nil, false
		}
	}
	return starts, len(starts) == 1 && waits == 1
}

// duration is how long a timer takes that a call starts.
func (t *translator) duration(start *ssa.Call) ir.Operand {
	return t.knownDuration(start.Call.Args[len(start.Call.Args)-1], t.s.text.site(start.Pos()).IsInTest())
}

// knownDuration is a duration that is a constant, or what callers pass in a test.
func (t *translator) knownDuration(v ssa.Value, isInTest bool) ir.Operand {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.Int {
			return t.operand(v)
		}
	case *ssa.Parameter:
		if isInTest {
			return t.operand(v)
		}
	}
	return ir.Operand{}
}

// numberOf numbers the timers of a function.
func (t *translator) numberOf(start ssa.Instruction) int {
	if i := slices.Index(t.timers, start); i >= 0 {
		return i
	}
	t.timers = append(t.timers, start)
	return len(t.timers) - 1
}

// deadline is the time that is left at most until a context ends when a call makes it: what is added to the time of a moment before that.
func (t *translator) deadline(c *ssa.CallCommon) ir.Operand {
	sum, ok := c.Args[1].(*ssa.Call)
	if !ok || !t.s.isCallOf(sum.Common(), "(time.Time).Add") {
		return ir.Operand{}
	}
	now, ok := sum.Call.Args[0].(*ssa.Call)
	if !ok || !t.s.isCallOf(now.Common(), "time.Now") {
		return ir.Operand{}
	}
	return t.knownDuration(sum.Call.Args[1], t.s.text.site(sum.Pos()).IsInTest())
}

// isCallOf reports whether a call is one of the function of a name.
func (s *slicer) isCallOf(c *ssa.CallCommon, name string) bool {
	callee := staticCallee(c)
	return callee != nil && s.name(callee) == name
}

// isClear reports whether there is nothing of some kind on the ways from one instruction to another one, which it dominates, as far as these
// don't lead by way of a third one, if there is one.
func isClear(from, to, through ssa.Instruction, isBad func(ssa.Instruction) bool) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var before func(b *ssa.BasicBlock, end int) bool
	before = func(b *ssa.BasicBlock, end int) bool {
		for i := end - 1; i >= 0; i-- {
			switch in := b.Instrs[i]; {
			case in == from, through != nil && in == through:
				return true
			case isBad(in):
				return false
			}
		}
		for _, p := range b.Preds {
			if !seen[p] {
				seen[p] = true
				if !before(p, len(p.Instrs)) {
					return false
				}
			}
		}
		return true
	}
	return before(to.Block(), slices.Index(to.Block().Instrs, to))
}

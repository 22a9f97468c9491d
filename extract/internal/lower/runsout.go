package lower

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
)

// runsOut reports whether a channel of a case is that of a timer, or ticker, that sends when a time is over, whatever anybody does: it is made there, and
// nobody stops it, or sets it anew, but the function itself when it doesn't come back to the select.
func (s *slicer) runsOut(channel ssa.Value, v *ssa.Select) bool {
	if made, ok := channel.(*ssa.Call); ok {
		return s.usesTimer(made, library.MakesTicks)
	}
	of := tickingBehind(channel)
	if of == nil || s.isReplacedAt(of) {
		return false
	}
	use := &tickerUse{s: s, goroutine: map[*ssa.Function]bool{}}
	flow := &timerFlow{s: s, seen: map[any]bool{}, sets: use.isMade}
	if !use.isFoundIn(flow, of) || !flow.isKept() || use.made != 1 {
		return false
	}
	for kept := range flow.seen {
		if timer, ok := kept.(ssa.Value); ok && hasTicks(timer.Type()) && s.mayStopBefore(timer, v) {
			return false
		}
	}
	return true
}

// mayStopBefore reports whether a timer is stopped by another function than the one with a select, or by that before it comes there.
func (s *slicer) mayStopBefore(timer ssa.Value, v *ssa.Select) bool {
	for _, user := range usesOf(timer) {
		if _, isDeferred := user.(*ssa.Defer); !s.stops(user) || isDeferred && user.Parent() == v.Parent() {
			continue
		}
		if user.Parent() != v.Parent() || leadsTo(user.Block(), slices.Index(user.Block().Instrs, user), v, func(ssa.Instruction) bool { return false }) {
			return true
		}
	}
	return false
}

// isFoundIn follows a timer or ticker from where a function has it: in a variable or field, or where it is made.
func (u *tickerUse) isFoundIn(flow *timerFlow, ticker ssa.Value) bool {
	switch ticker := ticker.(type) {
	case *ssa.UnOp:
		return flow.keptIn(ticker.X)
	case *ssa.Call:
		return u.addMade(ticker, flow)
	}
	return false
}

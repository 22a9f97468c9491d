package lower

import (
	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/ir"
)

// Who empties a timer may leave that to a function which he calls with the timer, or to one that he has deferred: that waits for what he has
// received himself.

// spentByCaller is what has emptied, or stopped, a timer in a function that calls the one which receives from it in the end, or has
// deferred that, if this comes to the receive whenever the timer is spent; nil if there is no such thing.
func (s *slicer) spentByCaller(receive *ssa.UnOp, timer ssa.Value) *ir.Spending {
	f := receive.Parent()
	if !s.receivesWhenSpent(receive, timer) {
		return nil
	}
	for _, call := range s.callsThatHave(f) {
		if given := s.timerGiven(call, f, timer); given != nil {
			_, isDeferred := call.(*ssa.Defer)
			if sp := s.spentOnWay(given, target{call, isDeferred}); sp != nil {
				return sp
			}
		}
	}
	return nil
}

// receivesWhenSpent reports whether a function that is called with a timer which is spent comes to a receive from that.
func (s *slicer) receivesWhenSpent(receive *ssa.UnOp, timer ssa.Value) bool {
	f := receive.Parent()
	w := &spending{s: s, f: f, timer: timer, sets: map[ssa.Instruction]bool{}}
	to := &toReceive{spending: w, target: target{at: receive}, leads: map[*ssa.BasicBlock]bool{}}
	return to.comesFrom(f.Blocks[0], 0)
}

// callsThatHave lists the calls of a function, or the one by which a literal is deferred. Those that start it run beside the caller.
func (s *slicer) callsThatHave(f *ssa.Function) (list []ssa.CallInstruction) {
	for _, call := range s.staticCallsOf(f) {
		if _, starts := call.(*ssa.Go); !starts {
			list = append(list, call)
		}
	}
	return list
}

// timerGiven is the timer of a caller that a function knows by a parameter, or by what it has captured, nil if it isn't known.
func (s *slicer) timerGiven(call ssa.CallInstruction, f *ssa.Function, timer ssa.Value) ssa.Value {
	if load, ok := timer.(*ssa.UnOp); ok {
		free, ok := load.X.(*ssa.FreeVar)
		if !ok || f.Parent() != call.Parent() {
			return nil
		}
		return loadOf(call.Parent(), s.bindingOf(free))
	}
	for n, p := range f.Params {
		if p == timer && n < len(call.Common().Args) {
			return call.Common().Args[n]
		}
	}
	return nil
}

// loadOf is where a function first loads a variable of its own, nil if it doesn't.
func loadOf(f *ssa.Function, variable ssa.Value) ssa.Value {
	if _, ok := variable.(*ssa.Alloc); !ok {
		return nil
	}
	for _, user := range usesOf(variable) {
		if load, ok := user.(*ssa.UnOp); ok && load.Parent() == f {
			return load
		}
	}
	return nil
}

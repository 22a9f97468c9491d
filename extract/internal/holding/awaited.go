package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who closes a channel may have waited for those who send in ways that calls of the two alone don't show: by what says
// so by its name, as http.Server.Shutdown does, through an interface, or with a lock that callers of a
// sender hold, and he himself doesn't.

// MayAwaitBefore reports whether a function may have waited for others, in one of the first two ways, before an instruction.
func (a *Analysis) MayAwaitBefore(i supergraph.Instruction) bool {
	return drainsBefore(i) || slices.ContainsFunc(a.CallsIn(i.Parent), func(call supergraph.Call) bool {
		in := call.Instr()
		return in.Op == ir.OpCall && in.Method != "" && ComesBefore(call.Instruction, i) && slices.ContainsFunc(call.Callees, a.mayWait)
	})
}

// drainsBefore reports whether a function has called something before an instruction that says by its name that it waits
// for those who are under way.
func drainsBefore(i supergraph.Instruction) bool {
	for call := range comingBefore(i) {
		if in := call.Instr(); in.Op == ir.OpCall && library.WaitsByName(in.CalledName()) {
			return true
		}
	}
	return false
}

// IsCalledWithLockOf reports whether all calls of a function that the package has hold a lock that another function takes, too.
func (a *Analysis) IsCalledWithLockOf(f, other *supergraph.Function) bool {
	var held []pointsto.Location
	for n, call := range f.Callers {
		locks := a.locksAt(call)
		if n == 0 {
			held = locks
		}
		held = slices.DeleteFunc(slices.Clone(held), func(l pointsto.Location) bool { return !slices.Contains(locks, l) })
	}
	return len(held) > 0 && pointsto.Overlap(held, a.locksOf(other))
}

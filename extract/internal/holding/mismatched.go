package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Mismatch is a lock for reading and writing that a function takes in the one way, and releases in the other. That is
// fatal, as nobody else can have it in that way meanwhile.
type Mismatch struct {
	Taking
	Release supergraph.Instruction
	// Sides are those of branches that lead there.
	Sides []Side
}

// Mismatched lists them, one for each lock that a function takes.
func (a *Analysis) Mismatched(f *supergraph.Function) (list []Mismatch) {
	for _, t := range a.Takings(f) {
		if t.Kind != model.RWMutex || !t.path.known || a.mayBeTaken(t, func(i supergraph.Instruction) bool { return i != t.Instruction }) {
			continue
		}
		for i := range f.Instructions() {
			if how := a.releasedAt(t, i); how == model.Tau || how == t.How {
				continue
			}
			if at, ok := a.executed(t, i); ok && a.flowOf(t).holdsAt(at) {
				if sides, ok := a.sidesTo(at); ok {
					list = append(list, Mismatch{t, i, sides})
					break
				}
			}
		}
	}
	return list
}

// releasedAt is how somebody has to have taken the lock that an instruction releases, or has released in the end, Tau if that
// is another lock, or none.
func (a *Analysis) releasedAt(t Taking, i supergraph.Instruction) model.Kind {
	in := i.Instr()
	if in.Op != ir.OpCall && in.Op != ir.OpDefer {
		return model.Tau
	}
	how := supergraph.Releases(supergraph.LockingBy(in.Name))
	if how == model.Tau || !a.pathOf(t.Parent, in.Args[0]).isSame(t.path) {
		return model.Tau
	}
	return how
}

// executed is where a release is executed: a deferred one where the function returns, if that is in one place and nothing else
// that is deferred releases the lock.
func (a *Analysis) executed(t Taking, release supergraph.Instruction) (at supergraph.Instruction, ok bool) {
	if release.Instr().Op == ir.OpCall {
		return release, true
	}
	var returns []supergraph.Instruction
	for i := range t.Parent.Instructions() {
		switch op := i.Instr().Op; {
		case op == ir.OpReturn && release.AlwaysComesBefore(i):
			returns = append(returns, i)
		case op == ir.OpDefer && i != release && a.Releases(i, t):
			return at, false
		}
	}
	n := slices.IndexFunc(returns, a.flowOf(t).holdsAt)
	if n < 0 || t.Parent.Loops[release.At.Block] >= 0 {
		return at, false
	}
	return returns[n], true
}

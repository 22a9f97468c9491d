package slice

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// keepFailures keeps the calls by which a test fails and goes on, or sleeps, where control comes by for other reasons: see
// lower.failsTest. Nothing hangs on them, so that no other branch is asked for.
func (c *criterion) keepFailures(p *part) {
	for _, i := range p.Running() {
		if name := i.Instr().Name; (name == library.FailedCall || name == library.SleepingCall) && (p.stops(i.At.Block) || p.isSide(i.At.Block)) {
			c.keep(i)
		}
	}
}

// isSide reports whether control comes to a block only from branches that are kept, or from what else is.
func (p *part) isSide(b int) bool {
	for q := range p.Blocks {
		leads := slices.ContainsFunc(p.Blocks[q].Succs, func(e ir.Edge) bool { return e.Block == b })
		if leads && !p.branches[q] && !(p.stops(q) && len(p.Blocks[q].Succs) == 1) {
			return false
		}
	}
	return true
}

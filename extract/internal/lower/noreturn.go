package lower

import (
	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
)

// neverReturns reports whether a function ends the program or the goroutine, or panics, on all its ways. Who recovers
// may return. An analysis driver has SSA end blocks at calls of such functions; for whole programs nobody does.
func (s *slicer) neverReturns(f *ssa.Function) bool {
	if library.EndsGoroutine(s.name(f)) {
		return true
	}
	if !s.source.owns(f) || len(f.Blocks) == 0 || f.Recover != nil {
		return false
	}
	never, known := s.endless[f]
	if known {
		return never
	}
	s.endless[f] = false // for those who ask meanwhile: recursion alone is no end
	s.endless[f] = !s.reachesReturn(f)
	return s.endless[f]
}

// reachesReturn reports whether one comes to the end of a function without a call that never returns.
func (s *slicer) reachesReturn(f *ssa.Function) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{f.Blocks[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || s.endsAtCall(b) {
			continue
		}
		seen[b] = true
		if _, returns := b.Instrs[len(b.Instrs)-1].(*ssa.Return); returns {
			return true
		}
		work = append(work, b.Succs...)
	}
	return false
}

func (s *slicer) endsAtCall(b *ssa.BasicBlock) bool {
	for _, in := range b.Instrs {
		if call, ok := in.(*ssa.Call); ok {
			if callee := staticCallee(call.Common()); callee != nil && s.neverReturns(callee) {
				return true
			}
		}
	}
	return false
}

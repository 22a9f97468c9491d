package lower

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
)

// Calls that aren't followed have unknown results, and the outside world is free
// to choose them: a function may read a file or ask the time. But if a function
// only computes, and its arguments are known or in doubt, there is nothing to
// choose: the program decides, and what depends on the result is in doubt.

// onlyComputes reports whether the result of a function is determined by its
// arguments, as far as can be seen: neither it nor any function of the package
// that it leads to does more than that.
func (s *slicer) onlyComputes(f *ssa.Function) bool {
	if known, ok := s.computing[f]; ok {
		return known
	}
	reached, result := []*ssa.Function{f}, true
	seen := map[*ssa.Function]bool{f: true}
	for i := 0; i < len(reached) && result; i++ {
		callees, computes := s.computes(reached[i])
		result = computes
		for _, callee := range callees {
			if !seen[callee] {
				seen[callee] = true
				reached = append(reached, callee)
			}
		}
	}
	s.computing[f] = result
	return result
}

// computes reports whether a function itself only computes, and which others
// it calls.
func (s *slicer) computes(f *ssa.Function) (callees []*ssa.Function, ok bool) {
	if f.Pkg != nil && f.Pkg != s.source.Package {
		return nil, library.OnlyComputes(f.Pkg.Pkg.Path(), f.Name())
	}
	if len(f.Blocks) == 0 || len(f.FreeVars) > 0 {
		return nil, false
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.UnOp:
				if _, global := baseOf(in.X).(*ssa.Global); global || in.Op == token.ARROW {
					return nil, false
				}
			case *ssa.Go, *ssa.Select, *ssa.Defer, *ssa.MakeClosure:
				return nil, false
			case *ssa.Call:
				callee := staticCallee(in.Common())
				if callee == nil && !isBuiltin(in.Common()) {
					return nil, false
				}
				if callee != nil {
					callees = append(callees, callee)
				}
			}
		}
	}
	return callees, true
}

package extract

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Calls that aren't followed have unknown results, and the outside world is free
// to choose them: a function may read a file or ask the time. But if a function
// only computes, and from constants, there is nothing to choose: the program
// decides, and what depends on the result is in doubt.

// computed as the Name of an OpUnknown says that the value is determined by
// constants.
const computed = "computed"

// isDetermined reports whether a value is computed from constants alone.
func (s *slicer) isDetermined(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.BinOp:
		return s.isDetermined(v.X) && s.isDetermined(v.Y)
	case *ssa.Convert:
		return s.isDetermined(v.X)
	case *ssa.ChangeType:
		return s.isDetermined(v.X)
	case *ssa.Call:
		callee := staticCallee(v.Common())
		if callee == nil || !s.onlyComputes(callee) {
			return false
		}
		for _, arg := range v.Call.Args {
			if !s.isDetermined(arg) {
				return false
			}
		}
		return true
	}
	return false
}

// onlyComputes reports whether the result of a function depends on nothing but
// its arguments, as far as can be seen: it has no parameters that lead to others'
// data, and what it calls only computes, too.
func (s *slicer) onlyComputes(f *ssa.Function) bool {
	if pkg := f.Pkg; pkg != nil && pkg != s.source.Package {
		return computes[pkg.Pkg.Path()] || pkg.Pkg.Path() == "fmt" && strings.HasPrefix(f.Name(), "Sprint")
	}
	if known, ok := s.computing[f]; ok {
		return known
	}
	s.computing[f] = true // of a recursive function, until something else turns up
	s.computing[f] = len(f.Blocks) > 0 && s.bodyComputes(f)
	return s.computing[f]
}

// computes are packages whose functions do.
var computes = map[string]bool{
	"bytes": true, "encoding/base64": true, "encoding/hex": true, "errors": true, "math": true, "math/bits": true, "path": true,
	"slices": true, "sort": true, "strconv": true, "strings": true, "unicode": true, "unicode/utf8": true,
}

func (s *slicer) bodyComputes(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.UnOp:
				if _, global := in.X.(*ssa.Global); in.Op == token.ARROW || global {
					return false
				}
			case *ssa.Go, *ssa.Select, *ssa.Defer, *ssa.MakeClosure:
				return false
			case *ssa.Call:
				if !s.callComputes(in.Common()) {
					return false
				}
			}
		}
	}
	return len(f.FreeVars) == 0
}

func (s *slicer) callComputes(c *ssa.CallCommon) bool {
	if isBuiltin(c) {
		return true
	}
	callee := staticCallee(c)
	return callee != nil && s.onlyComputes(callee)
}

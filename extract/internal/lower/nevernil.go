package lower

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// A function that makes an error, or another value behind an interface, returns one each time. In its own package that is seen;
// others are told so: see ir.Function.NonNil. Of the standard library it is known function by function.

// neverNil reports whether a function that other packages call by its name has one result, an interface value that is never nil.
func (s *slicer) neverNil(f *ssa.Function, depth int) bool {
	results := f.Signature.Results()
	if s.source.Standard || results.Len() != 1 || f.Signature.Recv() != nil || f.Recover != nil || depth > deepestCall {
		return false
	}
	if kind := kindOf(results.At(0).Type()); kind != ir.ErrorKind && kind != ir.InterfaceKind {
		return false
	}
	returns := false
	for _, b := range f.Blocks {
		if end, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			if returns = true; !s.isNeverNil(end.Results[0], depth) {
				return false
			}
		}
	}
	return returns
}

// isNeverNil reports whether a value that a function returns is never nil.
func (s *slicer) isNeverNil(v ssa.Value, depth int) bool {
	switch v := v.(type) {
	case *ssa.ChangeInterface:
		return s.isNeverNil(v.X, depth)
	case *ssa.Call:
		callee := staticCallee(v.Common())
		isOwn := callee != nil && s.source.owns(callee) && s.neverNil(callee, depth+1)
		if isOwn || s.joinsSomething(v.Common(), func(joined ssa.Value) bool { return s.isNeverNil(joined, depth) }) {
			return true
		}
	}
	return s.isFixedThere(v)
}

// isPromised reports whether a function of another package is known never to return nil.
func (s *slicer) isPromised(f *ssa.Function) bool {
	object, ok := f.Object().(*types.Func)
	if !ok || s.source.owns(f) || object.Signature().Recv() != nil || s.source.declares(object) || library.IsKnown(s.name(f)) {
		return false
	}
	known := s.importSkeleton(s.name(f), object)
	return known != nil && known.NonNil
}

package lower

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// isJoin reports whether a call is one of errors.Join.
func (s *slicer) isJoin(c *ssa.CallCommon) bool {
	return s.isCallOf(c, "errors.Join") && len(c.Args) == 1
}

// joined lists the errors that are passed to errors.Join, if the call names them.
func joined(c *ssa.CallCommon) (list []ssa.Value, ok bool) {
	if slice, isSlice := c.Args[0].(*ssa.Slice); isSlice {
		if array, isNew := slice.X.(*ssa.Alloc); !isNew || array.Comment != "varargs" {
			return nil, false
		}
	} else if !isNilConst(c.Args[0]) {
		return nil, false
	}
	for _, v := range handedIn(c.Args[0]) {
		if !isNilConst(v) {
			list = append(list, v)
		}
	}
	return list, library.Joined(len(list)) != ""
}

// joinsSomething reports whether a call is one of errors.Join that is passed an error which isn't nil: so what it returns isn't.
func (s *slicer) joinsSomething(c *ssa.CallCommon, isThere func(ssa.Value) bool) bool {
	if !s.isJoin(c) {
		return false
	}
	list, ok := joined(c)
	return ok && slices.ContainsFunc(list, isThere)
}

// joins translates a call of errors.Join. Whether there is an error in a slice, the program decides.
func (t *translator) joins(v *ssa.Call, i ir.Instr) {
	i.Op, i.Name = ir.OpUnknown, ir.ComputedResult
	if list, ok := joined(v.Common()); ok {
		i.Op, i.Name, i.Args = ir.OpCall, library.Joined(len(list)), t.operands(list...)
	}
	t.emit(i)
}

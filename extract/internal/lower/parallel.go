package lower

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
)

// sharesOutTurns reports whether a call asks whether there is another turn of a parallel benchmark that looks at how many there are
// in all: who counts them knows when the others are told that there is none.
func (s *slicer) sharesOutTurns(call *ssa.Call) bool {
	return s.isCallOf(call.Common(), library.ParallelNext) && asksForTurns(outermost(call.Parent()))
}

// asksForTurns reports whether a function, or a literal in it, looks at how many turns a benchmark has.
func asksForTurns(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if field, ok := i.(*ssa.FieldAddr); ok && field.X.Type().String() == "*testing.B" && fieldName(field.X.Type(), field.Field) == "N" {
				return true
			}
		}
	}
	return slices.ContainsFunc(f.AnonFuncs, asksForTurns)
}

package lower

import (
	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// asksAboutError reports whether a call asks a function of another package what sort of error something is. Of nil they all
// say that it is none: errors.Is, os.IsNotExist, and whoever follows them with a function that begins with Is, has one
// error and returns one boolean.
func (s *slicer) asksAboutError(c *ssa.CallCommon) bool {
	callee := staticCallee(c)
	if callee == nil || callee.Pkg == nil || callee.Signature.Recv() != nil || s.source.owns(callee) {
		return false
	}
	results := callee.Signature.Results()
	if results.Len() != 1 || kindOf(results.At(0).Type()) != ir.BoolKind {
		return false
	}
	return library.AsksAboutError(callee.Pkg.Pkg.Path(), callee.Name(), len(c.Args)) && kindOf(c.Args[0].Type()) == ir.ErrorKind
}

// questionError translates such a call.
func (t *translator) questionError(v *ssa.Call, i ir.Instr) {
	i.Op, i.Name, i.Args, i.Text = ir.OpUnknown, ir.ErrorQuestion, t.operands(v.Call.Args...), t.s.text.describe(v)
	i.Method = t.s.name(staticCallee(v.Common()))
	t.emit(i)
}

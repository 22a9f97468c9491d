package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// What a function of the standard library returns beside an error hangs on that. There is a pointer, or something in an
// interface, if and only if there is no error, and less than all is written, or read by io.ReadFull, only with an
// error. So who asks for the one asks for the other: as two unknowns, they might both be nil.

// errorAskedFor is the error for which a comparison asks in such words, and whether the comparison holds if there is
// one. It is nil if the comparison asks for something else.
func (s *slicer) errorAskedFor(v *ssa.BinOp) (err *ssa.Extract, ifFailed bool) {
	part, ok := v.X.(*ssa.Extract)
	if !ok || part.Index != 0 {
		return nil, false
	}
	call, ok := part.Tuple.(*ssa.Call)
	if !ok || !s.isStandardCall(call.Common()) {
		return nil, false
	}
	switch results := call.Call.Signature().Results(); {
	case results.Len() != 2 || kindOf(results.At(1).Type()) != ir.ErrorKind:
		return nil, false
	case isNilConst(v.Y) && isOneOrError(part.Type()) && (v.Op == token.EQL || v.Op == token.NEQ):
		return errorOf(call), v.Op == token.EQL
	case kindOf(part.Type()) == ir.IntKind && isLengthOf(v.Y, handled(call.Common())):
		switch v.Op {
		case token.LSS, token.NEQ:
			return errorOf(call), true
		case token.EQL, token.GEQ:
			return errorOf(call), false
		}
	}
	return nil, false
}

// isStandardCall reports whether a call is one of a function of the standard library, which isn't the package that is
// looked at, or through an interface of it.
func (s *slicer) isStandardCall(c *ssa.CallCommon) bool {
	if c.IsInvoke() {
		return c.Method.Pkg() != nil && library.FailsOrReturns(c.Method.FullName())
	}
	callee := staticCallee(c)
	return callee != nil && callee.Pkg != nil && !s.source.owns(callee) && library.FailsOrReturns(s.name(callee))
}

// isOneOrError reports whether a result of a type is nil if and only if there is an error.
func isOneOrError(t types.Type) bool {
	if i, ok := t.Underlying().(*types.Interface); ok && i.Empty() { // which may hold nothing that means something
		return false
	}
	kind := kindOf(t)
	return kind == ir.PointerKind || kind == ir.InterfaceKind
}

// errorOf is the error that a call returns as its second result, if somebody takes it.
func errorOf(call *ssa.Call) *ssa.Extract {
	for _, user := range *call.Referrers() {
		if part, ok := user.(*ssa.Extract); ok && part.Index == 1 {
			return part
		}
	}
	return nil
}

// handled is what a call writes, or fills, as a whole or with an error: nil if it is no such call.
func handled(c *ssa.CallCommon) ssa.Value {
	name, args := "", c.Args
	switch callee := staticCallee(c); {
	case c.IsInvoke():
		name = c.Method.Name()
	case callee == nil || len(args) == 0:
		return nil
	case callee.Signature.Recv() != nil:
		name, args = callee.Name(), args[1:]
	default:
		name, args = callee.Pkg.Pkg.Path()+"."+callee.Name(), args[1:]
	}
	whole := []string{"Write", "WriteString", "io.WriteString", "io.ReadFull"}
	if len(args) != 1 || !slices.Contains(whole, name) {
		return nil
	}
	return args[0]
}

// isLengthOf reports whether a value is the length of another one.
func isLengthOf(v, of ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok || of == nil {
		return false
	}
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "len" && call.Call.Args[0] == of
}

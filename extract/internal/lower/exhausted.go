package lower

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/ir"
)

// A switch over all constants of an enumerated type needs no default: that a value is none of them is possible, and
// nearly never meant. Of what a comparison returns the sign is all that it means, by convention -1, 0 or 1. Where
// comparisons before a branch have ruled out all such values but those of its other side, it is in doubt that it is
// taken at all.

// beyondAll is why it is in doubt that a branch is taken for a value that has been none of all that are meant.
const beyondAll = "whether a value is none of those that are meant"

// isExhausted reports whether a branch rules out the last values that are meant for one of its sides.
func (s *slicer) isExhausted(b *ssa.BasicBlock, side int) bool {
	asked, _ := comparedWithConstant(b)
	if asked == nil {
		return false
	}
	left := s.meantValues(asked)
	if len(left) < 2 {
		return false
	}
	for at := b; len(at.Preds) == 1; at = at.Preds[0] {
		left = leftAfter(at.Preds[0], slices.Index(at.Preds[0].Succs, at), asked, left)
	}
	return len(left) > 0 && len(leftAfter(b, side, asked, left)) == 0
}

// comparedWithConstant is what a branch compares with a constant, as a question with what is asked on its left.
func comparedWithConstant(b *ssa.BasicBlock) (asked ssa.Value, question *ssa.BinOp) {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return nil, nil
	}
	question, ok = branch.Cond.(*ssa.BinOp)
	if !ok {
		return nil, nil
	}
	if c, isConst := question.Y.(*ssa.Const); !isConst || c.Value == nil {
		return nil, nil
	}
	return question.X, question
}

// leftAfter are those of some values for which a branch takes a side, if it asks for the same value.
func leftAfter(b *ssa.BasicBlock, side int, asked ssa.Value, values []constant.Value) []constant.Value {
	about, question := comparedWithConstant(b)
	if about == nil || !isSameLoad(about, asked) || isOrder(question.Op) && isNamed(asked.Type()) {
		return values // a type with a name and an order may be a measure
	}
	var left []constant.Value
	for _, v := range values {
		if constant.Compare(v, question.Op, question.Y.(*ssa.Const).Value) == (side == 0) {
			left = append(left, v)
		}
	}
	return left
}

func isOrder(op token.Token) bool { return op != token.EQL && op != token.NEQ }

func isNamed(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Named)
	return ok
}

// isSameLoad reports whether two values are one, or are loaded from the same field or variable: who asks in a chain
// of conditions takes them for the same.
func isSameLoad(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	x, isLoad := a.(*ssa.UnOp)
	y, isToo := b.(*ssa.UnOp)
	if !isLoad || !isToo || x.Op != token.MUL || y.Op != token.MUL {
		return false
	}
	p, isField := x.X.(*ssa.FieldAddr)
	q, isFieldToo := y.X.(*ssa.FieldAddr)
	return x.X == y.X || isField && isFieldToo && p.Field == q.Field && (p.X == q.X || isSameLoad(p.X, q.X))
}

// meantValues are those that a value has if it is what its type, or the function that returns it, means it to be;
// none if that can't be said.
func (s *slicer) meantValues(v ssa.Value) []constant.Value {
	if call, ok := v.(*ssa.Call); ok {
		if list := s.returnedBy(call.Common()); list != nil {
			return list
		}
	}
	return s.enumerated(v.Type())
}

// enumerated are the constants of an enumerated type, each value once: a type with a name and with constants in the
// package that declares it.
func (s *slicer) enumerated(t types.Type) []constant.Value {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return nil
	}
	if list, known := s.enumerations[named]; known {
		return list
	}
	var list []constant.Value
	if basic, ok := named.Underlying().(*types.Basic); ok && basic.Info()&(types.IsInteger|types.IsString) != 0 {
		scope := named.Obj().Pkg().Scope()
		for _, name := range scope.Names() {
			if c, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(c.Type(), named) {
				list = insertConstant(list, c.Val())
			}
		}
	}
	s.enumerations[named] = list
	return list
}

func insertConstant(list []constant.Value, v constant.Value) []constant.Value {
	if slices.ContainsFunc(list, func(o constant.Value) bool { return constant.Compare(o, token.EQL, v) }) {
		return list
	}
	return append(list, v)
}

// signs are what comparisons return.
var signs = []constant.Value{constant.MakeInt64(-1), constant.MakeInt64(0), constant.MakeInt64(1)}

// returnedBy are the numbers that a called function returns, if they are constants, or it is a comparison whose body
// isn't seen.
func (s *slicer) returnedBy(c *ssa.CallCommon) []constant.Value {
	results := c.Signature().Results()
	if results.Len() != 1 || kindOf(results.At(0).Type()) != ir.IntKind {
		return nil
	}
	callee := staticCallee(c)
	if callee != nil && s.source.owns(callee) && len(callee.Blocks) > 0 {
		return s.constantResults(callee)
	}
	name := ""
	switch {
	case c.IsInvoke():
		name = c.Method.Name()
	case callee != nil:
		name = genericOf(callee).Name()
	}
	if name == "Compare" || name == "Cmp" {
		return signs
	}
	return nil
}

// constantResults are the numbers that a function returns; nil if some are no constants, nor what other such
// functions return.
func (s *slicer) constantResults(f *ssa.Function) []constant.Value {
	if list, known := s.returned[f]; known {
		return list
	}
	s.returned[f] = nil // for those who ask meanwhile
	var list []constant.Value
	for _, b := range f.Blocks {
		result, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		values, ok := s.constantsOf(result.Results[0], map[ssa.Value]bool{})
		if !ok {
			return nil
		}
		for _, v := range values {
			list = insertConstant(list, v)
		}
	}
	s.returned[f] = list
	return list
}

// constantsOf are the constants that a value is one of. It is not ok if it may be something else.
func (s *slicer) constantsOf(v ssa.Value, seen map[ssa.Value]bool) (list []constant.Value, ok bool) {
	if seen[v] {
		return nil, true
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Const:
		return []constant.Value{v.Value}, v.Value != nil
	case *ssa.Phi:
		for _, edge := range v.Edges {
			values, ok := s.constantsOf(edge, seen)
			if !ok {
				return nil, false
			}
			list = append(list, values...)
		}
		return list, true
	case *ssa.Call:
		list = s.returnedBy(v.Common())
		return list, list != nil
	}
	return nil, false
}

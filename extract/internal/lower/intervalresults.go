package lower

import (
	"go/constant"
	"go/token"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// What functions return has a range, too: min and max, lengths, and functions whose bodies can be seen, as clamp. Within such a
// function it is known what it has asked on the way to where it returns.

var noNumber = interval{low: math.MaxInt64, high: math.MinInt64}

// Beyond these it isn't looked into functions: mostReturns is how many places they return at, deepestCallee how much deeper
// than other operands a call is, and mostWays how many ways lead to a choice.
const (
	mostReturns   = 8
	deepestCallee = 3
	mostWays      = 4
)

// resultOfCall is the range of what a call returns.
func resultOfCall(c *ssa.CallCommon, part func(ssa.Value) interval, depth int) interval {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return resultOfBuiltin(b.Name(), c.Args, part)
	}
	callee := staticCallee(c)
	if callee != nil && library.IsCount(nameOf(callee)) {
		return interval{0, math.MaxInt64, false}
	}
	if callee == nil || isOfGeneric(callee) || callee.Recover != nil || callee.Signature.Results().Len() != 1 {
		return anyNumberAtAll
	}
	result, returns := noNumber, 0
	for _, b := range callee.Blocks {
		if end, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && returns < mostReturns {
			result = result.join(intervalAt(end.Results[0], b, depth+deepestCallee))
			returns++
		}
	}
	if returns == mostReturns || result.isEmpty() { // or it isn't seen, or never returns
		return anyNumberAtAll
	}
	return result
}

// anyNumberAtAll is the range of all numbers, with those that have no sign.
var anyNumberAtAll = interval{math.MinInt64, math.MaxInt64, true}

func resultOfBuiltin(name string, args []ssa.Value, part func(ssa.Value) interval) interval {
	switch name {
	case "len":
		return interval{shortest(args[0], 0), math.MaxInt64, false}
	case "cap", "copy":
		return interval{0, math.MaxInt64, false}
	case "min", "max":
		result := part(args[0])
		for _, arg := range args[1:] {
			if x := part(arg); name == "min" {
				result = interval{min(result.low, x.low), min(result.high, x.high), result.more && x.more}
			} else {
				result = interval{max(result.low, x.low), max(result.high, x.high), result.more || x.more}
			}
		}
		return result
	}
	return anyNumberAtAll
}

// shortest is the least length that a string can have, by the constants of which it is put together, or the parts of one that was split.
func shortest(v ssa.Value, depth int) int64 {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			return int64(len(constant.StringVal(v.Value)))
		}
	case *ssa.BinOp:
		if v.Op == token.ADD && depth <= deepestInterval {
			return shortest(v.X, depth+1) + shortest(v.Y, depth+1)
		}
	case *ssa.Call:
		if callee := staticCallee(v.Common()); callee != nil && library.Splits(nameOf(callee)) {
			return min(1, shortest(v.Call.Args[1], depth+1))
		}
	}
	return 0
}

// joinOf is the range of a number that is one or another, by the way on which control has come.
func joinOf(v *ssa.Phi, depth int) interval {
	if len(v.Edges) > mostWays {
		return anyNumberAtAll
	}
	result := noNumber
	for i, edge := range v.Edges {
		from := v.Block().Preds[i]
		result = result.join(intervalAt(edge, from, depth+1).asBranched(is(edge), from, v.Block()))
	}
	if result.isEmpty() {
		return anyNumberAtAll
	}
	return result
}

// is asks for one value.
func is(v ssa.Value) func(ssa.Value) bool { return func(asked ssa.Value) bool { return asked == v } }

// asAsked narrows the range of a number by what was asked about it on all ways to a block.
func (x interval) asAsked(isIt func(ssa.Value) bool, at *ssa.BasicBlock) interval {
	for ; at != nil && at.Idom() != nil; at = at.Idom() {
		if len(at.Preds) == 1 {
			x = x.asBranched(isIt, at.Preds[0], at)
		}
	}
	return x
}

// asBranched narrows the range of a number by the question at the end of one block that is the way to the next one.
func (x interval) asBranched(isIt func(ssa.Value) bool, from, to *ssa.BasicBlock) interval {
	branch, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
	if !ok || from.Succs[0] == from.Succs[1] {
		return x
	}
	asked, ok := branch.Cond.(*ssa.BinOp)
	if !ok || !isIt(asked.X) {
		return x
	}
	n, ok := numberOf(asked.Y)
	if !ok {
		return x
	}
	op := asked.Op
	if from.Succs[1] == to {
		op = negated[op]
	}
	return x.given(op, n)
}

var negated = map[token.Token]token.Token{
	token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR, token.EQL: token.NEQ, token.NEQ: token.EQL,
}

// given is what is in a range of the numbers that compare so with another one.
func (x interval) given(op token.Token, n int64) interval {
	switch {
	case op == token.LSS && n > math.MinInt64:
		return x.meet(interval{math.MinInt64, n - 1, false})
	case op == token.LEQ:
		return x.meet(interval{math.MinInt64, n, false})
	case op == token.GTR && n < math.MaxInt64:
		return x.meet(interval{n + 1, math.MaxInt64, true})
	case op == token.GEQ:
		return x.meet(interval{n, math.MaxInt64, true})
	case op == token.EQL:
		return x.meet(interval{n, n, false})
	}
	return x
}

// isOrdered is the answer to a comparison of numbers of which one is the smallest or largest of some, and the other one
// among these, or the opposite.
func isOrdered(v *ssa.BinOp) (answer, decided bool) {
	switch {
	case v.Op == token.LEQ && isAtMost(v.X, v.Y), v.Op == token.GEQ && isAtMost(v.Y, v.X):
		return true, true
	case v.Op == token.GTR && isAtMost(v.X, v.Y), v.Op == token.LSS && isAtMost(v.Y, v.X):
		return false, true
	}
	return false, false
}

// isAtMost reports whether a number is never larger than another one because of min or max.
func isAtMost(x, y ssa.Value) bool {
	small, large := chosenBy("min", x), chosenBy("max", y)
	if len(small) == 1 && len(large) == 1 {
		return false
	}
	return slices.ContainsFunc(small, func(v ssa.Value) bool { return slices.Contains(large, v) })
}

// chosenBy are the numbers among which a builtin function has chosen a number, or this alone.
func chosenBy(name string, v ssa.Value) []ssa.Value {
	call, ok := v.(*ssa.Call)
	if ok && isBuiltin(call.Common()) && call.Call.Value.Name() == name && kindOf(v.Type()) == ir.IntKind {
		return call.Call.Args
	}
	return []ssa.Value{v}
}

package lower

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/ir"
)

// A number has a range by its type and by what it is made of (the intervals of Cousot and Cousot, 1977, for expressions
// alone: what was asked before says nothing here). A comparison that has the same answer for all numbers of the ranges is no
// question.

// An interval is from low to high, and beyond if there are more: numbers of 64 bits without a sign.
type interval struct {
	low, high int64
	more      bool
}

var anyNumber = interval{math.MinInt64, math.MaxInt64, false}

// deepestInterval limits how deep it is looked into what a number is made of.
const deepestInterval = 6

// intervalOf is the range of a number.
func intervalOf(v ssa.Value) interval { return intervalAt(v, nil, 0) }

// intervalAt is the range of a number where control is in a block of a function that is called: what that has asked before
// is known there. There is no block where nothing is to be known.
func intervalAt(v ssa.Value, at *ssa.BasicBlock, depth int) interval {
	of := intervalOfType(v.Type())
	if depth > deepestInterval {
		return of
	}
	part := func(v ssa.Value) interval { return intervalAt(v, at, depth+1) }
	switch v := v.(type) {
	case *ssa.Const:
		if n, ok := numberOf(v); ok {
			return interval{n, n, false}
		}
	case *ssa.ChangeType:
		of = part(v.X)
	case *ssa.Convert:
		if from := part(v.X); kindOf(v.X.Type()) == ir.IntKind && from.isIn(of) {
			of = from
		}
	case *ssa.UnOp:
		if v.Op == token.SUB {
			if negative, ok := (interval{}).arithmetic(token.SUB, part(v.X)); ok && negative.isIn(of) {
				of = negative
			}
		}
	case *ssa.BinOp:
		of = resultIn(of, v, part)
	case *ssa.Call:
		of = of.meet(resultOfCall(v.Common(), part, depth))
	case *ssa.Phi:
		if at != nil {
			of = of.meet(joinOf(v, depth))
		}
	}
	return of.asAsked(is(v), at)
}

// resultIn is the range of the result of an operation, in that of its type.
func resultIn(of interval, v *ssa.BinOp, part func(ssa.Value) interval) interval {
	x := part(v.X)
	if n, ok := numberOf(v.Y); ok {
		of = of.meet(resultOf(v.Op, x, n))
	}
	if result, ok := x.arithmetic(v.Op, part(v.Y)); ok && result.isIn(of) {
		return result
	}
	return of
}

// intervalOfType is the range of the numbers of a type.
func intervalOfType(t types.Type) interval {
	switch bits := bitsOf(t); {
	case bits > 0:
		return interval{-1 << (bits - 1), 1<<(bits-1) - 1, false}
	case bits < 0 && bits > -64:
		return interval{0, 1<<-bits - 1, false}
	case bits == -64:
		return interval{0, math.MaxInt64, true}
	}
	return anyNumber
}

// numberOf is the number that a constant is.
func numberOf(v ssa.Value) (n int64, ok bool) {
	c, isConst := v.(*ssa.Const)
	if !isConst {
		return 0, false
	}
	o := constOperand(c)
	return o.Int, o.Kind == ir.IntConst
}

// resultOf is the range of what a constant makes of numbers.
func resultOf(op token.Token, x interval, n int64) interval {
	switch {
	case op == token.AND && n >= 0:
		return interval{0, n, false}
	case op == token.REM && n > 0 && x.low >= 0:
		return interval{0, n - 1, false}
	case op == token.REM && n > 0:
		return interval{1 - n, n - 1, false}
	case op == token.SHR && n >= 0 && n < 64 && x.low >= 0 && !x.more:
		return interval{x.low >> n, x.high >> n, false}
	}
	return anyNumber
}

// arithmetic is the range of sums, differences or products, if all are numbers of 64 bits.
func (x interval) arithmetic(op token.Token, y interval) (result interval, ok bool) {
	if x.more || y.more || op != token.ADD && op != token.SUB && op != token.MUL {
		return interval{}, false
	}
	constantOp := func(a, b int64) constant.Value {
		return constant.BinaryOp(constant.MakeInt64(a), op, constant.MakeInt64(b))
	}
	result = noNumber
	for _, c := range []constant.Value{constantOp(x.low, y.low), constantOp(x.low, y.high), constantOp(x.high, y.low), constantOp(x.high, y.high)} {
		n, exact := constant.Int64Val(c)
		if !exact {
			return interval{}, false
		}
		result = result.join(interval{n, n, false})
	}
	return result, true
}

// isIn reports whether all numbers of a range are in another one.
func (x interval) isIn(y interval) bool {
	return y.low <= x.low && x.high <= y.high && (y.more || !x.more)
}

// isEmpty reports whether there is no number in a range.
func (x interval) isEmpty() bool { return x.low > x.high }

// join is what is in one of two ranges, and between them.
func (x interval) join(y interval) interval {
	switch {
	case x.isEmpty():
		return y
	case y.isEmpty():
		return x
	}
	return interval{min(x.low, y.low), max(x.high, y.high), x.more || y.more}
}

// meet is what is in two ranges.
func (x interval) meet(y interval) interval {
	return interval{max(x.low, y.low), min(x.high, y.high), x.more && y.more}
}

// isDecided is the answer to a comparison of numbers, if it is the same for all of them. Two constants are compared as they stand:
// they may be those with which a loop begins.
func (s *slicer) isDecided(v *ssa.BinOp) (answer, decided bool) {
	_, isConst := v.X.(*ssa.Const)
	_, areConst := v.Y.(*ssa.Const)
	if kindOf(v.X.Type()) != ir.IntKind || kindOf(v.Type()) != ir.BoolKind || isConst && areConst {
		return false, false
	}
	if answer, decided = isOrdered(v); decided {
		return answer, true
	}
	x, y := intervalOf(s.named(v.X)), intervalOf(s.named(v.Y))
	switch v.Op {
	case token.LSS:
		return x.isLess(y)
	case token.GTR:
		return y.isLess(x)
	case token.GEQ:
		answer, decided = x.isLess(y)
		return !answer, decided
	case token.LEQ:
		answer, decided = y.isLess(x)
		return !answer, decided
	}
	return v.Op == token.NEQ, x.isBelow(y) || y.isBelow(x)
}

// isLess says whether the numbers of one range are less than those of another one, if all are, or none is.
func (x interval) isLess(y interval) (less, decided bool) {
	return x.isBelow(y), x.isBelow(y) || x.low >= y.high && !y.more
}

// isBelow reports whether all numbers of a range are less than those of another one.
func (x interval) isBelow(y interval) bool { return x.high < y.low && !x.more }

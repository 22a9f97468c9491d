package report

import (
	"math"
	"slices"

	"github.com/chancheck/chancheck/model"
)

// A numberRange is what an assumption says of a number.
type numberRange struct {
	name      string
	low, high int64
}

// isNarrower reports whether an assumption, made later in the same file, says all that an earlier one does: of a number, as a loop that comes
// further assumes more, step by step; or that something is one value of which was asked before whether it is another one.
func isNarrower(later, earlier *model.Transition) bool {
	if isOneOf(later, earlier) {
		return true
	}
	a, ok := rangeOf(later)
	b, also := rangeOf(earlier)
	return ok && also && a.name == b.name && later.Site.File == earlier.Site.File && b.low <= a.low && a.high <= b.high
}

// isOneOf reports whether something is one value, and was asked before whether it is another one.
func isOneOf(later, earlier *model.Transition) bool {
	a, b := later.Condition(), earlier.Condition()
	isSame := a.Subject == b.Subject && a.From == b.From && later.Site.File == earlier.Site.File && slices.Equal(later.Via, earlier.Via)
	return isSame && a.Operator == "==" && b.Operator == "!=" && a.Operand != b.Operand
}

// rangeOf is what an assumption says that compares something with a number.
func rangeOf(t *model.Transition) (numberRange, bool) {
	c := t.Condition()
	n, ok := c.Number()
	r := numberRange{c.Subject, math.MinInt64, math.MaxInt64}
	switch c.Operator {
	case "==":
		r.low, r.high = n, n
	case "<":
		r.high = n - 1
	case "<=":
		r.high = n
	case ">":
		r.low = n + 1
	case ">=":
		r.low = n
	default:
		return numberRange{}, false
	}
	return r, ok && c.From == ""
}

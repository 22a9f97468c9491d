package report

import (
	"math"

	"github.com/chancheck/chancheck/model"
)

// A numberRange is what an assumption says of a number.
type numberRange struct {
	name      string
	low, high int64
}

// isNarrower reports whether an assumption about a number, made later in the same file, says all that
// an earlier one does: a loop that comes further assumes more, step by step.
func isNarrower(later, earlier *model.Transition) bool {
	a, ok := rangeOf(later)
	b, also := rangeOf(earlier)
	return ok && also && a.name == b.name && later.Site.File == earlier.Site.File && b.low <= a.low && a.high <= b.high
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

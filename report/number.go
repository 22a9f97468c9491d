package report

import (
	"math"
	"strconv"
	"strings"

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
	a, ok := rangeOf(later.Text)
	b, also := rangeOf(earlier.Text)
	return ok && also && a.name == b.name && later.Site.File == earlier.Site.File && b.low <= a.low && a.high <= b.high
}

// rangeOf reads an assumption that compares something with a number.
func rangeOf(text string) (numberRange, bool) {
	fields := strings.Fields(text)
	if len(fields) < 3 {
		return numberRange{}, false
	}
	last := len(fields) - 1
	n, err := strconv.ParseInt(fields[last], 10, 64)
	r := numberRange{strings.Join(fields[:last-1], " "), math.MinInt64, math.MaxInt64}
	switch fields[last-1] {
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
	return r, err == nil
}

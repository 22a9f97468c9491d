package report

import (
	"testing"

	"github.com/chancheck/chancheck/model"
)

// TestLaterAssumptionsSayMore: only about the same number, and only if they say all of it.
func TestLaterAssumptionsSayMore(t *testing.T) {
	for _, test := range []struct {
		later, earlier string
		want           bool
	}{
		{"n == 2", "n >= 2", true}, {"n >= 2", "n >= 1", true}, {"n > 1", "n >= 2", true}, {"n < 3", "n <= 2", true},
		{"n == 2", "n >= 3", false}, {"n >= 1", "n >= 2", false}, {"n == 2", "m >= 1", false}, {"n < 3", "n >= 0", false},
		{"len(f(a, b)) == 0", "len(f(a, b)) <= 0", true}, {"n != 2", "n >= 2", false}, {"n == m", "n >= 2", false}, {"ok", "n >= 2", false},
		{"n <= 1", "n < 2", true}, {"n <= 2", "n < 2", false},
	} {
		later, earlier := &model.Transition{Text: test.later}, &model.Transition{Text: test.earlier}
		if got := isNarrower(later, earlier); got != test.want {
			t.Errorf("%q after %q: %t", test.later, test.earlier, got)
		}
		earlier.Site.File = "another.go"
		if isNarrower(later, earlier) {
			t.Errorf("%q after %q of another file", test.later, test.earlier)
		}
	}
}

func TestAssumptionsWithoutAPlaceAreThoseWithOne(t *testing.T) {
	at := func(line int, text string) *model.Transition {
		step := &model.Transition{Kind: model.Assume, Text: text}
		if line > 0 {
			step.Site = model.Site{File: "p.go", Line: line, Column: 1}
		}
		return step
	}
	for _, test := range []struct {
		a, b *model.Transition
		want bool
	}{
		{at(3, "n == 1"), at(3, "n == 1"), true},
		{at(3, "n == 1"), at(4, "n == 1"), false},
		{at(0, "n == 1"), at(4, "n == 1"), true},
		{at(3, "n == 1"), at(0, "n == 1"), true},
		{at(0, "n == 1"), at(0, "n == 2"), false},
	} {
		if got := (&narrator{}).isSameAssumption(test.a, test.b); got != test.want {
			t.Errorf("%v and %v: the same is %v, want %v", *test.a, *test.b, got, test.want)
		}
	}
}

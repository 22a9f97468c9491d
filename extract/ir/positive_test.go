package ir

import (
	"math"
	"testing"
)

// TestNumbersThatAllCallsHavePositive: of the others nothing is said, as somebody else may pass what he likes.
func TestNumbersThatAllCallsHavePositive(t *testing.T) {
	number := func(n int64) Argument { return Argument{Value: Operand{Kind: IntConst, Int: n}} }
	atLeast := func(n int64) Argument { return Argument{Bounded: true, Least: n, Most: math.MaxInt64} }
	callers := &Callers{Calls: []Arguments{
		{Values: []Argument{number(3), number(4), number(0), number(7), {NonNil: true}, atLeast(2)}},
		{Values: []Argument{number(3), number(9), number(1), {}, {NonNil: true}, number(5)}},
	}}
	got := callers.Positive()
	for i, positive := range []bool{true, true, false, false, false, true} {
		var want Argument
		if positive {
			want = atLeast(1)
		}
		if !got.Values[i].IsEqual(&want) {
			t.Errorf("of parameter %d is known %+v, want %+v", i, got.Values[i], want)
		}
	}
	callers.Calls = append(callers.Calls, Arguments{Values: make([]Argument, 6)})
	if callers.Positive() != nil {
		t.Error("something is known of what the last call passes")
	}
}

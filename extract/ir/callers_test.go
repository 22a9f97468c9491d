package ir

import (
	"strings"
	"testing"
)

// TestJoinIsWhatArgumentsHaveInCommon, in both directions.
func TestJoinIsWhatArgumentsHaveInCommon(t *testing.T) {
	number := func(n int64) Argument { return Argument{Value: Operand{Kind: IntConst, Int: n}} }
	yes := Operand{Kind: BoolConst, Int: 1}
	null := Argument{Value: Operand{Kind: NilConst}}
	function := Argument{Value: Operand{Kind: FunctionConst, Text: "p.f"}}
	for _, test := range []struct {
		a, b Argument
		want string
	}{
		{number(1), number(1), "x == 1"},
		{number(1), number(3), "x >= 1 x <= 3"},
		{number(1), Argument{Bounded: true, Least: 2, Most: 5}, "x >= 1 x <= 5"},
		{number(1), Argument{}, ""},
		{Argument{NonNil: true}, function, "x != nil"},
		{Argument{NonNil: true}, null, ""},
		{null, null, "x == nil"},
		{Argument{NonNil: true, HasLength: true, Length: 2}, Argument{NonNil: true, HasLength: true, Length: 2}, "len(x) == 2"},
		{Argument{NonNil: true, HasLength: true, Length: 2}, Argument{NonNil: true, HasLength: true, Length: 3}, "x != nil"},
		{Argument{Fields: []FieldValue{{1, "a", yes}, {2, "b", yes}}}, Argument{Fields: []FieldValue{{2, "b", yes}}}, "x.b"},
	} {
		for _, both := range []Argument{test.a.Join(&test.b), test.b.Join(&test.a)} {
			if got := strings.Join(both.Spell("x"), " "); got != test.want {
				t.Errorf("%v and %v have %q in common, want %q", test.a.Spell("x"), test.b.Spell("x"), got, test.want)
			}
		}
	}
}

// TestArgumentsWithDifferentKeysDiffer in what was asked for.
func TestArgumentsWithDifferentKeysDiffer(t *testing.T) {
	one, two := Operand{Kind: IntConst, Int: 1}, Operand{Kind: IntConst, Int: 2}
	a := Arguments{Values: []Argument{{Value: one}, {Value: one}}}
	b := Arguments{Values: []Argument{{Value: one}, {Value: two}}}
	first := func(i int) bool { return i == 0 }
	both := func(int) bool { return true }
	if a.Key(first) != b.Key(first) || a.Key(both) == b.Key(both) {
		t.Error("the second arguments differ, the first ones don't")
	}
}

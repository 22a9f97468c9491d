package domain

import (
	"math"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/ir"
)

func TestEqualValuesAreOne(t *testing.T) {
	in := NewInterner()
	a := in.Intern(Description{Form: StructForm, Parts: []Value{in.Nil, in.Integer(1)}, Paths: []string{".0"}})
	b := in.Intern(Description{Form: StructForm, Parts: []Value{in.Nil, in.Integer(1)}, Paths: []string{".0"}})
	if a != b {
		t.Errorf("values %d and %d are alike", a, b)
	}
	different := []Description{
		{Form: IntForm}, {Form: BoolForm}, {Form: IntForm, Number: 1}, {Form: StringForm, Text: "a"},
		{Form: SliceForm, Object: 1, Length: 2, Capacity: 3}, {Form: SliceForm, Object: 1, Length: 3, Capacity: 3},
		{Form: TupleForm, Parts: []Value{1, 2}}, {Form: TupleForm, Parts: []Value{2, 1}},
		{Form: StructForm, Parts: []Value{1, 2}, Paths: []string{".1"}}, {Form: StructForm, Parts: []Value{1, 2}, Paths: []string{".2"}},
	}
	seen := map[Value]int{}
	for i, d := range different {
		v := in.Intern(d)
		if j, ok := seen[v]; ok {
			t.Errorf("%+v and %+v are the same value", d, different[j])
		}
		seen[v] = i
	}
}

func TestBelow(t *testing.T) {
	for _, test := range []struct {
		path, prefix string
		want         bool
	}{
		{".1", ".1", true}, {".1.2", ".1", true}, {".1[2]", ".1", true}, {".1*", ".1", true}, {".1", "", true},
		{".12", ".1", false}, {".1", ".1.2", false}, {"[1]", ".1", false},
	} {
		if got := Below(test.path, test.prefix); got != test.want {
			t.Errorf("%s is below %s: %v", test.path, test.prefix, got)
		}
	}
}

func TestStoringChangesNoOtherMemory(t *testing.T) {
	in := NewInterner()
	o := in.Object("o", ObjectInfo{})
	first := Memory{}
	in.Store(first, o, ".0", in.Integer(1), ir.IntKind)
	second := Memory{o: first[o]}
	in.Store(second, o, ".0", in.Integer(2), ir.IntKind)
	if got := in.Load(first, o, ".0", ir.IntKind); got != in.Integer(1) {
		t.Errorf("the first memory has %+v", in.Of(got))
	}
	if got := in.Load(second, o, ".0", ir.IntKind); got != in.Integer(2) {
		t.Errorf("the second memory has %+v", in.Of(got))
	}
}

func TestWhatTheScopeMakesIsZeroAtFirst(t *testing.T) {
	in := NewInterner()
	o := in.Object("o", ObjectInfo{})
	for kind, want := range map[ir.ValueKind]Value{
		ir.IntKind: in.Integer(0), ir.BoolKind: in.No, ir.StringKind: in.Text(""), ir.ChanKind: in.Nil, ir.OtherKind: in.Opaque,
	} {
		if got := in.Load(Memory{}, o, ".3", kind); got != want {
			t.Errorf("%v: %+v, want %+v", kind, in.Of(got), in.Of(want))
		}
	}
}

// TestUnknownsHaveParts: a field of an unknown struct is the same unknown each
// time, and another than the other fields.
func TestUnknownsHaveParts(t *testing.T) {
	in := NewInterner()
	origin := in.Symbol("p", SymbolInfo{Kind: ir.PointerKind, Process: -1, Taint: "why"})
	o := in.Object("o", ObjectInfo{Origin: origin})
	a, again := in.Load(Memory{}, o, ".0", ir.IntKind), in.Load(Memory{}, o, ".0", ir.IntKind)
	b := in.Load(Memory{}, o, ".1", ir.IntKind)
	if a != again || a == b {
		t.Errorf("field 0 is %d, then %d, field 1 is %d", a, again, b)
	}
	info := in.SymbolTable[in.Of(a).Number]
	if info.Whole != origin || info.Taint != "why" || !info.Size {
		t.Errorf("field 0 is %+v, want a part of the origin, in doubt as that is, and a size", info)
	}
}

func TestStructsAreCopiedWithWhatWasStoredInThem(t *testing.T) {
	in := NewInterner()
	from, to := in.Object("from", ObjectInfo{}), in.Object("to", ObjectInfo{})
	m := Memory{}
	in.Store(m, to, ".1.0", in.Integer(7), ir.IntKind) // to be overwritten
	in.Store(m, from, ".0", in.Integer(1), ir.IntKind)
	in.Store(m, from, ".2.0", in.Yes, ir.BoolKind)
	in.Store(m, to, ".1", in.Load(m, from, "", ir.StructKind), ir.StructKind)
	if got := in.Load(m, to, ".1.0", ir.IntKind); got != in.Integer(1) {
		t.Errorf("field 0 is %+v", in.Of(got))
	}
	if got := in.Load(m, to, ".1.2.0", ir.BoolKind); got != in.Yes {
		t.Errorf("the inner field is %+v", in.Of(got))
	}
	inner := in.Field(in.Load(m, to, ".1", ir.StructKind), ".2", ir.StructKind)
	if got := in.Field(inner, ".0", ir.BoolKind); got != in.Yes {
		t.Errorf("the field of the field is %+v", in.Of(got))
	}
	if got := in.Field(inner, ".1", ir.IntKind); got != in.Integer(0) {
		t.Errorf("a field that nobody stored is %+v", in.Of(got))
	}
}

func TestReachableObjects(t *testing.T) {
	in := NewInterner()
	a, b, c := in.Object("a", ObjectInfo{}), in.Object("b", ObjectInfo{}), in.Object("c", ObjectInfo{})
	sym := in.Symbol("p", SymbolInfo{Kind: ir.PointerKind})
	outside := in.Object("outside", ObjectInfo{Origin: sym})
	m := Memory{}
	in.Store(m, a, "", in.Pointer(b, ""), ir.PointerKind)
	in.Store(m, c, "", in.Pointer(a, ""), ir.PointerKind)
	in.Store(m, outside, ".0", in.Channel(c), ir.ChanKind)
	for _, test := range []struct {
		from Value
		want []ObjectID
	}{
		{in.Integer(1), nil},
		{in.Closure("f", in.Pointer(a, "")), []ObjectID{a, b}},
		{in.SymbolValue(sym), []ObjectID{a, b, c, outside}},
	} {
		if got := in.Reachable(m, []Value{test.from}); !slices.Equal(got, test.want) {
			t.Errorf("from %+v: %v, want %v", in.Of(test.from), got, test.want)
		}
	}
}

func TestDecidedUnknownsBecomeConstants(t *testing.T) {
	in := NewInterner()
	unknown := func(key string, kind ir.ValueKind) (SymbolID, Value) {
		sym := in.Symbol(key, SymbolInfo{Kind: kind})
		return sym, in.SymbolValue(sym)
	}
	n, number := unknown("n", ir.IntKind)
	b, flag := unknown("b", ir.BoolKind)
	p, pointer := unknown("p", ir.PointerKind)
	e, failure := unknown("e", ir.ErrorKind)
	s, text := unknown("s", ir.StringKind)
	known := Decisions{
		n: {Low: 3, High: 3}, b: {Truth: IsTrue}, p: {Truth: IsFalse}, e: {Truth: IsTrue}, s: {Equal: in.Text("x")},
	}
	for _, test := range []struct{ v, want Value }{
		{number, in.Integer(3)}, {flag, in.Yes}, {pointer, in.Nil}, {failure, in.ForeignError}, {text, in.Text("x")},
		{in.Intern(Description{Form: NotForm, Parts: []Value{flag}}), in.No},
		{in.Integer(1), in.Integer(1)},
	} {
		if got := in.Resolve(known, test.v); got != test.want {
			t.Errorf("%+v resolves to %+v, want %+v", in.Of(test.v), in.Of(got), in.Of(test.want))
		}
		if got := in.Resolve(Decisions{}, test.v); got != test.v {
			t.Errorf("%+v resolves to %+v where nothing is known", in.Of(test.v), in.Of(got))
		}
	}
	tuple := in.Tuple(number, in.Tuple(flag))
	if got, want := in.Settled(known, tuple), in.Tuple(in.Integer(3), in.Tuple(in.Yes)); got != want {
		t.Errorf("the tuple settles to %+v, want %+v", in.Of(got), in.Of(want))
	}
}

func TestTestsAreAnsweredFromWhatIsKnown(t *testing.T) {
	in := NewInterner()
	n := in.Symbol("n", SymbolInfo{Kind: ir.IntKind})
	ask := func(operator string, constant Value) Value {
		return in.Intern(Description{Form: TestForm, Text: operator, Parts: []Value{in.SymbolValue(n), constant}})
	}
	five, null := in.Integer(5), in.Nil
	for _, test := range []struct {
		known    Decision
		question Value
		want     Value // 0: stays open
	}{
		{Decision{Low: 0, High: 4}, ask("<", five), in.Yes},
		{Decision{Low: 5, High: 9}, ask("<", five), in.No},
		{Decision{Low: 4, High: 9}, ask("<", five), 0},
		{Decision{Low: 5, High: 5}, ask("==", five), in.Yes},
		{Decision{Low: 6, High: 9}, ask("==", five), in.No},
		{Decision{Low: 0, High: 9}, ask("==", five), 0},
		{Decision{Low: 0, High: 9, Unequal: []Value{five}}, ask("==", five), in.No},
		{Decision{Truth: IsTrue}, ask("==", null), in.No},
		{Decision{Truth: IsFalse}, ask("==", null), in.Yes},
		{Decision{}, ask("==", null), 0},
	} {
		want := test.want
		if want == 0 {
			want = test.question
		}
		if got := in.Resolve(Decisions{n: test.known}, test.question); got != want {
			t.Errorf("with %+v, %+v is %+v, want %+v", test.known, in.Of(test.question), in.Of(got), in.Of(want))
		}
	}
}

// TestSizesAreTried: of an unknown length nothing is known but what is tried; a
// size may well be another number.
func TestSizesAreTried(t *testing.T) {
	in := NewInterner()
	length := in.Symbol("len", SymbolInfo{Kind: ir.IntKind, Size: true, Length: true})
	size := in.Symbol("size", SymbolInfo{Kind: ir.IntKind, Size: true})
	number := in.Symbol("n", SymbolInfo{Kind: ir.IntKind})
	for _, test := range []struct {
		sym       SymbolID
		smallest  int64
		low, high int64
	}{
		{length, 1, 1, LargestSize}, {length, 0, 0, LargestSize}, {size, 1, 1, LargestSize}, {number, 1, math.MinInt64, math.MaxInt64},
	} {
		in.SmallestSize = test.smallest
		if d := in.DecisionOf(nil, test.sym); d.Low != test.low || d.High != test.high {
			t.Errorf("symbol %d is from %d to %d, want %d to %d", test.sym, d.Low, d.High, test.low, test.high)
		}
	}
	in.SmallestSize = 1
	isNine := func(sym SymbolID) Value {
		return in.Intern(Description{Form: TestForm, Text: "==", Parts: []Value{in.SymbolValue(sym), in.Integer(9)}})
	}
	if got := in.Resolve(nil, isNine(length)); got != in.No {
		t.Errorf("a length may be 9: %+v", in.Of(got))
	}
	if got := in.Resolve(nil, isNine(size)); got != isNine(size) {
		t.Errorf("whether a size is 9 is %+v", in.Of(got))
	}
}

func TestTrimEndsPassesConstantsThatANumberIsNot(t *testing.T) {
	in := NewInterner()
	var unequal []Value
	for _, n := range []int64{1, 2, 4, 7} {
		unequal = InsertValue(unequal, in.Integer(n))
	}
	if d := in.TrimEnds(Decision{Low: 1, High: 7, Unequal: unequal}); d.Low != 3 || d.High != 6 {
		t.Errorf("from %d to %d, want 3 to 6", d.Low, d.High)
	}
	if again := InsertValue(unequal, in.Integer(2)); len(again) != len(unequal) {
		t.Errorf("%d values, want %d", len(again), len(unequal))
	}
}

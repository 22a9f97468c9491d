package domain

import (
	"math"
	"slices"
	"strings"
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
		{Form: TupleForm, Text: "\x02"}, {Form: TupleForm, Parts: []Value{1}}, // 2 is how 1 is encoded
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
	if info.Whole != origin || info.Taint != "why" || info.Size {
		t.Errorf("field 0 is %+v, want a part of the origin, in doubt as that is, and of any size", info)
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
	if in.ObjectTable[b].Key != "b" || in.Object("b", ObjectInfo{Name: "other"}) != b || in.ObjectTable[b].Name != "" {
		t.Errorf("b is %+v", in.ObjectTable[b])
	}
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
	in.Store(m, b, "", in.Pointer(a, ""), ir.PointerKind)
	if got, want := in.Reachable(m, []Value{in.Pointer(b, "")}), []ObjectID{a, b}; !slices.Equal(got, want) {
		t.Errorf("from a circle: %v, want %v", got, want)
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
	w := in.Symbol("w", SymbolInfo{Kind: ir.ErrorKind, Taint: "why"})
	wrapped := in.SymbolValue(w)
	known := Decisions{
		w: {Truth: IsTrue}, n: {Low: 3, High: 3}, b: {Truth: IsTrue}, p: {Truth: IsFalse}, e: {Truth: IsTrue}, s: {Equal: in.Text("x")},
	}
	for _, test := range []struct{ v, want Value }{
		{number, in.Integer(3)}, {flag, in.Yes}, {pointer, in.Nil}, {failure, in.ForeignError}, {wrapped, in.NonNil}, {text, in.Text("x")},
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

// TestUnknownNumbersCanBeAnything: of a length it is known that it isn't negative.
func TestUnknownNumbersCanBeAnything(t *testing.T) {
	in := NewInterner()
	length := in.Symbol("len", SymbolInfo{Kind: ir.IntKind, Size: true, Length: true})
	size := in.Symbol("size", SymbolInfo{Kind: ir.IntKind, Size: true})
	number := in.Symbol("n", SymbolInfo{Kind: ir.IntKind})
	for sym, low := range map[SymbolID]int64{length: 0, size: math.MinInt64, number: math.MinInt64} {
		if d := in.DecisionOf(nil, sym); d.Low != low || d.High != math.MaxInt64 {
			t.Errorf("symbol %d is from %d to %d, want from %d on", sym, d.Low, d.High, low)
		}
	}
	is := func(sym SymbolID, n int64) Value {
		return in.Intern(Description{Form: TestForm, Text: "==", Parts: []Value{in.SymbolValue(sym), in.Integer(n)}})
	}
	for _, test := range []struct {
		question Value
		isOpen   bool
	}{{is(length, 9), true}, {is(length, 0), true}, {is(length, -1), false}, {is(size, 9), true}, {is(size, -1), true}} {
		if got := in.Resolve(nil, test.question); (got == test.question) != test.isOpen {
			t.Errorf("%+v is %+v", in.Of(test.question), in.Of(got))
		}
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

// TestUnknownsLeadToTheirParts: from an object outside, of which nothing is
// known yet, to one that a part of it points to, however deep.
func TestUnknownsLeadToTheirParts(t *testing.T) {
	in := NewInterner()
	p := in.Symbol("p", SymbolInfo{Kind: ir.PointerKind})
	part := in.Symbol("p.f", SymbolInfo{Kind: ir.PointerKind, Whole: p})
	deep := in.Symbol("p.f.g", SymbolInfo{Kind: ir.PointerKind, Whole: part})
	other := in.Symbol("q", SymbolInfo{Kind: ir.PointerKind})
	first, last := in.Object("*p", ObjectInfo{Origin: p}), in.Object("*p.f.g", ObjectInfo{Origin: deep})
	elsewhere, mine := in.Object("*q", ObjectInfo{Origin: other}), in.Object("mine", ObjectInfo{})
	for _, test := range []struct {
		name   string
		memory []ObjectID
		from   Value
		want   []ObjectID
	}{
		{"a pointer to what the memory has nothing of", []ObjectID{last}, in.Pointer(first, ".0"), []ObjectID{first, last}},
		{"a part", []ObjectID{first, last}, in.SymbolValue(part), []ObjectID{last}},
		{"the last part", []ObjectID{first, last}, in.SymbolValue(deep), []ObjectID{last}},
		{"another unknown", []ObjectID{first, last}, in.SymbolValue(other), nil},
		{"both, by way of an object that the scope makes", []ObjectID{first, last, elsewhere, mine}, in.Pointer(mine, ""), []ObjectID{first, last, elsewhere, mine}},
	} {
		m := Memory{}
		for _, o := range test.memory {
			m[o] = &HeapObject{}
		}
		if m[mine] != nil {
			in.Store(m, mine, ".0", in.SymbolValue(p), ir.PointerKind)
			in.Store(m, mine, ".1", in.SymbolValue(other), ir.PointerKind)
		}
		slices.Sort(test.want)
		if got := in.Reachable(m, []Value{test.from}); !slices.Equal(got, test.want) {
			t.Errorf("from %s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestPartsOfEachBackground(t *testing.T) {
	in := NewInterner()
	outside := in.SymbolValue(in.Symbol("p", SymbolInfo{Kind: ir.StructKind, Process: -1}))
	mine := in.SymbolValue(in.Symbol("m", SymbolInfo{Kind: ir.StructKind, Process: 2, Taint: "why"}))
	global := in.SymbolValue(in.Symbol("g", SymbolInfo{Kind: ir.PointerKind, Global: true}))
	doubted := in.OpaqueAs(ir.StructKind, "doubt")
	written := in.Symbol("w", SymbolInfo{Kind: ir.PointerKind, Process: -1, Written: true})
	inWritten := in.SymbolValue(in.Symbol("i", SymbolInfo{Kind: ir.PointerKind, Process: -1, Whole: written}))
	for _, test := range []struct {
		name       string
		background Value
		kind       ir.ValueKind
		form       Form
		taint      string
		size       bool
	}{
		{"zero", in.Nil, ir.IntKind, IntForm, "", false},
		{"zero, a struct", in.Nil, ir.StructKind, StructForm, "", false},
		{"opaque", doubted, ir.IntKind, OpaqueForm, "doubt", false},
		{"opaque, a struct", doubted, ir.StructKind, StructForm, "", false},
		{"an unknown from outside", outside, ir.IntKind, SymbolForm, "", true},
		{"one that isn't a number", outside, ir.BoolKind, SymbolForm, "", false},
		{"one that isn't followed", outside, ir.OtherKind, OpaqueForm, "", false},
		{"one that a goroutine makes", mine, ir.IntKind, SymbolForm, "why", false},
		{"one that the program decides", in.SymbolValue(in.Symbol("t", SymbolInfo{Process: -1, Taint: "why"})), ir.IntKind, SymbolForm, "why", false},
		{"one that a caller has written down", in.SymbolValue(written), ir.IntKind, SymbolForm, "", false},
		{"a part of that", inWritten, ir.IntKind, SymbolForm, "", false},
		{"an error in a package-level variable", global, ir.ErrorKind, SymbolForm, "", false},
	} {
		v := in.Part(test.background, "."+test.kind.String(), test.kind)
		d := in.Of(v)
		if d.Form != test.form || in.TaintOf(v) != test.taint || d.Form == SymbolForm && in.SymbolTable[d.Number].Size != test.size {
			t.Errorf("%s: %+v", test.name, d)
		}
	}
	if got := in.Part(global, "", ir.ErrorKind); got != in.NonNil {
		t.Errorf("a package-level error is %+v", in.Of(got))
	}
	if got := in.Of(in.Part(outside, "", ir.ErrorKind)); got.Form != SymbolForm {
		t.Errorf("another error is %+v", got)
	}
}

func TestTaintOfQuestions(t *testing.T) {
	in := NewInterner()
	sym := in.SymbolValue(in.Symbol("s", SymbolInfo{Kind: ir.BoolKind, Taint: "why"}))
	question := in.Intern(Description{Form: TestForm, Text: "==", Parts: []Value{sym, in.Nil}})
	for v, want := range map[Value]string{
		sym: "why", question: "why", in.Intern(Description{Form: NotForm, Parts: []Value{question}}): "why",
		in.OpaqueAs(ir.IntKind, "because"): "because", in.Opaque: "", in.Tuple(sym): "", in.Yes: "",
	} {
		if got := in.TaintOf(v); got != want {
			t.Errorf("%+v is in doubt because %q, want %q", in.Of(v), got, want)
		}
	}
}

// TestFieldsOfStructValues stores whole structs inside others, so that a value has
// backgrounds of its own at several depths.
func TestFieldsOfStructValues(t *testing.T) {
	in := NewInterner()
	a := in.SymbolValue(in.Symbol("a", SymbolInfo{Kind: ir.StructKind, Process: -1}))
	b := in.SymbolValue(in.Symbol("b", SymbolInfo{Kind: ir.StructKind, Process: -1}))
	o := in.Object("o", ObjectInfo{})
	m := Memory{}
	in.Store(m, o, ".1", in.Aggregate(a, "", nil, nil), ir.StructKind)
	in.Store(m, o, ".1.2", in.Aggregate(b, ".7", nil, nil), ir.StructKind)
	in.Store(m, o, ".1.2.0", in.Integer(5), ir.IntKind)
	in.Store(m, o, ".3", in.Yes, ir.StructKind) // not a struct: nothing is known
	whole := in.Load(m, o, "", ir.StructKind)
	for path, want := range map[string]Value{
		".0": in.Integer(0), ".1.0": in.Part(a, ".0", ir.IntKind), ".1.1": in.Part(a, ".1", ir.IntKind),
		".1.2.0": in.Integer(5), ".1.2.1": in.Part(b, ".7.1", ir.IntKind), ".4": in.Integer(0),
	} {
		if got := in.Load(m, o, path, ir.IntKind); got != want {
			t.Errorf("%s is loaded as %+v, want %+v", path, in.Of(got), in.Of(want))
		}
		if got := in.Field(whole, path, ir.IntKind); got != want {
			t.Errorf("%s of the whole is %+v, want %+v", path, in.Of(got), in.Of(want))
		}
	}
	if got := in.Of(in.Load(m, o, ".3.5", ir.IntKind)).Form; got != OpaqueForm {
		t.Errorf("a part of what isn't known has form %d", got)
	}
	inner := in.Field(in.Field(whole, ".1", ir.StructKind), ".2", ir.StructKind)
	if loaded := in.Load(m, o, ".1.2", ir.StructKind); inner != loaded {
		t.Errorf("the inner struct is %+v, loaded %+v", in.Of(inner), in.Of(loaded))
	}
	if got := in.Field(in.Yes, ".0", ir.IntKind); got != in.Opaque {
		t.Errorf("a field of a boolean is %+v", in.Of(got))
	}
	if got, want := in.Field(a, ".4", ir.IntKind), in.Part(a, ".4", ir.IntKind); got != want {
		t.Errorf("a field of an unknown is %+v", in.Of(got))
	}
}

func TestForgettingSparesTheNeighbours(t *testing.T) {
	h := (*HeapObject)(nil).With(".1", 1).With(".1.0", 2).With(".10", 3).With(".1[2]", 4).With(".1*", 5).With(".0", 6)
	h.Published = true
	got := h.Without(".1")
	if !got.Published || len(got.Cells) != 2 || got.Find(".10") != 3 || got.Find(".0") != 6 || len(h.Cells) != 6 {
		t.Errorf("left is %+v of %+v", got, h)
	}
	if again := got.With(".0", 7); again.Find(".0") != 7 || got.Find(".0") != 6 || !again.Published || len(again.Cells) != 2 {
		t.Errorf("set again it is %+v", again)
	}
	if h := (*HeapObject)(nil); h.Find(".0") != 0 || h.Without(".0") == nil {
		t.Error("an object that isn't there has cells")
	}
	if !slices.IsSortedFunc(h.Cells, func(a, b Cell) int { return strings.Compare(a.Path, b.Path) }) {
		t.Errorf("cells are in the order %+v", h.Cells)
	}
}

// TestCodeWithTypeParametersDoesNotKnowStructs goes through memory as such code does, and as
// code does that knows what is there.
func TestCodeWithTypeParametersDoesNotKnowStructs(t *testing.T) {
	in := NewInterner()
	unknown := in.SymbolValue(in.Symbol("s", SymbolInfo{Kind: ir.GenericKind}))
	five := in.Aggregate(in.Nil, "", []string{".0"}, []Value{in.Integer(5)})
	for _, test := range []struct {
		name   string
		stored Value
		want   Value // of field 0
	}{
		{"a struct", five, in.Integer(5)},
		{"the zero value", in.Nil, in.Integer(0)},
		{"an unknown", unknown, in.Part(unknown, ".0", ir.IntKind)},
	} {
		o := in.Object("o", ObjectInfo{})
		m := Memory{}
		in.Store(m, o, ".1", in.Aggregate(in.Nil, "", []string{".0"}, []Value{in.Integer(7)}), ir.StructKind)
		in.Store(m, o, ".1", test.stored, ir.GenericKind)
		if got := in.Load(m, o, ".1.0", ir.IntKind); got != test.want {
			t.Errorf("%s: the field is %+v, want %+v", test.name, in.Of(got), in.Of(test.want))
		}
		for name, whole := range map[string]Value{
			"loaded as it was stored":         in.Load(m, o, ".1", ir.GenericKind),
			"loaded as a struct":              in.Load(m, o, ".1", ir.StructKind),
			"a field of a struct":             in.Field(in.Load(m, o, "", ir.StructKind), ".1", ir.StructKind),
			"a field of code that can't know": in.Field(in.Load(m, o, "", ir.StructKind), ".1", ir.GenericKind),
		} {
			if got := in.Field(whole, ".0", ir.IntKind); got != test.want {
				t.Errorf("%s, %s: the field is %+v, want %+v", test.name, name, in.Of(got), in.Of(test.want))
			}
		}
		in.Store(m, o, ".1.0", in.Integer(9), ir.IntKind)
		if got := in.Field(in.Load(m, o, ".1", ir.GenericKind), ".0", ir.IntKind); got != in.Integer(9) {
			t.Errorf("%s: the field is %+v once it was set", test.name, in.Of(got))
		}
	}
	if got := in.As(in.Nil, ir.StringKind); got != in.Text("") {
		t.Errorf("the zero value is the string %+v", in.Of(got))
	}
}

// TestForgetReplacesDataAlone: what a function may have stored are parts of an unknown; what it has none of stays, and so
// does what is beside it.
func TestForgetReplacesDataAlone(t *testing.T) {
	in := NewInterner()
	made := in.Object("made", ObjectInfo{Kind: ir.StructKind})
	channel := in.Intern(Description{Form: ChanForm, Object: in.Object("channel", ObjectInfo{Kind: ir.ChanKind})})
	m := Memory{}
	in.Store(m, made, ".0", in.Integer(1), ir.IntKind)
	in.Store(m, made, ".1.0", in.Integer(2), ir.IntKind)
	in.Store(m, made, ".1.1", channel, ir.ChanKind)
	data := in.SymbolValue(in.Symbol("data", SymbolInfo{Kind: ir.StructKind, Taint: "why"}))
	in.Forget(m, made, ".1", data, func(v Value) bool { return v == channel })
	copied := in.Load(m, made, ".1", ir.StructKind)
	for _, test := range []struct {
		name string
		got  Value
		want bool // it is forgotten
	}{
		{"beside", in.Load(m, made, ".0", ir.IntKind), false},
		{"number", in.Load(m, made, ".1.0", ir.IntKind), true},
		{"number that was zero", in.Load(m, made, ".1.2", ir.IntKind), true},
		{"channel", in.Load(m, made, ".1.1", ir.ChanKind), false},
		{"nil channel", in.Load(m, made, ".1.3", ir.ChanKind), false},
		{"number in a copy", in.Field(copied, ".0", ir.IntKind), true},
		{"channel in a copy", in.Field(copied, ".1", ir.ChanKind), false},
	} {
		if got := in.TaintOf(test.got) == "why"; got != test.want {
			t.Errorf("%s: forgotten is %t, want %t", test.name, got, test.want)
		}
	}
	in.Store(m, made, ".1.0", in.Integer(3), ir.IntKind)
	if got := in.Load(m, made, ".1.0", ir.IntKind); got != in.Integer(3) {
		t.Errorf("what is stored later is %+v", in.Of(got))
	}
	in.Store(m, made, ".1", in.Aggregate(in.Nil, "", nil, nil), ir.StructKind)
	if got := in.Load(m, made, ".1.2", ir.IntKind); got != in.Integer(0) {
		t.Errorf("after a struct was stored there is %+v", in.Of(got))
	}
}

package interp

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

func TestAssumptionsReadAsCode(t *testing.T) {
	tests := []struct{ text, holds, fails string }{
		{"", "", ""},
		{"ok", "ok", "!ok"},
		{"!ok", "!ok", "ok"},
		{"!f(a, b)", "!f(a, b)", "!(!f(a, b))"},
		{"f(a, b)", "f(a, b)", "!(f(a, b))"},
		{"a == b", "a == b", "a != b"},
		{"a != b", "a != b", "a == b"},
		{"a < b", "a < b", "a >= b"},
		{"a >= b", "a >= b", "a < b"},
		{"a > b", "a > b", "a <= b"},
		{"a <= b", "a <= b", "a > b"},
		{"(a == b) == (b == d)", "(a == b) == (b == d)", "(a == b) != (b == d)"},
		{"f(a == b)", "f(a == b)", "!(f(a == b))"},
		{`s == "a || b"`, `s == "a || b"`, `s != "a || b"`},
		{"err != nil from f", "err != nil from f", "err == nil from f"},
		{"m has an element", "m has an element", "m has no more elements"},
		{"a == b && ok", "a == b && ok", "!(a == b && ok)"},
		{"a == b || ok", "a == b || ok", "!(a == b || ok)"},
	}
	for _, test := range tests {
		if got := Assumption(test.text, true); got != test.holds {
			t.Errorf("%s holds: %s", test.text, got)
		}
		if got := Assumption(test.text, false); got != test.fails {
			t.Errorf("%s fails: %s, want %s", test.text, got, test.fails)
		}
	}
}

// question is a test of an unknown number or the like.
func question(e *evaluator, sym domain.SymbolID, operator string, constant domain.Value) domain.Value {
	return e.Intern(domain.Description{Form: domain.TestForm, Text: operator, Parts: []domain.Value{e.SymbolValue(sym), constant}})
}

// counted is whether a loop that counts up to an unknown number has come to it.
func counted(e *evaluator, sym domain.SymbolID, next int64) domain.Value {
	d := *e.Of(question(e, sym, "<", e.Integer(next)))
	d.Number = 1
	return e.Intern(d)
}

func TestQuestionsHaveTwoOutcomes(t *testing.T) {
	e := newEvaluator()
	n := e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind})
	b := e.Symbol("b", domain.SymbolInfo{Kind: ir.BoolKind})
	p := e.Symbol("p", domain.SymbolInfo{Kind: ir.PointerKind})
	s := e.Symbol("s", domain.SymbolInfo{Kind: ir.StringKind})
	three, text := e.Integer(3), e.Text("x")
	known := func(change func(*domain.Decision)) domain.Decision {
		d := domain.Decision{Low: math.MinInt64, High: math.MaxInt64}
		change(&d)
		return d
	}
	yes, no := known(func(d *domain.Decision) { d.Truth = domain.IsTrue }), known(func(d *domain.Decision) { d.Truth = domain.IsFalse })
	tests := []struct {
		name      string
		condition domain.Value
		want      []outcome
	}{
		{"a constant has one", e.Yes, []outcome{{truth: true}}},
		{"what isn't followed has two, and nothing is learnt", e.Opaque, []outcome{{truth: true}, {truth: false}}},
		{"a boolean", e.SymbolValue(b), []outcome{{truth: true, decide: true, symbol: b, decision: yes}, {truth: false, decide: true, symbol: b, decision: no}}},
		{"its negation", e.not(e.SymbolValue(b)), []outcome{{truth: false, decide: true, symbol: b, decision: yes}, {truth: true, decide: true, symbol: b, decision: no}}},
		{"whether it is nil", question(e, p, "==", e.Nil), []outcome{{truth: true, decide: true, symbol: p, decision: no}, {truth: false, decide: true, symbol: p, decision: yes}}},
		{"whether it is less", question(e, n, "<", three), []outcome{
			{truth: true, decide: true, symbol: n, decision: known(func(d *domain.Decision) { d.High = 2 })}, {truth: false, decide: true, symbol: n, decision: known(func(d *domain.Decision) { d.Low = 3 })},
		}},
		{"whether it is a number", question(e, n, "==", three), []outcome{
			{truth: true, decide: true, symbol: n, decision: known(func(d *domain.Decision) { d.Low, d.High, d.Equal = 3, 3, three })},
			{truth: false, decide: true, symbol: n, decision: known(func(d *domain.Decision) { d.Unequal = []domain.Value{three} })},
		}},
		{"whether it is a text", question(e, s, "==", text), []outcome{
			{truth: true, decide: true, symbol: s, decision: known(func(d *domain.Decision) { d.Equal = text })},
			{truth: false, decide: true, symbol: s, decision: known(func(d *domain.Decision) { d.Unequal = []domain.Value{text} })},
		}},
	}
	for _, test := range tests {
		got := e.outcomes(&localState{}, test.condition)
		same := slices.EqualFunc(got, test.want, func(a, b outcome) bool {
			return a.truth == b.truth && a.decide == b.decide && a.symbol == b.symbol && equalDecision(a.decision, b.decision)
		})
		if !same {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
	if e.bounded {
		t.Error("nothing was tried with a few values only")
	}
}

func equalDecision(a, b domain.Decision) bool {
	return a.Truth == b.Truth && a.Low == b.Low && a.High == b.High && a.Equal == b.Equal && slices.Equal(a.Unequal, b.Unequal)
}

// TestNumbersMoveTheirEnds: a number that is 3 to 9 and isn't 3 is 4 to 9.
func TestNumbersMoveTheirEnds(t *testing.T) {
	e := newEvaluator()
	n := e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind})
	s := &localState{decisions: domain.Decisions{n: {Low: 3, High: 9}}}
	got := e.outcomes(s, question(e, n, "==", e.Integer(3)))[1].decision
	if got.Low != 4 || got.High != 9 {
		t.Errorf("from %d to %d", got.Low, got.High)
	}
}

// TestClimbingCountersStop: who asks whether a bound is larger than 0, 1, 2 … in
// turn is told yes and no up to the largest size that is tried, then only yes to
// the end, so that the loop ends.
func TestClimbingCountersStop(t *testing.T) {
	e := newEvaluator()
	n := e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind})
	s := &localState{decisions: domain.Decisions{}}
	for i := range int64(domain.LargestSize + 1) {
		if asked := e.outcomes(s, question(e, n, "<", e.Integer(i+1))); len(asked) != 2 {
			t.Errorf("who doesn't count is told %+v", asked)
		}
		list := e.outcomes(s, counted(e, n, i+1))
		if want := 2; i < domain.LargestSize && len(list) != want {
			t.Fatalf("whether n < %d: %d outcomes", i+1, len(list))
		}
		if i == domain.LargestSize && (len(list) != 1 || !list[0].truth || !e.bounded) {
			t.Errorf("whether n < %d: %+v, bounded %v", i+1, list, e.bounded)
		}
		if i < domain.LargestSize {
			s.decide(n, list[1].decision)
		}
	}
}

// TestSizesBeyondThoseThatAreTried: a number that the program decides may be larger
// than all that are tried; nobody knows how it goes on then, so that the program as
// good as ends. One that the outside world chooses need not be.
func TestSizesBeyondThoseThatAreTried(t *testing.T) {
	for _, taint := range []string{"", "why"} {
		e := newEvaluator()
		n := e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind, Taint: taint, Process: -1})
		large := domain.Decision{Low: domain.LargestSize, High: math.MaxInt64}
		s := branching()
		s.decide(n, large)
		s.top().deferred = []deferredCall{{}}
		asked := e.branch(s, counted(e, n, domain.LargestSize+1), "n < 3", model.Site{}, func(*localState, bool) {})
		for name, list := range map[string][]alternative{"asked": asked, "tried": e.sizes(branching(), n, model.Site{})} {
			last := list[len(list)-1]
			if beyond := last.next.top().unwinding; beyond != (taint != "") || last.transition.Doubt != taint {
				t.Errorf("%s of %q: %+v, unwinding %v", name, taint, last.transition, beyond)
			}
			if taint == "" {
				continue
			}
			ends := e.next(last.next)
			if len(ends) != 1 || ends[0].transition.Kind != model.Exit || len(ends[0].next.frames) != 0 {
				t.Errorf("%s of %q goes on with %+v", name, taint, ends)
			}
		}
	}
}

// branching is a state in which nothing more is to be done than to branch.
func branching() *localState {
	return at(reading(), 0)
}

func TestBranchesSayWhatTheyAssume(t *testing.T) {
	e := newEvaluator()
	b := e.Symbol("b", domain.SymbolInfo{Kind: ir.BoolKind})
	site := model.Site{File: "p.go", Line: 3, Column: 2}
	list := e.branch(branching(), e.SymbolValue(b), "ok", site, func(n *localState, holds bool) { n.steps = map[bool]int{true: 1}[holds] })
	if len(list) != 2 {
		t.Fatalf("%d alternatives", len(list))
	}
	for i, want := range []struct {
		text  string
		truth domain.Truth
		steps int
	}{{"ok", domain.IsTrue, 1}, {"!ok", domain.IsFalse, 0}} {
		got := list[i]
		tr := got.transition
		if tr.Kind != model.Tau || tr.Object != -1 || tr.Site != site || tr.Text != want.text || tr.Doubt != "" {
			t.Errorf("alternative %d: %+v", i, tr)
		}
		if got.next.decisions[b].Truth != want.truth || got.next.steps != want.steps {
			t.Errorf("alternative %d continues with %+v", i, got.next)
		}
	}
}

func TestBranchesAreInDoubtIfTheProgramDecides(t *testing.T) {
	e := newEvaluator()
	tainted := e.Symbol("t", domain.SymbolInfo{Kind: ir.BoolKind, Taint: "why"})
	widened := e.Symbol("w", domain.SymbolInfo{Kind: ir.BoolKind})
	e.widened.symbols[widened] = true
	for _, test := range []struct {
		condition domain.Value
		want      string
	}{
		{e.SymbolValue(tainted), "why"}, {e.OpaqueAs(ir.BoolKind, "because"), "because"}, {e.SymbolValue(widened), givenUp}, {e.Opaque, ""},
	} {
		for _, a := range e.branch(branching(), test.condition, "", model.Site{}, func(*localState, bool) {}) {
			if a.transition.Doubt != test.want {
				t.Errorf("%+v: in doubt: %q, want %q", e.Of(test.condition), a.transition.Doubt, test.want)
			}
		}
	}
}

// TestGoroutinesAgreeOnWhatBothAsk: once a second goroutine asks, the answer is
// that of a cell of the model.
func TestGoroutinesAgreeOnWhatBothAsk(t *testing.T) {
	e := newEvaluator()
	b := e.Symbol("b", domain.SymbolInfo{Kind: ir.BoolKind, Text: "ok"})
	ask := func(process int) []alternative {
		e.process = process
		return e.branch(branching(), e.SymbolValue(b), "ok", model.Site{}, func(*localState, bool) {})
	}
	if list := ask(0); list[0].transition.Kind != model.Tau || e.sharedSymbols[b] || e.changed {
		t.Errorf("one goroutine: %+v", list[0].transition)
	}
	ask(0)
	if e.sharedSymbols[b] {
		t.Error("the same goroutine asks again")
	}
	list := ask(1)
	if !e.sharedSymbols[b] || !e.changed || len(list) != 2 {
		t.Fatalf("two goroutines: shared is %v, %d alternatives", e.sharedSymbols[b], len(list))
	}
	for i, label := range []domain.Truth{domain.IsTrue, domain.IsFalse} {
		tr := list[i].transition
		if tr.Kind != model.Assume || tr.Object != 0 || tr.Label != int(label) {
			t.Errorf("alternative %d: %+v", i, tr)
		}
	}
	if got := e.entities[0]; got.kind != model.Cell {
		t.Errorf("the cell is %+v", got)
	}
}

func TestWhatTwoGoroutinesAskThatIsMadeInALoopIsGivenUp(t *testing.T) {
	e := newEvaluator()
	b := e.Symbol("b", domain.SymbolInfo{Kind: ir.BoolKind, Repeats: true})
	for process := range 2 {
		e.process = process
		e.noteDecision(branching(), b)
	}
	if e.stop == "" {
		t.Error("there may be several such unknowns at a time")
	}
}

// TestPartsLastWhereTheyAreAskedAgain: a part of an unknown can be loaded again,
// and is remembered if there is another place that asks, or a loop.
func TestPartsLastWhereTheyAreAskedAgain(t *testing.T) {
	e := newEvaluator()
	whole := e.Symbol("p", domain.SymbolInfo{Kind: ir.PointerKind})
	part := e.Symbol("f", domain.SymbolInfo{Kind: ir.BoolKind, Whole: whole})
	s := branching()
	e.noteDecision(s, part)
	e.noteDecision(s, part)
	e.noteDecision(s, whole)
	if e.lasting[part] || e.lasting[whole] {
		t.Errorf("lasting: %v", e.lasting)
	}
	s.frames[0].pc = 1
	if e.noteDecision(s, part); !e.lasting[part] || !e.changed {
		t.Error("another place asks")
	}
	loop := at(looping(), 0)
	loop.frames[0].block = 1
	other := e.Symbol("g", domain.SymbolInfo{Kind: ir.BoolKind, Whole: whole})
	if e.noteDecision(loop, other); !e.lasting[other] {
		t.Error("a loop asks")
	}
	written := e.Symbol("w", domain.SymbolInfo{Kind: ir.PointerKind, Written: true})
	inDoubt := e.Symbol("d", domain.SymbolInfo{Kind: ir.BoolKind, Whole: written})
	if doubt := e.noteDecision(loop, inDoubt); doubt != ofCaller || !e.lasting[inDoubt] || !e.questioned[written] {
		t.Error("what the caller knows is the same, too, when it is asked for again, and for whom it is sent to")
	}
	tainted := e.Symbol("t", domain.SymbolInfo{Kind: ir.BoolKind, Whole: whole, Taint: "why"})
	if doubt := e.noteDecision(loop, tainted); doubt != "why" || e.lasting[tainted] {
		t.Error("what isn't followed may be another one the next time")
	}
}

// TestNumbersThatArePassedAreAllPossible: of what several calls pass all that lies between
// is possible.
func TestNumbersThatArePassedAreAllPossible(t *testing.T) {
	for _, test := range []struct {
		least, most int64
		low, high   int64
	}{
		{2, 3, 2, 3}, {0, 3, 0, 3}, {math.MinInt64, 7, math.MinInt64, 7}, {4, math.MaxInt64, 4, math.MaxInt64},
		{-5, -1, -5, -1}, {math.MinInt64, 0, math.MinInt64, 0},
	} {
		e := newEvaluator()
		n := e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind, Process: -1, Size: true})
		s := branching()
		e.limit(s, n, e.SymbolValue(n), &ir.Argument{Bounded: true, Least: test.least, Most: test.most})
		if d := e.DecisionOf(s.decisions, n); d.Low != test.low || d.High != test.high {
			t.Errorf("from %d to %d: it is from %d to %d", test.least, test.most, d.Low, d.High)
		}
	}
}

// TestWhatWasKnownFromTheStartIsPresumed: who asks again may get an answer that is owed to
// the bound that nobody has asked about.
func TestWhatWasKnownFromTheStartIsPresumed(t *testing.T) {
	for _, test := range []struct {
		low, high int64 // what is known now
		operator  string
		constant  int64
		want      bool
	}{
		{1, 9, "<", 1, true}, {1, 9, "<", 10, true}, {1, 2, "<", 1, true}, {1, 2, "<", 3, false},
		{3, 9, "<", 3, false}, {3, 9, "<", 10, true}, {1, 9, "==", 12, true}, {1, 2, "==", 3, false},
	} {
		e := newEvaluator()
		n := e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind, Process: -1, Size: true})
		e.parameters[n] = 4
		e.passed = domain.Decisions{n: {Low: 1, High: 9}}
		s := branching()
		s.decide(n, domain.Decision{Low: test.low, High: test.high})
		e.presume(s, question(e, n, test.operator, e.Integer(test.constant)))
		if e.presumed[4] != test.want {
			t.Errorf("%+v: presumed %t", test, e.presumed[4])
		}
	}
}

// TestCountersClimbToABoundThatIsNear: if all sizes are tried that there are, none is left
// out.
func TestCountersClimbToABoundThatIsNear(t *testing.T) {
	for high, want := range map[int64]int{3: 2, 4: 2, 5: 1} {
		e := newEvaluator()
		n := e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind})
		s := &localState{decisions: domain.Decisions{n: {Low: 2, High: high}}}
		list := e.outcomes(s, counted(e, n, 3))
		if len(list) != want || e.bounded != (want == 1) {
			t.Errorf("from 2 to %d: %d outcomes, bounded %t", high, len(list), e.bounded)
		}
	}
}

// TestWhoIsInDoubtDecidesAlone: two goroutines share only what the outside world decides.
func TestWhoIsInDoubtDecidesAlone(t *testing.T) {
	for _, written := range []bool{false, true} {
		e := newEvaluator()
		sym := e.Symbol("n", domain.SymbolInfo{Kind: ir.BoolKind, Written: written})
		for process := range 2 {
			e.process = process
			e.noteDecision(branching(), sym)
		}
		if e.sharedSymbols[sym] == written {
			t.Errorf("written %t: shared %t", written, !written)
		}
	}
}

// TestLengthsThatArePassedStayKnown: what a caller has written down is no assumption that
// is dropped when it isn't asked for, nor given up where there are many.
func TestLengthsThatArePassedStayKnown(t *testing.T) {
	for _, test := range []struct {
		length int64
		known  bool
	}{{3, true}, {0, true}, {largestSlice, true}, {largestSlice + 1, false}} {
		r := newTestRound()
		sym := r.Symbol("xs", domain.SymbolInfo{Kind: ir.SliceKind, Process: -1})
		xs := r.SymbolValue(sym)
		s := at(reading(), 0, xs)
		r.limit(s, sym, xs, &ir.Argument{NonNil: true, HasLength: true, Length: test.length})
		r.passed = s.decisions
		_, kept := r.canonical(s)
		if r.widenAt([]*localState{kept}) {
			t.Error("what never varies is given up")
		}
		length := r.lengthOf(xs, sym, &ir.Instr{})
		want := length
		if test.known {
			want = r.Integer(test.length)
		}
		if got := r.Resolve(kept.decisions, length); got != want {
			t.Errorf("length %d: %+v", test.length, r.Of(got))
		}
		if r.SymbolTable[r.Of(length).Number].Size {
			t.Errorf("length %d: only sizes that are tried count", test.length)
		}
	}
}

func TestSizesAreTriedOneByOne(t *testing.T) {
	tests := []struct {
		name  string
		info  domain.SymbolInfo
		known domain.Decision
		want  []int64
	}{
		{"a size", domain.SymbolInfo{Size: true}, domain.Decision{Low: 1, High: 2}, []int64{1, 2}},
		{"any number", domain.SymbolInfo{}, domain.Decision{Low: math.MinInt64, High: math.MaxInt64}, []int64{0, 1, 2}},
		{"any number that the program decides", domain.SymbolInfo{Taint: "why"}, domain.Decision{Low: math.MinInt64, High: math.MaxInt64}, []int64{0, 1, 2}},
		{"a number that is at most 0", domain.SymbolInfo{}, domain.Decision{Low: math.MinInt64, High: 0}, []int64{0}},
		{"a negative one that the program decides", domain.SymbolInfo{Taint: "why"}, domain.Decision{Low: math.MinInt64, High: -3}, []int64{-3}},
		{"a large one", domain.SymbolInfo{}, domain.Decision{Low: 12, High: math.MaxInt64}, []int64{12}},
		{"any number but one", domain.SymbolInfo{}, domain.Decision{Low: 0, High: math.MaxInt64, Unequal: []domain.Value{newEvaluator().Integer(1)}}, []int64{0, 2}},
		{"a range", domain.SymbolInfo{}, domain.Decision{Low: 4, High: 6}, []int64{4, 5, 6}},
	}
	for _, test := range tests {
		e := newEvaluator()
		e.Integer(1)
		test.info.Kind, test.info.Text, test.info.Process = ir.IntKind, "n", -1
		n := e.Symbol("n", test.info)
		s := branching()
		s.decide(n, test.known)
		var got []int64
		for _, a := range e.sizes(s, n, model.Site{}) {
			if a.next.panic != nil { // beyond those that are tried
				continue
			}
			d := a.next.decisions[n]
			if d.Low != d.High || a.transition.Text != fmt.Sprint("n == ", d.Low) || a.transition.Doubt != test.info.Taint {
				t.Errorf("%s: %+v, then %+v", test.name, a.transition, d)
			}
			got = append(got, d.Low)
		}
		if !slices.Equal(got, test.want) || !e.bounded {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestArithmeticIsThatOfGoAsFarAsItIsFollowed(t *testing.T) {
	e := newEvaluator()
	for _, test := range []struct {
		op   string
		x, y int64
		want domain.Value // 0: not followed
	}{
		{"+", 7, 3, e.Integer(10)}, {"-", 7, 3, e.Integer(4)}, {"*", 7, 3, e.Integer(21)},
		{"/", 7, 3, e.Integer(2)}, {"/", -7, 3, e.Integer(-2)}, {"/", 7, 1, e.Integer(7)}, {"/", 7, 0, 0}, {"/", 7, -1, e.Integer(-7)},
		{"%", 7, 3, e.Integer(1)}, {"%", -7, 3, e.Integer(-1)}, {"%", 7, 1, e.Integer(0)}, {"%", 7, 0, 0}, {"%", 7, -3, e.Integer(1)},
		{"&", 6, 3, e.Integer(2)}, {"|", 6, 3, e.Integer(7)}, {"^", 6, 3, e.Integer(5)}, {"&^", 6, 3, e.Integer(4)},
		{"<<", 3, 0, e.Integer(3)}, {"<<", 3, 2, e.Integer(12)}, {"<<", 1, 31, e.Integer(1 << 31)}, {"<<", 1, 32, e.Integer(1 << 32)}, {"<<", 1, 64, e.Integer(0)}, {"<<", 1, -1, 0},
		{">>", 12, 0, e.Integer(12)}, {">>", 12, 2, e.Integer(3)}, {">>", -1, 63, e.Integer(-1)}, {">>", 1, 64, e.Integer(0)}, {">>", -1, 70, e.Integer(-1)}, {">>", 1, -1, 0},
		{"<", 2, 3, e.Yes}, {"<", 3, 3, e.No}, {"<=", 3, 3, e.Yes}, {"<=", 4, 3, e.No}, {">", 4, 3, e.Yes}, {">", 3, 3, e.No},
		{">=", 3, 3, e.Yes}, {">=", 2, 3, e.No}, {"==", 3, 3, e.Yes}, {"==", 3, 4, e.No}, {"!=", 3, 4, e.Yes}, {"!=", 3, 3, e.No},
		{"&&&", 1, 1, 0},
	} {
		want := test.want
		if want == 0 {
			want = e.Opaque
		}
		if got := e.binary(test.op, e.Integer(test.x), e.Integer(test.y)); got != want {
			t.Errorf("%d %s %d is %+v, want %+v", test.x, test.op, test.y, e.Of(got), e.Of(want))
		}
	}
}

// TestComparisonsBecomeOneQuestion: however it is written, a comparison of an
// unknown with a constant is the same question, or its negation.
func TestComparisonsBecomeOneQuestion(t *testing.T) {
	e := newEvaluator()
	n := e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind})
	p := e.Symbol("p", domain.SymbolInfo{Kind: ir.PointerKind})
	b := e.SymbolValue(e.Symbol("b", domain.SymbolInfo{Kind: ir.BoolKind}))
	number, pointer, five := e.SymbolValue(n), e.SymbolValue(p), e.Integer(5)
	isFive, isNil := question(e, n, "==", five), question(e, p, "==", e.Nil)
	below5, below6 := question(e, n, "<", five), question(e, n, "<", e.Integer(6))
	made, other := e.Object("made", domain.ObjectInfo{}), e.Object("other", domain.ObjectInfo{})
	theirs := e.Object("theirs", domain.ObjectInfo{Origin: p})
	for _, test := range []struct {
		x    domain.Value
		op   string
		y    domain.Value
		want domain.Value
	}{
		{number, "==", five, isFive}, {five, "==", number, isFive}, {number, "!=", five, e.not(isFive)}, {five, "!=", number, e.not(isFive)},
		{number, "<", five, below5}, {five, ">", number, below5}, {number, ">=", five, e.not(below5)}, {five, "<=", number, e.not(below5)},
		{number, "<=", five, below6}, {five, ">=", number, below6}, {number, ">", five, e.not(below6)}, {five, "<", number, e.not(below6)},
		{pointer, "==", e.Nil, isNil}, {e.Nil, "==", pointer, isNil}, {e.Nil, "!=", pointer, e.not(isNil)},
		{b, "==", e.Yes, b}, {b, "==", e.No, e.not(b)}, {e.Yes, "!=", b, e.not(b)}, {e.No, "!=", b, b},
		{e.Text("a"), "==", e.Text("a"), e.Yes}, {e.Text("a"), "==", e.Text("b"), e.No}, {e.Nil, "==", e.Nil, e.Yes},
		{e.Channel(made), "==", e.Nil, e.No}, {e.Nil, "!=", e.Channel(made), e.Yes}, {e.NonNil, "==", e.Nil, e.No},
		{e.Pointer(made, ""), "==", e.Pointer(made, ""), e.Yes}, {e.Pointer(made, ""), "==", e.Pointer(other, ""), e.No},
		{e.Pointer(made, ""), "==", e.Pointer(theirs, ""), e.Opaque}, {e.Pointer(theirs, ""), "==", e.Pointer(made, ""), e.Opaque},
		{e.NonNil, "==", e.NonNil, e.Opaque}, {e.Opaque, "==", five, e.Opaque}, {five, "==", e.Opaque, e.Opaque},
		{number, "==", pointer, e.Opaque}, {number, "<", pointer, e.Opaque}, {e.Text("a"), "<", e.Text("b"), e.Opaque}, {number, "+", five, e.Opaque},
	} {
		if got := e.binary(test.op, test.x, test.y); got != test.want {
			t.Errorf("%+v %s %+v is %+v, want %+v", e.Of(test.x), test.op, e.Of(test.y), e.Of(got), e.Of(test.want))
		}
	}
	for v, want := range map[domain.Value]domain.Value{e.Yes: e.No, e.No: e.Yes, e.Opaque: e.Opaque, e.not(b): b} {
		if got := e.not(v); got != want {
			t.Errorf("not %+v is %+v", e.Of(v), e.Of(got))
		}
	}
}

func TestOnlyErrorsOfTheProgramAreItsOwn(t *testing.T) {
	e := newEvaluator()
	unknown := e.SymbolValue(e.Symbol("e", domain.SymbolInfo{Kind: ir.ErrorKind}))
	flag := e.SymbolValue(e.Symbol("b", domain.SymbolInfo{Kind: ir.BoolKind}))
	for _, test := range []struct {
		name   string
		values []domain.Value
		want   bool
	}{
		{"none", nil, false}, {"one that it made", []domain.Value{e.NonNil}, true}, {"two", []domain.Value{e.NonNil, e.NonNil}, true},
		{"one from outside", []domain.Value{e.ForeignError}, false}, {"one of each", []domain.Value{e.NonNil, e.ForeignError}, false},
		{"one of each, the other way round", []domain.Value{e.ForeignError, e.NonNil}, false},
		{"one that isn't known", []domain.Value{e.NonNil, unknown}, false}, {"something else besides", []domain.Value{e.NonNil, flag, e.Nil}, true},
		{"only something else", []domain.Value{flag}, false},
	} {
		if got := e.ownErrors(test.values...); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// TestSizesOfTwoGoroutinesAreCells: values of the cell count from 1, as 0 is
// undecided; numbers for which there is no value are given up.
func TestSizesOfTwoGoroutinesAreCells(t *testing.T) {
	for bounds, stops := range map[[2]int64]bool{{0, 2}: false, {3, 5}: false, {6, 8}: false, {7, 9}: true, {-1, -1}: true} {
		e := newEvaluator()
		n := e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind})
		e.sharedSymbols[n] = true
		s := branching()
		s.decide(n, domain.Decision{Low: bounds[0], High: bounds[1]})
		for _, a := range e.sizes(s, n, model.Site{}) {
			if tr := a.transition; tr.Kind != model.Assume || tr.Object != 0 || int64(tr.Label) != a.next.decisions[n].Low+1 {
				t.Errorf("%+v for %+v", tr, a.next.decisions[n])
			}
		}
		if (e.stop != "") != stops {
			t.Errorf("from %d to %d: %q", bounds[0], bounds[1], e.stop)
		}
		if e.agreed[n] != max(bounds[1], 0) {
			t.Errorf("from %d to %d: there are labels up to %d", bounds[0], bounds[1], e.agreed[n])
		}
	}
}

func TestElementsThatAreNotThereAreOutOfRange(t *testing.T) {
	e := newEvaluator()
	two := e.Intern(domain.Description{Form: domain.SliceForm, Object: e.Object("list", domain.ObjectInfo{}), Length: 2, Capacity: 4})
	n := e.SymbolValue(e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind}))
	in := &ir.Instr{Op: ir.OpIndexAddr, Args: []ir.Operand{reg(0), reg(1)}}
	for _, c := range []struct {
		base, index domain.Value
		out         bool
	}{
		{two, e.Integer(0), false}, {two, e.Integer(1), false}, {two, e.Integer(2), true}, {two, e.Integer(-1), true},
		{two, n, false}, {e.Nil, e.Integer(0), true}, {e.Nil, n, true}, {e.Opaque, e.Integer(7), false},
	} {
		s := at(reading(), 0, c.base, c.index)
		if got := e.isOutOfRange(s, s.top(), in); got != c.out {
			t.Errorf("%+v[%+v]: %v", e.Of(c.base), e.Of(c.index), got)
		}
	}
}

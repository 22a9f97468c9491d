package interp

import (
	"math"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// TestNumbersAreTriedAsFarAsTheCodeCounts: beyond the constants that a number is compared with, and
// those that what counts up to it is compared with, but not beyond what is affordable.
func TestNumbersAreTriedAsFarAsTheCodeCounts(t *testing.T) {
	for _, test := range []struct {
		operator string
		constant int64
		number   int64 // how far the number is tried when it is compared
		counter  int64 // and when what counts up to it is
	}{
		{"<", 1, 2, 2}, {"<", 2, 2, 3}, {">", 2, 3, 4}, {"<", 5, 5, 6}, {">=", 5, 5, 6}, {"<=", 5, 6, 7}, {"==", 5, 6, 7}, {"!=", 4, 5, 6},
		{">", 100, 2, 2}, {"<", largestCount, largestCount, largestCount},
	} {
		compare := &ir.Instr{Op: ir.OpBinary, Name: test.operator, Args: []ir.Operand{reg(0), {Kind: ir.IntConst, Int: test.constant}}}
		mirror := &ir.Instr{Op: ir.OpBinary, Name: mirrored(test.operator), Args: []ir.Operand{compare.Args[1], reg(0)}}
		for _, in := range []*ir.Instr{compare, mirror} {
			e := newEvaluator()
			n := e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind})
			f := &frame{function: &ir.Function{Name: "f"}, registers: []domain.Value{e.SymbolValue(n)}}
			e.noteComparison(f, in)
			if got := e.largestSize(n); got != test.number {
				t.Errorf("compared with %s %d a number is tried up to %d, want %d", test.operator, test.constant, got, test.number)
			}
			e = newEvaluator()
			n = e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind})
			f.registers[0] = e.Integer(0)
			e.noteComparison(f, in)
			e.counting.upTo[n] = []registerID{{f.function, 0}}
			if got := e.largestSize(n); got != test.counter {
				t.Errorf("a counter compared with %s %d goes up to %d, want %d", test.operator, test.constant, got, test.counter)
			}
		}
	}
}

// TestWhatIsComparedAfterItWasTriedIsNews: the other side of the constant must be tried, too.
func TestWhatIsComparedAfterItWasTriedIsNews(t *testing.T) {
	e := newEvaluator()
	n := e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind, Process: -1})
	f := &frame{function: &ir.Function{Name: "f"}, registers: []domain.Value{e.SymbolValue(n)}}
	any := domain.Decision{Low: math.MinInt64, High: math.MaxInt64}
	if got, _ := e.candidates(n, any); !slices.Equal(got, []int64{0, 1, 2}) {
		t.Errorf("%v are tried", got)
	}
	e.noteConstant(f, 0, 4)
	if !e.changed {
		t.Error("it is no news that a number is told apart that was tried")
	}
	e.changed = false
	e.noteConstant(f, 0, 4)
	if got, _ := e.candidates(n, any); e.changed || !slices.Equal(got, []int64{0, 1, 2, 3, 4}) {
		t.Errorf("%v are tried, news %t", got, e.changed)
	}
}

// TestNothingAtAllIsInDoubt: but for what anybody may pass.
func TestNothingAtAllIsInDoubt(t *testing.T) {
	e := newEvaluator()
	list := e.Symbol("list", domain.SymbolInfo{Kind: ir.SliceKind, Process: -1})
	passed := e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind, Process: -1})
	result := e.Symbol("r", domain.SymbolInfo{Kind: ir.IntKind, Process: 0})
	field := e.Symbol("f", domain.SymbolInfo{Kind: ir.IntKind, Process: -1, Whole: list})
	length := e.Symbol("l", domain.SymbolInfo{Kind: ir.IntKind, Process: -1, Whole: list, Length: true})
	none, some := domain.Decision{Low: math.MinInt64}, domain.Decision{Low: math.MinInt64, High: 1}
	for sym, want := range map[domain.SymbolID]string{passed: "", length: "", field: mayBeNone, result: mayBeNone, list: ""} {
		if got := e.doubtAboutNone(sym, none); got != want {
			t.Errorf("%s: in doubt because %q", e.SymbolTable[sym].Text, got)
		}
		if got := e.doubtAboutNone(sym, some); got != "" {
			t.Errorf("that there may be one is in doubt because %q", got)
		}
	}
	e.supplied = []domain.SymbolID{passed, list}
	for _, sym := range []domain.SymbolID{passed, length} {
		if !e.isSupplied(sym) || e.doubtAboutNone(sym, none) != mayBeNone {
			t.Errorf("what the program passes to itself is in no doubt")
		}
	}
}

// TestGoroutinesAgreeOnNumbersThatAreCertain: what is in doubt isn't tried, if there is anything else.
func TestGoroutinesAgreeOnNumbersThatAreCertain(t *testing.T) {
	for high, want := range map[int64][]int64{2: {1, 2}, 0: {0}} {
		e := newEvaluator()
		n := e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind, Process: 0})
		e.sharedSymbols[n] = true
		s := branching()
		s.decide(n, domain.Decision{High: high})
		var got []int64
		for _, a := range e.sizes(s, n, model.Site{}) {
			if a.transition.Kind != model.Assume || a.transition.Doubt != "" {
				t.Errorf("%+v", a.transition)
			}
			got = append(got, a.next.decisions[n].Low)
		}
		if !slices.Equal(got, want) {
			t.Errorf("up to %d: %v", high, got)
		}
	}
}

// TestTheLessAndTheGreater: of numbers that are known, and of one that isn't.
func TestTheLessAndTheGreater(t *testing.T) {
	for _, test := range []struct {
		operator   string
		x, y       int64
		want       int64
		whenLarger string
	}{{"min", 2, 3, 2, "n >= 3"}, {"max", 2, 3, 3, "n >= 3"}, {"min", 4, 3, 3, "n >= 3"}, {"max", 4, 3, 4, "n >= 3"}} {
		in := &ir.Instr{Op: ir.OpBinary, Name: test.operator, Kind: ir.IntKind, Dst: 2, Args: []ir.Operand{reg(0), reg(1)}}
		e := newEvaluator()
		s := branching()
		f := s.top()
		f.registers = []domain.Value{e.Integer(test.x), e.Integer(test.y), 0}
		if list := e.executeExtreme(s, f, in); list != nil || f.registers[2] != e.Integer(test.want) {
			t.Errorf("%s(%d, %d): %+v", test.operator, test.x, test.y, e.Of(f.registers[2]))
		}
		n := e.SymbolValue(e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind, Text: "n", Process: -1}))
		s = branching()
		f = s.top()
		f.registers = []domain.Value{n, e.Integer(test.y), 0}
		list := e.executeExtreme(s, f, in)
		if len(list) != 2 || list[0].transition.Text != "n < 3" || list[1].transition.Text != test.whenLarger {
			t.Fatalf("%s of an unknown: %+v", test.operator, list)
		}
		if less := list[0].next.top().registers[2]; (less == n) != (test.operator == "min") || less == list[1].next.top().registers[2] {
			t.Errorf("%s(n, 3), if n < 3, is %+v", test.operator, e.Of(less))
		}
	}
}

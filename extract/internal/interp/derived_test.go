package interp

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
)

// straightOn is a state in a function without cycles.
func straightOn() *localState {
	f := &ir.Function{Name: "f", Recover: -1, Blocks: []ir.Block{{Instrs: []ir.Instr{{Op: ir.OpReturn, Dst: -1}}}}}
	return &localState{frames: []*frame{{function: f, result: -1}}, memory: domain.Memory{}, decisions: domain.Decisions{}, rotation: map[string]int{}}
}

// TestComparisonsOfTwoUnknownsFit: once it is known how two unknowns are ordered, so
// is the answer to each comparison of them.
func TestComparisonsOfTwoUnknownsFit(t *testing.T) {
	operators := []string{"<", "<=", ">", ">=", "==", "!="}
	holds := func(op string, x, y int) bool {
		return map[string]bool{"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y, "==": x == y, "!=": x != y}[op]
	}
	for _, swapped := range []bool{false, true} {
		e := newEvaluator()
		x := e.SymbolValue(e.Symbol("x", domain.SymbolInfo{Kind: ir.IntKind, Process: -1}))
		y := e.SymbolValue(e.Symbol("y", domain.SymbolInfo{Kind: ir.IntKind, Process: -1}))
		if swapped {
			x, y = y, x
		}
		ask := func(op string) domain.Value {
			return e.derived(straightOn(), &ir.Instr{Name: op, Kind: ir.IntKind}, x, y)
		}
		for _, order := range [][2]int{{1, 2}, {2, 2}, {2, 1}} {
			s := straightOn()
			for _, op := range []string{"<", "=="} { // which tell the three apart
				want := holds(op, order[0], order[1])
				for _, o := range e.outcomes(s, e.Resolve(s.decisions, ask(op))) {
					if o.truth == want && o.decide {
						s.decide(o.symbol, o.decision)
					}
				}
			}
			for _, op := range operators {
				if got, want := e.Resolve(s.decisions, ask(op)), e.Boolean(holds(op, order[0], order[1])); got != want {
					t.Errorf("swapped %v: %v of %v is %+v", swapped, op, order, e.Of(got))
				}
			}
		}
	}
}

func TestDerivedUnknownsAreTheSameEachTime(t *testing.T) {
	e := newEvaluator()
	x := e.SymbolValue(e.Symbol("x", domain.SymbolInfo{Kind: ir.StringKind, Process: -1}))
	y := e.SymbolValue(e.Symbol("y", domain.SymbolInfo{Kind: ir.StringKind, Process: 2}))
	several := e.SymbolValue(e.Symbol("z", domain.SymbolInfo{Kind: ir.StringKind, Process: -1, Repeats: true}))
	add := func(x, y domain.Value) domain.Value {
		return e.derived(straightOn(), &ir.Instr{Name: "+", Kind: ir.StringKind}, x, y)
	}
	sum := add(x, y)
	if !e.isSymbol(sum) || add(x, y) != sum || add(y, x) == sum || add(x, x) == sum {
		t.Errorf("sums are %v, %v, %v and %v", sum, add(x, y), add(y, x), add(x, x))
	}
	if info := e.SymbolTable[e.Of(sum).Number]; info.Process != 2 || info.Repeats || info.Whole == 0 {
		t.Errorf("a sum is %+v", info)
	}
	own := e.SymbolValue(e.Symbol("o", domain.SymbolInfo{Kind: ir.StringKind, Process: 0}))
	for _, sum := range []domain.Value{add(x, own), add(own, x)} {
		if info := e.SymbolTable[e.Of(sum).Number]; info.Process != 0 || info.Whole != domain.SymbolID(e.Of(own).Number) {
			t.Errorf("a sum with what the root alone knows is %+v", info)
		}
	}
	first := add(x, several)
	e.process = 1
	if add(x, y) != sum || add(x, several) == first {
		t.Errorf("another goroutine has the sums %v and %v, not %v and one that isn't %v", add(x, y), add(x, several), sum, first)
	}
	n := e.SymbolValue(e.Symbol("n", domain.SymbolInfo{Kind: ir.IntKind, Process: -1}))
	if got := e.derived(straightOn(), &ir.Instr{Name: "*", Kind: ir.IntKind}, n, n); got != e.Opaque {
		t.Errorf("the product of numbers is %+v", e.Of(got))
	}
}

func TestStringsBeginAndEndWithTheirParts(t *testing.T) {
	e := newEvaluator()
	unknown := e.SymbolValue(e.Symbol("s", domain.SymbolInfo{Kind: ir.StringKind, Process: -1}))
	plus := func(x, y domain.Value) domain.Value {
		return e.derived(straightOn(), &ir.Instr{Name: "+", Kind: ir.StringKind}, x, y)
	}
	for _, test := range []struct {
		v        domain.Value
		text     string
		possible bool
	}{
		{unknown, "", true}, {plus(e.Text("x"), unknown), "", false}, {plus(e.Text("x"), unknown), "x", true}, {plus(e.Text("x"), unknown), "ax", false},
		{plus(unknown, e.Text(".go")), "a.go", true}, {plus(unknown, e.Text(".go")), "a.c", false}, {plus(unknown, e.Text(".go")), "go", false},
		{plus(plus(e.Text("a"), unknown), e.Text("z")), "abz", true}, {plus(plus(e.Text("a"), unknown), e.Text("z")), "a", false},
		{plus(unknown, unknown), "", true}, {plus(unknown, e.Text("")), "", true}, {plus(e.Opaque, e.Text("y")), "", false}, {plus(e.Opaque, e.Text("y")), "xy", true},
		{plus(e.Text("a"), e.Text("b")), "ab", true}, {plus(e.Text("a"), e.Text("b")), "a", false},
	} {
		if got := e.equal(test.v, e.Text(test.text)); (got != e.No) != test.possible {
			t.Errorf("%+v == %q: %+v", e.Of(test.v), test.text, e.Of(got))
		}
	}
}

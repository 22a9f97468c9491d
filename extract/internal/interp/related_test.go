package interp

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
)

// TestOneOfTheRelatedIsChosen: the outside world chooses the first of several numbers that
// hang on each other; the others are in doubt, and may be zero. Lengths are those of what
// is related.
func TestOneOfTheRelatedIsChosen(t *testing.T) {
	e := newEvaluator()
	number := func(name string) domain.SymbolID { return e.Symbol(name, domain.SymbolInfo{Kind: ir.IntKind}) }
	list := e.Symbol("list", domain.SymbolInfo{Kind: ir.SliceKind, Process: -1})
	length := e.Symbol("len(list)", domain.SymbolInfo{Kind: ir.IntKind, Whole: list, Length: true, Size: true})
	a, b, apart := number("a"), number("b"), number("apart")
	e.relate(e.SymbolValue(b), e.SymbolValue(a), e.Integer(3))
	e.relate(e.SymbolValue(list), e.Tuple(e.SymbolValue(b)))
	e.relate(e.Integer(3), e.SymbolValue(apart))
	for _, test := range []struct {
		sym  domain.SymbolID
		want string
	}{{a, ""}, {apart, ""}, {length, hangsOnOthers}, {b, hangsOnOthers}, {a, ""}} {
		if got := e.doubtAboutSize(test.sym); got != test.want {
			t.Errorf("%d is in doubt because of %q, want %q", test.sym, got, test.want)
		}
	}
	if e.SymbolTable[length].Size || !e.changed {
		t.Error("that a length hangs on a number that was chosen is no news")
	}
}

// TestRelationsThatComeLate: two numbers are asked for before it turns out that one hangs on
// the other: all is evaluated again.
func TestRelationsThatComeLate(t *testing.T) {
	e := newEvaluator()
	a, b := e.Symbol("a", domain.SymbolInfo{Kind: ir.IntKind}), e.Symbol("b", domain.SymbolInfo{Kind: ir.IntKind, Size: true})
	if e.doubtAboutSize(a) != "" || e.doubtAboutSize(b) != "" || e.changed {
		t.Fatal("unrelated numbers are in doubt")
	}
	e.relate(e.SymbolValue(a), e.SymbolValue(b))
	if !e.changed || e.doubtAboutSize(a) != "" || e.doubtAboutSize(b) != hangsOnOthers || e.SymbolTable[b].Size {
		t.Errorf("changed %v, %q and %q", e.changed, e.doubtAboutSize(a), e.doubtAboutSize(b))
	}
	e.changed = false
	e.relate(e.SymbolValue(b), e.SymbolValue(a))
	if e.changed {
		t.Error("what is known is news")
	}
}

// TestSumsOfSizesAreInDoubt: n-1 is a size as n is, but that of two has to fit both.
func TestSumsOfSizesAreInDoubt(t *testing.T) {
	e := newEvaluator()
	length := func(name string) domain.Value {
		return e.SymbolValue(e.Symbol(name, domain.SymbolInfo{Kind: ir.IntKind, Length: true}))
	}
	a, b := length("len(a)"), length("len(b)")
	if e.doubtAboutSum(a, e.Integer(1)) != "" || e.doubtAboutSum(a, b) != hangsOnOthers {
		t.Error("the sum of two sizes isn't in doubt, or that with a number is")
	}
	e.relate(a, b)
	e.doubtAboutSize(domain.SymbolID(e.Of(a).Number))
	if e.doubtAboutSum(a, e.Integer(1)) != "" || e.doubtAboutSum(b, e.Integer(1)) != hangsOnOthers {
		t.Error("what is computed from a number that hangs on another one isn't in doubt, or that of the other one is")
	}
}

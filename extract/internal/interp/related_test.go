package interp

import (
	"slices"
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
		if got := e.doubtOf(test.sym); got != test.want {
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
	if e.doubtOf(a) != "" || e.doubtOf(b) != "" || e.changed {
		t.Fatal("unrelated numbers are in doubt")
	}
	e.relate(e.SymbolValue(a), e.SymbolValue(b))
	if !e.changed || e.doubtOf(a) != "" || e.doubtOf(b) != hangsOnOthers || e.SymbolTable[b].Size {
		t.Errorf("changed %v, %q and %q", e.changed, e.doubtOf(a), e.doubtOf(b))
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
	e.doubtOf(domain.SymbolID(e.Of(a).Number))
	if e.doubtAboutSum(a, e.Integer(1)) != "" || e.doubtAboutSum(b, e.Integer(1)) != hangsOnOthers {
		t.Error("what is computed from a number that hangs on another one isn't in doubt, or that of the other one is")
	}
}

// TestWhatTheProgramSuppliesBelongsTogether: of what is given to a root one thing is free,
// and so is one of what a package-level variable holds, or of what a function looks at of
// which only the result is known. Of what is written down nothing is.
func TestWhatTheProgramSuppliesBelongsTogether(t *testing.T) {
	part := func(e *evaluator, whole domain.SymbolID, name string) domain.SymbolID {
		return e.Symbol(name, domain.SymbolInfo{Kind: ir.BoolKind, Process: -1, Whole: whole})
	}
	for name, prepare := range map[string]func(e *evaluator, whole domain.SymbolID){
		"the outside world": func(*evaluator, domain.SymbolID) {},
		"given":             func(e *evaluator, whole domain.SymbolID) { e.supplied = append(e.supplied, whole) },
		"a variable":        func(e *evaluator, whole domain.SymbolID) { e.SymbolTable[whole].Global = true },
		"looked at": func(e *evaluator, whole domain.SymbolID) {
			e.examine(e.SymbolValue(e.Symbol("fits", domain.SymbolInfo{Kind: ir.BoolKind})), []domain.Value{e.SymbolValue(whole)})
		},
		"written": func(e *evaluator, whole domain.SymbolID) { e.SymbolTable[whole].Written = true },
	} {
		e := newEvaluator()
		whole := e.Symbol("row", domain.SymbolInfo{Kind: ir.StructKind, Process: -1})
		prepare(e, whole)
		first, second := part(e, whole, "first"), part(e, part(e, whole, "inner"), "second")
		want := [2]string{"", hangsOnOthers}
		switch name {
		case "the outside world":
			want[1] = ""
		case "written":
			want = [2]string{ofCaller, ofCaller}
		}
		if got := [2]string{e.doubtOf(first), e.doubtOf(second)}; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestResultsBelongToWhatWasLookedAt: a function has looked at two flags, so that what it
// says of them hangs on them.
func TestResultsBelongToWhatWasLookedAt(t *testing.T) {
	e := newEvaluator()
	flags := e.Symbol("flags", domain.SymbolInfo{Kind: ir.PointerKind, Process: -1})
	flag := e.Symbol("a flag", domain.SymbolInfo{Kind: ir.BoolKind, Process: -1, Whole: flags})
	fits := e.Symbol("fits", domain.SymbolInfo{Kind: ir.BoolKind})
	apart := e.Symbol("apart", domain.SymbolInfo{Kind: ir.BoolKind})
	if e.doubtOf(flag) != "" || e.changed {
		t.Fatal("nothing has looked at the flag yet")
	}
	e.examine(e.SymbolValue(fits), []domain.Value{e.SymbolValue(flags)})
	if got := []string{e.doubtOf(fits), e.doubtOf(flag), e.doubtOf(apart)}; !slices.Equal(got, []string{"", hangsOnOthers, ""}) {
		t.Errorf("in doubt because of %q", got)
	}
}

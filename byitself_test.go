package chancheck

import (
	"testing"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// inTest is a place in a test file.
func inTest(n int) model.Site { return model.Site{File: "p_test.go", Line: n, Column: 1} }

// hanging is a verdict with somebody who may be stuck at what is made at line 1.
func hanging(category verify.Category) *verdict {
	sys := &model.System{
		Objects:   []model.Object{{Kind: model.Channel, Site: inTest(1), Owner: -1}, {Kind: model.Channel, Site: inTest(3), Owner: -1}},
		Processes: []model.Automaton{{States: []model.State{{Transitions: []model.Transition{{Kind: model.Send, Object: 0, Site: inTest(2)}, {Object: -1}}}}}},
	}
	return &verdict{
		system: sys, doubtful: "a doubt", extraction: &extract.Extraction{},
		result: verify.Result{Hangs: []verify.Doubt{{Finding: verify.Finding{Category: category}}}},
	}
}

// TestUnanswered enters what may be learnt of what a test makes at line 1.
func TestUnanswered(t *testing.T) {
	made := extract.Place{Site: inTest(1), Test: true, Functions: []string{"p.Test$1"}}
	leaf := extract.Place{Site: inTest(1), Test: true, Functions: []string{"p.Test$1"}, Leaf: true}
	named := extract.Place{Site: inTest(1), Test: true, Holder: extract.Field, Functions: []string{"p.Test$1"}, Operations: []extract.Operation{{Site: inTest(2)}}}
	because := func(why string, undecided bool) *verdict {
		return &verdict{
			inconclusive: why, undecided: undecided, operations: []model.Site{inTest(2)},
			extraction: &extract.Extraction{Closed: []model.Site{inTest(1)}},
		}
	}
	for name, test := range map[string]struct {
		place extract.Place
		enter func(*ledger)
		want  bool
	}{
		"nothing":                        {made, func(*ledger) {}, true},
		"it isn't made by a test":        {extract.Place{Site: inTest(1), Functions: []string{"p.Test$1"}}, func(*ledger) {}, false},
		"it is judged":                   {made, func(l *ledger) { l.judged(inTest(1), "F", &verdict{extraction: &extract.Extraction{}}) }, false},
		"nobody waits for it":            {made, func(l *ledger) { l.unwaited([]extract.Unwaited{{Site: inTest(1)}}) }, false},
		"nobody does if nothing panics":  {made, func(l *ledger) { l.unwaited([]extract.Unwaited{{Site: inTest(1), Panics: []model.Site{inTest(4)}}}) }, false},
		"it is open":                     {made, func(l *ledger) { l.open(inTest(1), "why") }, true},
		"it can't be asked":              {made, func(l *ledger) { l.unclear(because("it isn't made there", true)) }, true},
		"something may go wrong":         {made, func(l *ledger) { l.unclear(because("there may be a deadlock", false)) }, false},
		"something may, at an operation": {named, func(l *ledger) { l.unclear(because("there may be a deadlock", false)) }, false},
		"something may, with data":       {made, func(l *ledger) { l.suspect(hanging(verify.Deadlock)) }, false},
		"nobody wants to know":           {made, func(l *ledger) { l.suspect(hanging(verify.OrphanMay)) }, true},
		"clients may be stuck":           {made, func(l *ledger) { l.clients(hanging(verify.Leak), "clients of c") }, false},
		"nobody waits while holding it":  {leaf, func(*ledger) {}, false},
		"it has a name":                  {named, func(*ledger) {}, true},
	} {
		pkg := &extract.Package{Places: []extract.Place{test.place}}
		l := newLedger(pkg, extract.NewProgram(pkg))
		test.enter(l)
		u := l.unanswered()
		if got := u.mayHave(inTest(1)); got != test.want {
			t.Errorf("%s: it is asked for: %v", name, got)
		}
		isNamed := len(test.place.Operations) > 0
		if got := u.mayHave(model.Site{}); got != (test.want && isNamed) {
			t.Errorf("%s: fields are asked for: %v", name, got)
		}
		if got := u.mayHave(inTest(2)); got != (test.want && isNamed) {
			t.Errorf("%s: the operation is asked for: %v", name, got)
		}
	}
}

// TestOthersAreLeftAlone: what wasn't asked for is not entered.
func TestOthersAreLeftAlone(t *testing.T) {
	pkg := &extract.Package{Places: []extract.Place{{Site: inTest(1), Test: true}, {Site: inTest(3), Test: true}}}
	l := newLedger(pkg, extract.NewProgram(pkg))
	l.suspect(hanging(verify.Leak))
	v := hanging("")
	v.extraction.Closed = []model.Site{inTest(1), inTest(3)}
	l.byItself(v, "Test", l.unanswered())
	for n, want := range map[int]bool{1: false, 3: true} {
		if got := l.madeApart[placeOf(inTest(n))] != nil; got != want {
			t.Errorf("what is made at line %d is entered: %v", n, got)
		}
	}
	if len(l.operatedApart) > 0 {
		t.Errorf("operations of others are entered: %v", l.operatedApart)
	}
}

// TestWhoRunsWhatIsUnanswered: a function that isn't in a test file doesn't know of what tests make.
func TestWhoRunsWhatIsUnanswered(t *testing.T) {
	calls := func(name string, site model.Site, callees ...string) *ir.Function {
		f := *sending().Functions["p.F"]
		f.Name, f.Site = name, site
		var instrs []ir.Instr
		for _, callee := range callees {
			instrs = append(instrs, ir.Instr{Op: ir.OpCall, Dst: -1, Name: callee})
		}
		f.Blocks = []ir.Block{{Instrs: append(instrs, f.Blocks[0].Instrs...)}}
		return &f
	}
	list := []*ir.Function{
		calls("p.helper", inTest(1)), calls("p.TestHelper", inTest(5), "p.helper"), calls("p.TestOther", inTest(6)),
		calls("p.shipped", line(7), "p.helper"), calls("p.TestShipped", inTest(8), "p.shipped"),
	}
	pkg := &extract.Package{Functions: map[string]*ir.Function{}, Places: []extract.Place{{Site: inTest(1), Test: true, Functions: []string{"p.helper"}}}}
	for _, f := range list {
		pkg.Functions[f.Name] = f
		pkg.Own = append(pkg.Own, f.Name)
	}
	program := extract.NewProgram(pkg)
	l := newLedger(pkg, program)
	u := l.unanswered()
	want := map[string]bool{"p.helper": true, "p.TestHelper": true}
	roots := program.Roots()
	if len(roots) != len(list) {
		t.Fatalf("%d roots", len(roots))
	}
	for _, root := range roots {
		if got := u.isRunBy(root); got != want[root.Function.Name] {
			t.Errorf("%s runs it: %v", root.Function.Name, got)
		}
	}
	l.judged(inTest(1), "F", &verdict{extraction: &extract.Extraction{}})
	for _, root := range roots {
		if u.isRunBy(root) {
			t.Errorf("%s is asked for what is known", root.Function.Name)
		}
	}
}

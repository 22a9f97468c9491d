package chancheck

import (
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
)

func line(n int) model.Site { return model.Site{File: "p.go", Line: n, Column: 1} }

// unclear is the verdict on what is made at line 1, of which an outline isn't enough.
func unclear(why string) *verdict {
	return &verdict{inconclusive: why, extraction: &extract.Extraction{Closed: []model.Site{line(1)}}}
}

// unasked is the verdict if there is no outline.
func unasked(why string) *verdict {
	v := unclear(why)
	v.undecided = true
	return v
}

// handled is a place of which the address is taken.
func handled(p extract.Place) extract.Place {
	p.Handled = true
	return p
}

// TestLedger enters what may be learnt about one place, in all combinations
// that matter, and looks at what is made of it.
func TestLedger(t *testing.T) {
	inConstructor := extract.Place{Site: line(1), Functions: []string{"p.New"}}
	field := extract.Place{Site: line(1), Kind: model.Mutex, Holder: extract.Field, Functions: []string{"p.M"},
		Operations: []extract.Operation{{Site: line(10), Function: "p.M"}, {Site: line(11), Function: "p.M"}}}
	whole, tried := &verdict{extraction: &extract.Extraction{}}, &verdict{extraction: &extract.Extraction{Bounded: true}}
	once := &verdict{extraction: &extract.Extraction{}, terms: " if Close is called once"}
	condition := with(field, func(p *extract.Place) { p.Kind = model.Cond })
	onLock := &verdict{extraction: whole.extraction, system: operating(line(10), line(20)), operations: []model.Site{line(11)}}
	onCondition := &verdict{extraction: whole.extraction, system: operating(line(10), line(20)), operations: []model.Site{line(11)}}
	onCondition.system.Objects = []model.Object{{Kind: model.Cond}}
	calm := []extract.Unwaited{{Site: line(1), Panics: []model.Site{line(3)}}}
	lock := extract.Place{Site: line(1), Kind: model.Mutex, Functions: []string{"p.New"}}
	tests := []struct {
		name  string
		place extract.Place
		enter func(*ledger)
		want  string
	}{
		{"nothing", inConstructor, func(*ledger) {}, "channel open (nothing in p.New operates on channels or locks: it is for others)"},
		{"a field on which nobody operates", extract.Place{Site: line(1), Holder: extract.Field, Functions: []string{"p.M"}}, func(*ledger) {}, "channel unreached (nothing in p.M operates on channels or locks)"},
		{"found in clients", field, func(l *ledger) { l.finding(&verdict{system: operating(line(10), line(20))}, 0, "clients of mu", false) }, "mutex judged (in clients of mu)"},
		{"found by some calls", field, func(l *ledger) { l.finding(&verdict{system: operating(line(11), line(20))}, 0, "clients of mu", true) }, "mutex bounded (in clients of mu)"},
		{"found of another one", field, func(l *ledger) { l.finding(&verdict{system: operating(line(11), line(20))}, 1, "clients of mu", true) }, "mutex unreached (nothing in p.M operates on channels or locks)"},
		{"found of what may be another one", handled(field), func(l *ledger) { l.finding(&verdict{system: operating(line(11), line(20))}, 0, "clients of mu", true) }, "mutex open (its address is kept or passed on, so that other code can use it)"},
		{"clients hit a limit", field, func(l *ledger) {
			l.limit([]*extract.Outline{{Operations: []model.Site{line(10)}}}, "clients of mu are not judged: too many")
		}, "mutex inconclusive (clients of mu are not judged: too many)"},
		{"judged", inConstructor, func(l *ledger) { l.judged(line(1), "F", whole) }, "channel judged (in F)"},
		{"judged on a condition", inConstructor, func(l *ledger) {
			l.judged(line(1), "G", whole)
			l.judged(line(1), "F", once)
		}, "channel judged (in F if Close is called once, G)"},
		{"judged without a condition, too", inConstructor, func(l *ledger) {
			l.judged(line(1), "F", whole)
			l.judged(line(1), "F", once)
		}, "channel judged (in F)"},
		{"bounded", inConstructor, func(l *ledger) { l.judged(line(1), "F", tried) }, "channel bounded (in F)"},
		{"exact and bounded", inConstructor, func(l *ledger) {
			l.judged(line(1), "F", tried)
			l.judged(line(1), "G", whole)
		}, "channel bounded (in F, G)"},
		{"elsewhere", inConstructor, func(l *ledger) { l.judged(line(2), "F", whole); l.open(line(3), "why") }, "channel open (nothing in p.New operates on channels or locks: it is for others)"},
		{"judged and open", inConstructor, func(l *ledger) { l.judged(line(1), "F", whole); l.open(line(1), "why") }, "channel open (why)"},
		{"open twice", inConstructor, func(l *ledger) { l.open(line(1), "first"); l.open(line(1), "second") }, "channel open (first)"},
		{"judged and handed on", inConstructor, func(l *ledger) { l.handedOn(line(1), "why"); l.judged(line(1), "F", whole) }, "channel judged (in F)"},
		{"handed on", inConstructor, func(l *ledger) { l.handedOn(line(1), "why") }, "channel open (why)"},
		{"handed on to the inconclusive", inConstructor, func(l *ledger) { l.handedOn(line(1), "why"); l.blocked["p.New"] = "F is too large" }, "channel inconclusive (F is too large)"},
		{"judged and inconclusive", inConstructor, func(l *ledger) { l.judged(line(1), "F", whole); l.inconclusive(line(1), "why") }, "channel judged (in F)"},
		{"inconclusive, and unclear without data", inConstructor, func(l *ledger) { l.inconclusive(line(1), "why"); l.unclear(unclear("others use it")) }, "channel inconclusive (why; without data: others use it)"},
		{"unclear for two reasons", inConstructor, func(l *ledger) {
			l.inconclusive(line(1), "why")
			l.unclear(unasked("others use it"))
			l.unclear(unclear("there may be a panic"))
			l.unclear(unclear("a goroutine may leak"))
			l.unclear(unasked("it is given away"))
		}, "channel inconclusive (why; without data: there may be a panic)"},
		{"open, and unclear without data", inConstructor, func(l *ledger) { l.open(line(1), "why"); l.unclear(unclear("others use it")) }, "channel open (why)"},
		{"judged, but unclear without data", inConstructor, func(l *ledger) { l.judged(line(1), "F", whole); l.unclear(unclear("others use it")) }, "channel judged (in F)"},
		{"judged without what it hangs on", inConstructor, func(l *ledger) { l.judged(line(1), "F", whole); l.tied([]model.Site{line(1)}, "why") }, "channel inconclusive (why)"},
		{"inconclusive", inConstructor, func(l *ledger) { l.inconclusive(line(1), "why") }, "channel inconclusive (why)"},
		{"idle", inConstructor, func(l *ledger) { l.idle(line(1), "F") }, "channel judged (nobody operates on it in F)"},
		{"idle here only", inConstructor, func(l *ledger) { l.idle(line(1), "F"); l.blocked["p.New"] = "G is too large" }, "channel inconclusive (G is too large)"},
		{"run without being made", inConstructor, func(l *ledger) { l.run["p.New"] = true }, "channel unreached (no execution that was judged uses it)"},
		{"dead", with(inConstructor, func(p *extract.Place) { p.Dead = true }), func(l *ledger) { l.run["p.New"] = true }, "channel unreached (no execution comes here)"},
		{"nobody waits for it", inConstructor, func(l *ledger) { l.unwaited([]extract.Unwaited{{Site: line(1)}}); l.open(line(1), "why") }, "channel judged (nobody waits for it alone)"},
		{"nobody waits for it if nothing panics", inConstructor, func(l *ledger) { l.unwaited(calm); l.open(line(1), "why") }, "channel judged (nobody waits for it alone if nothing panics at p.go:3)"},
		{"nobody waits for it if nothing panics, but it is judged", inConstructor, func(l *ledger) { l.unwaited(calm); l.judged(line(1), "F", whole) }, "channel judged (in F)"},
		{"nobody waits for such a lock", field, func(l *ledger) { l.releases([]model.Site{line(10), line(11)}) }, "mutex judged (nobody waits for it alone)"},
		{"nobody waits for what is made", lock, func(l *ledger) { l.unwaited([]extract.Unwaited{{Site: line(1)}}) }, "mutex judged (nobody waits for it alone)"},
		{"nobody waits for what is made, and it is judged", lock, func(l *ledger) {
			l.unwaited([]extract.Unwaited{{Site: line(1)}})
			l.judged(line(1), "F", whole)
		}, "mutex judged (in F)"},
		{"nobody waits for such a lock, and it is judged", field, func(l *ledger) {
			l.releases([]model.Site{line(10), line(11)})
			l.operation(line(10), "F", whole)
			l.operation(line(11), "F", whole)
		}, "mutex judged (in F)"},
		{"nobody waits for such a lock, and it is bounded", field, func(l *ledger) {
			l.releases([]model.Site{line(10), line(11)})
			l.operation(line(10), "F", tried)
			l.operation(line(11), "F", whole)
		}, "mutex judged (nobody waits for it alone)"},
		{"one operation is on such a lock", field, func(l *ledger) {
			l.releases([]model.Site{line(10)})
			l.run["p.M"] = true
		}, "mutex open (the struct comes from outside of the functions that are judged)"},
		{"nobody waits for such a lock, as far as is seen", with(field, func(p *extract.Place) { p.Exported = true }), func(l *ledger) { l.releases([]model.Site{line(10), line(11)}) }, "mutex open (other packages can use it by its name)"},
		{"nobody waits for what may be such a lock", handled(field), func(l *ledger) { l.releases([]model.Site{line(10), line(11)}) }, "mutex open (its address is kept or passed on, so that other code can use it)"},
		{"leaf", extract.Place{Site: line(1), Kind: model.Mutex, Leaf: true}, func(*ledger) {}, "mutex judged (nobody waits while holding it)"},
		{"all operations, but on what is copied", with(field, func(p *extract.Place) { p.Copied = true }), func(l *ledger) {
			l.operation(line(10), "F", whole)
			l.operation(line(11), "F", whole)
		}, "mutex open (it is copied or replaced as it is)"},
		{"all operations", field, func(l *ledger) {
			l.operation(line(10), "F", whole)
			l.operation(line(11), "F", whole)
		}, "mutex judged (in F)"},
		{"all operations, but on the lock of a condition variable", condition, func(l *ledger) { l.operations(onLock, "F") }, "cond unreached (nothing in p.M operates on channels or locks)"},
		{"all operations on a condition variable", condition, func(l *ledger) { l.operations(onCondition, "F") }, "cond judged (in F)"},
		{"all operations on a condition variable, apart from others", condition, func(l *ledger) { l.apart(onCondition, "F") }, "cond judged (in F)"},
		{"all operations, some bounded", field, func(l *ledger) {
			l.operation(line(10), "F", tried)
			l.operation(line(11), "F", whole)
		}, "mutex bounded (in F)"},
		{"all operations, one on a condition", field, func(l *ledger) {
			l.operation(line(10), "F", whole)
			l.operation(line(11), "F", once)
		}, "mutex judged (in F if Close is called once)"},
		{"one operation", field, func(l *ledger) { l.operation(line(10), "F", whole); l.run["p.M"] = true }, "mutex open (the struct comes from outside of the functions that are judged)"},
		{"exported", with(field, func(p *extract.Place) { p.Exported = true }), func(l *ledger) {
			l.operation(line(10), "F", whole)
			l.operation(line(11), "F", whole)
		}, "mutex open (other packages can use it by its name)"},
		{"address taken", with(field, func(p *extract.Place) { p.Handled = true }), func(l *ledger) {
			l.operation(line(10), "F", whole)
			l.operation(line(11), "F", whole)
		}, "mutex open (its address is kept or passed on, so that other code can use it)"},
		{"package-level", with(field, func(p *extract.Place) { p.Holder = extract.Global }), func(l *ledger) { l.blocked["p.M"] = "F is too large" }, "mutex open (a package-level variable holds it, which any function can use)"},
		{"unused", extract.Place{Site: line(1), Kind: model.Once, Holder: extract.Field}, func(*ledger) {}, "once unreached (nobody uses it)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			pkg := &extract.Package{Places: []extract.Place{test.place}}
			program := extract.NewProgram(pkg)
			program.Roots()
			l := newLedger(pkg, program)
			test.enter(l)
			places := l.places()
			if len(places) != 1 {
				t.Fatalf("got %d places", len(places))
			}
			if got := places[0].Words(); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if certified := places[0].Certificate != ""; certified != places[0].Status.LookedAt() {
				t.Errorf("%s with certificate %q", places[0].Status, places[0].Certificate)
			}
		})
	}
}

// TestBubblesAreNotJudged has a place in a function that testing/synctest runs.
func TestBubblesAreNotJudged(t *testing.T) {
	test := &ir.Function{Name: "p.Test", Blocks: []ir.Block{{Instrs: []ir.Instr{{
		Op: ir.OpCall, Dst: -1, Name: "testing/synctest.Test", Args: []ir.Operand{{Kind: ir.FunctionConst, Text: "p.Test$1"}},
	}, {Op: ir.OpReturn, Dst: -1}}}}}
	bubble := &ir.Function{Name: "p.Test$1", Blocks: []ir.Block{{Instrs: []ir.Instr{{Op: ir.OpReturn, Dst: -1}}}}}
	pkg := &extract.Package{
		Functions: map[string]*ir.Function{test.Name: test, bubble.Name: bubble}, Own: []string{test.Name, bubble.Name},
		Places: []extract.Place{{Site: line(1), Functions: []string{"p.Test$1$2"}}},
	}
	program := extract.NewProgram(pkg)
	program.Roots()
	want := "channel unreached (functions that are given to testing/synctest are not judged)"
	if got := newLedger(pkg, program).places()[0]; got.Words() != want {
		t.Errorf("got %q, want %q", got.Words(), want)
	}
}

// TestElsewhereInOrder enters what was judged of another package.
func TestElsewhereInOrder(t *testing.T) {
	pkg := &extract.Package{Places: []extract.Place{{Site: line(1)}}}
	l := newLedger(pkg, extract.NewProgram(pkg))
	for _, n := range []int{4, 2, 1, 3} {
		l.judged(line(n), "F", &verdict{extraction: &extract.Extraction{Bounded: n == 2}})
	}
	var got []string
	for _, p := range l.judgedElsewhere() {
		got = append(got, p.Place+" "+string(p.Status))
	}
	want := []string{"p.go:2:1 bounded", "p.go:3:1 judged", "p.go:4:1 judged"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestBrokenPackageIsInconclusive has a place of a package that could not be
// sliced.
func TestBrokenPackageIsInconclusive(t *testing.T) {
	pkg := &extract.Package{Broken: "a panic", Places: []extract.Place{{Site: line(1)}}}
	if got := newLedger(pkg, extract.NewProgram(pkg)).places()[0]; got.Status != report.Inconclusive || got.Why != "internal error" {
		t.Errorf("got %+v", got)
	}
}

func with(p extract.Place, change func(*extract.Place)) extract.Place {
	change(&p)
	return p
}

package chancheck

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify"
)

// sending is a package with one function: it makes a channel with room for one
// message, sends two, and is stuck.
func sending() *extract.Package {
	c := ir.Operand{Kind: ir.Register, Reg: 0}
	one := ir.Operand{Kind: ir.IntConst, Int: 1}
	f := &ir.Function{Name: "p.F", Display: "F", Registers: 1, Recover: -1, Blocks: []ir.Block{{Instrs: []ir.Instr{
		{Op: ir.OpMakeChan, Dst: 0, Args: []ir.Operand{one}, Name: "c", Site: line(1)},
		{Op: ir.OpSend, Dst: -1, Args: []ir.Operand{c, one}, Site: line(2)},
		{Op: ir.OpSend, Dst: -1, Args: []ir.Operand{c, one}, Site: line(3)},
		{Op: ir.OpReturn, Dst: -1},
	}}}}
	return &extract.Package{
		Paths: []string{"p"}, Functions: map[string]*ir.Function{f.Name: f}, Own: []string{f.Name},
		Places: []extract.Place{{Site: line(1), Functions: []string{f.Name}}},
	}
}

// TestJudgingTakesFromTheBudget of the package; who comes when it is spent is not
// judged.
func TestJudgingTakesFromTheBudget(t *testing.T) {
	for _, test := range []struct {
		budget, left, findings int
		want                   string
	}{
		{100, 98, 1, ""}, {2, 0, 1, ""}, {1, -1, 1, tookTooLong}, {0, 0, 0, tookTooLong}, {-1, -1, 0, tookTooLong},
	} {
		root := extract.NewProgram(sending()).Roots()[0]
		left := budgets{whole: test.budget}
		v := judge(nil, root, extract.Options{}, &left)[0]
		if v.inconclusive != test.want || left.whole != test.left || len(v.result.Findings) != test.findings {
			t.Errorf("of %d are left %d, want %d: %q, %d findings", test.budget, left.whole, test.left, v.inconclusive, len(v.result.Findings))
		}
	}
}

// exchanging is a package with one function, which makes two channels with room for one
// message each, and sends some of them on the first one and one on the second one; it
// receives one of each.
func exchanging(sent int) *extract.Package {
	c, d := ir.Operand{Kind: ir.Register, Reg: 0}, ir.Operand{Kind: ir.Register, Reg: 1}
	one := ir.Operand{Kind: ir.IntConst, Int: 1}
	instrs := []ir.Instr{
		{Op: ir.OpMakeChan, Dst: 0, Args: []ir.Operand{one}, Name: "c", Site: line(1)},
		{Op: ir.OpMakeChan, Dst: 1, Args: []ir.Operand{one}, Name: "d", Site: line(2)},
	}
	for range sent {
		instrs = append(instrs, ir.Instr{Op: ir.OpSend, Dst: -1, Args: []ir.Operand{c, one}, Site: line(3)})
	}
	instrs = append(instrs,
		ir.Instr{Op: ir.OpReceive, Dst: -1, Args: []ir.Operand{c}, Site: line(4)},
		ir.Instr{Op: ir.OpSend, Dst: -1, Args: []ir.Operand{d, one}, Site: line(5)},
		ir.Instr{Op: ir.OpReceive, Dst: -1, Args: []ir.Operand{d}, Site: line(6)},
		ir.Instr{Op: ir.OpReturn, Dst: -1})
	f := &ir.Function{Name: "p.F", Display: "F", Site: line(1), Registers: 2, Recover: -1, Blocks: []ir.Block{{Instrs: instrs}}}
	return &extract.Package{Paths: []string{"p"}, Functions: map[string]*ir.Function{f.Name: f}, Own: []string{f.Name}}
}

// TestRootsAreJudgedInParts as far as the budgets go: without data first, then as a whole, then
// each part with data. Of a root that is clean in all parts, one verdict stands for it.
func TestRootsAreJudgedInParts(t *testing.T) {
	for _, test := range []struct {
		name string
		sent int
		left budgets
		want string
	}{
		{"each is clean without data", 1, budgets{whole: 0, parts: 0, outlines: 100}, "the root is clean; a part is clean"},
		{"there is enough for the whole", 1, budgets{whole: 100, parts: 0, outlines: 0}, "without data: took too long; without data: took too long; the root is clean"},
		{"there is enough for parts", 1, budgets{whole: 0, parts: 100, outlines: 0}, "without data: took too long; without data: took too long; the root is clean; a part is clean"},
		{"there is enough for nothing", 1, budgets{}, "without data: took too long; without data: took too long; the root: took too long"},
		{"one part isn't clean", 2, budgets{whole: 0, parts: 0, outlines: 100}, "a part is clean; without data: there may be a deadlock at p.go:3; the root: took too long"},
		{"one part isn't clean, as the whole says", 2, budgets{whole: 100, parts: 0, outlines: 100}, "a part is clean; without data: there may be a deadlock at p.go:3; the root has 1 findings"},
		{"one part isn't clean, as the part says", 2, budgets{whole: 0, parts: 100, outlines: 100}, "a part is clean; without data: there may be a deadlock at p.go:3; the root has 1 findings"},
		{"one part isn't clean, as parts say", 2, budgets{whole: 0, parts: 100, outlines: 0}, "without data: took too long; without data: took too long; a part is clean; the root has 1 findings"},
	} {
		pkg := exchanging(test.sent)
		program := extract.NewProgram(pkg)
		root := program.Roots()[0]
		left := test.left
		var got []string
		for _, v := range judge(extract.NewScopes(pkg, program), root, extract.Options{}, &left) {
			got = append(got, spell(&v))
		}
		if spelled := strings.Join(got, "; "); spelled != test.want {
			t.Errorf("%s: %s\nwant %s", test.name, spelled, test.want)
		}
		for of, pair := range map[string][2]int{"whole": {left.whole, test.left.whole}, "parts": {left.parts, test.left.parts}, "outlines": {left.outlines, test.left.outlines}} {
			if pair[0] > pair[1] || pair[1] == 0 && pair[0] < 0 {
				t.Errorf("%s: of the budget of %s are left %d of %d", test.name, of, pair[0], pair[1])
			}
		}
	}
}

// spell says what a verdict is about, and what it says.
func spell(v *verdict) string {
	why := strings.Replace(v.inconclusive, tookTooLong, "took too long", 1)
	of := "the root"
	if v.partial {
		of = "a part"
	}
	switch {
	case v.unclear:
		return "without data: " + why
	case v.inconclusive != "":
		return of + ": " + why
	case len(v.result.Findings) > 0:
		return fmt.Sprintf("%s has %d findings", of, len(v.result.Findings))
	case v.isClean():
		return of + " is clean"
	}
	return of + ": " + v.doubtful
}

// TestRootsWithoutAnAnswerAreInTheWay of what they make.
func TestRootsWithoutAnAnswerAreInTheWay(t *testing.T) {
	for want, v := range map[string]verdict{
		"F is not judged: too large":        {inconclusive: "too large"},
		"F is judged only in part: a doubt": {doubtful: "a doubt"},
	} {
		pkg := sending()
		// What a function makes that it runs may be listed for another one.
		pkg.Places = append(pkg.Places, extract.Place{Site: line(9), Functions: []string{"p.F"}})
		pkg.Places[0].Functions = []string{"p.Other"}
		program := extract.NewProgram(pkg)
		v.root = program.Roots()[0]
		v.extraction = v.root.Extract(extract.Options{})
		l := newLedger(pkg, program)
		l.notJudged(&v, "F")
		for _, got := range l.places() {
			if got.Status != report.Inconclusive || got.Why != want {
				t.Errorf("%s is %v: %q, want %q", got.Place, got.Status, got.Why, want)
			}
		}
	}
}

// TestWhatIsNotToldDoesNotCount makes a message that is left one that its sender would
// rather have dropped, or one of a test.
func TestWhatIsNotToldDoesNotCount(t *testing.T) {
	sent := model.Transition{Kind: model.Send, To: 1}
	shipped, tested := model.Site{File: "p.go", Line: 1}, model.Site{File: "p_test.go", Line: 1}
	byTest := sent
	byTest.Site = tested
	left := verify.Finding{Category: verify.Orphan}
	for name, test := range map[string]struct {
		transitions []model.Transition
		made        model.Site
		want        bool
	}{
		"sent":                  {[]model.Transition{sent}, shipped, false},
		"sent beside default":   {[]model.Transition{sent, {Kind: model.Default, Object: -1, To: 1}}, shipped, true},
		"sent by a test":        {[]model.Transition{byTest}, shipped, true},
		"in a channel of tests": {[]model.Transition{sent}, tested, true},
	} {
		sys := &model.System{Objects: []model.Object{{Site: test.made}}, Processes: []model.Automaton{{States: []model.State{{Transitions: test.transitions}, {}}}}}
		certain := verdict{system: sys, result: verify.Result{Findings: []verify.Finding{left}}}
		if got := certain.isClean(); got != test.want {
			t.Errorf("%s: a verdict with it is clean: %t", name, got)
		}
		doubt := verify.Result{Hangs: []verify.Doubt{{Finding: left, Steps: []verify.DoubtfulStep{{}}}}}
		sys.Processes[0].States[0].Transitions[0].Doubt = "a doubt"
		if got := doubtsOf(sys, &doubt) == ""; got != test.want {
			t.Errorf("%s: a doubt about it is none: %t", name, got)
		}
	}
}

// TestMessagesMayBeLeftInOutlines looks at a goroutine that sends, and the caller that
// receives or doesn't, on a condition that isn't followed.
func TestMessagesMayBeLeftInOutlines(t *testing.T) {
	for name, test := range map[string]struct {
		receives model.Kind
		want     string
	}{"somebody may receive": {model.Receive, ""}, "nobody ever does": {model.Tau, suspicionTexts[verify.Orphan] + " at p.go:2"}} {
		object := 0
		if test.receives == model.Tau {
			object = -1
		}
		sys := &model.System{
			Objects:  []model.Object{{Kind: model.Channel, Capacity: 1, Owner: -1, Labels: []model.Label{{}}}},
			Families: []model.Family{{Members: []int{1}}},
			Processes: []model.Automaton{
				{States: []model.State{
					{Transitions: []model.Transition{{Kind: model.Spawn, To: 1}}},
					{Transitions: []model.Transition{{Kind: model.Tau, Object: -1, To: 2, Doubt: "a doubt"}, {Kind: model.Tau, Object: -1, To: 3, Doubt: "a doubt"}}},
					{Transitions: []model.Transition{{Kind: test.receives, Object: object, To: 3}}},
					{},
				}},
				{States: []model.State{{Transitions: []model.Transition{{Kind: model.Send, To: 1, Site: line(2)}}}, {}}},
			},
		}
		outline := &extract.Outline{System: sys}
		budget := 1000
		checkOutline(outline, &budget)
		if outline.Problem != test.want {
			t.Errorf("%s: %q, want %q", name, outline.Problem, test.want)
		}
	}
}

// TestWhatIsNilByAssumptionIsInDoubt waits for a nil channel in one of two branches.
func TestWhatIsNilByAssumptionIsInDoubt(t *testing.T) {
	for text, want := range map[string]string{"x": mayBeNil, "": ""} {
		sys := &model.System{Processes: []model.Automaton{{States: []model.State{
			{Transitions: []model.Transition{{Kind: model.Tau, Object: -1, To: 1, Text: text}, {Kind: model.Tau, Object: -1, To: 2}}},
			{Transitions: []model.Transition{{Kind: model.Receive, Object: -1, To: 2}}},
			{},
		}}}}
		result := verify.Check(sys, verify.Options{})
		if got := doubtsOf(sys, &result); got != want || len(result.Findings) != 1 {
			t.Errorf("assuming %q, %d findings are in doubt because of %q, want %q", text, len(result.Findings), got, want)
		}
	}
}

// TestSuspicionsAreReadable: what may go wrong without data is told with the name of the
// file, wherever that is.
func TestSuspicionsAreReadable(t *testing.T) {
	receive := model.Transition{Kind: model.Receive, Object: -1, To: 1, Site: model.Site{File: "/some/where/p.go", Line: 12, Column: 3}}
	sys := &model.System{Processes: []model.Automaton{{States: []model.State{{Transitions: []model.Transition{receive}}, {}}}}}
	for category, want := range map[verify.Category]string{
		verify.Deadlock: "there may be a deadlock at p.go:12", verify.Leak: "a goroutine may leak at p.go:12",
		verify.Orphan: "a message may be lost at p.go:12", verify.Panic: "there may be a panic at p.go:12",
	} {
		v := verdict{system: sys, doubtful: "why", result: verify.Result{Hangs: []verify.Doubt{{Finding: verify.Finding{Category: category}}}}}
		if got := v.suspicion(); got != want {
			t.Errorf("%s: %q, want %q", category, got, want)
		}
	}
}

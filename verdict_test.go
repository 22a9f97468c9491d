package chancheck

import (
	"testing"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// operating is a system that receives at one place, and starts a goroutine at another one.
func operating(received, started model.Site) *model.System {
	return &model.System{Processes: []model.Automaton{{States: []model.State{
		{Transitions: []model.Transition{{Kind: model.Receive, To: 1, Site: received}, {Kind: model.Tau, Object: -1, To: 1, Site: line(9)}}},
		{Transitions: []model.Transition{{Kind: model.Spawn, To: 1, Site: started}}},
	}}}}
}

// TestVerdictsAreEntered looks at what becomes of the channel that a function makes, and of
// one that is used by its name at two places.
func TestVerdictsAreEntered(t *testing.T) {
	at := func(n int) []model.Site { return []model.Site{line(n)} }
	opened := func(handedOn bool) []extract.Opened {
		return []extract.Opened{{Site: line(1), Reason: "why", HandedOn: handedOn}}
	}
	found := verify.Result{Findings: []verify.Finding{{Category: verify.Leak}}}
	root := (*ledger).verdict
	clients := func(l *ledger, v *verdict) { l.clients(v, "clients of c") }
	const notUsed, notFound = "channel unreached (no execution that was judged uses it)", "channel unreached (nobody in the package calls F)"
	const notClear = "channel unreached (nobody in the package calls F; without data: a doubt)"
	for _, test := range []struct {
		name        string
		v           verdict
		enter       func(*ledger, *verdict)
		made, named string
	}{
		{"judged", verdict{extraction: &extract.Extraction{Closed: at(1)}}, root, "channel judged (in F)", notUsed},
		{"judged for some sizes", verdict{extraction: &extract.Extraction{Closed: at(1), Bounded: true}}, root, "channel bounded (in F)", notUsed},
		{"idle", verdict{extraction: &extract.Extraction{Idle: at(1)}}, root, "channel judged (nobody operates on it in F)", notUsed},
		{"open", verdict{extraction: &extract.Extraction{Closed: at(1), Open: opened(false)}}, root, "channel open (in F: why)", notUsed},
		{"open, of others", verdict{extraction: &extract.Extraction{Closed: at(1), OpenOthers: opened(false)}}, root, "channel open (in F: why)", notUsed},
		{"handed on", verdict{extraction: &extract.Extraction{Open: opened(true)}}, root, "channel open (in F: why)", notUsed},
		{"handed on, and judged", verdict{extraction: &extract.Extraction{Closed: at(1), Open: opened(true)}}, root, "channel judged (in F)", notUsed},
		{"open, but with all that others do", verdict{confined: true, extraction: &extract.Extraction{Closed: at(1), Open: opened(false)}}, root, "channel judged (in F)", notUsed},
		{"nothing to judge", verdict{}, root, notFound, notFound},
		{"one operation of two", verdict{extraction: &extract.Extraction{}, system: operating(line(2), line(3))}, root, notUsed, notUsed},
		{"both operations", verdict{extraction: &extract.Extraction{}, system: operating(line(2), line(4)), operations: at(3)}, root, notUsed, "channel judged (in F)"},
		{"both operations, for some sizes", verdict{extraction: &extract.Extraction{Bounded: true}, system: operating(line(2), line(4)), operations: at(3)}, root, notUsed, "channel bounded (in F)"},
		{"a part", verdict{extraction: &extract.Extraction{Closed: at(1)}, system: operating(line(2), line(4)), operations: at(3)}, (*ledger).part, "channel judged (in F)", "channel judged (in F)"},
		{"a part of which nothing is left", verdict{}, (*ledger).part, notFound, notFound},
		{"clients", verdict{extraction: &extract.Extraction{Closed: at(1)}, system: operating(line(2), line(4)), operations: at(3)}, clients, "channel judged (in clients of c)", "channel judged (in clients of c)"},
		{"clients who get stuck", verdict{extraction: &extract.Extraction{Closed: at(1)}, system: operating(line(2), line(4)), result: found}, clients,
			"channel inconclusive (clients of c are not judged: something may go wrong: callers may get stuck)", "channel inconclusive (clients of c are not judged: something may go wrong: callers may get stuck)"},
		{"clients in doubt", verdict{extraction: &extract.Extraction{Closed: at(1)}, doubtful: "a doubt"}, clients, "channel inconclusive (clients of c are not judged: something may go wrong: a doubt)", notFound},
		{"too many clients", verdict{extraction: &extract.Extraction{Closed: at(1)}, inconclusive: "too large"}, clients, "channel inconclusive (clients of c are not judged: too large)", notFound},
		{"an outline that isn't clean", verdict{extraction: &extract.Extraction{Closed: at(1)}, inconclusive: "a doubt", operations: at(3)}, (*ledger).unclear, notClear, notClear},
	} {
		pkg := sending()
		pkg.Places = append(pkg.Places, extract.Place{Site: line(8), Functions: []string{"p.F"}, Operations: []extract.Operation{{Site: line(2), Function: "p.F"}, {Site: line(3), Function: "p.F"}}})
		program := extract.NewProgram(pkg)
		test.v.root = program.Roots()[0]
		l := newLedger(pkg, program)
		test.enter(l, &test.v)
		if places := l.places(); places[0].Words() != test.made || places[1].Words() != test.named {
			t.Errorf("%s: %q and %q, want %q and %q", test.name, places[0].Words(), places[1].Words(), test.made, test.named)
		}
	}
}

// TestEveryFunctionOfARootIsInTheWay, or was run: those that it calls, too.
func TestEveryFunctionOfARootIsInTheWay(t *testing.T) {
	pkg := sending()
	program := extract.NewProgram(pkg)
	root := program.Roots()[0]
	l := newLedger(pkg, program)
	l.verdict(&verdict{root: root, extraction: &extract.Extraction{}})
	if !l.run["p.F"] || len(l.blocked) != 0 {
		t.Errorf("run are %v, blocked %v", l.run, l.blocked)
	}
	for _, why := range []string{"first", "second"} {
		l.verdict(&verdict{root: root, inconclusive: why})
	}
	if l.blocked["p.F"] != "F is not judged: first" {
		t.Errorf("blocked are %v", l.blocked)
	}
}

// TestAnswersAreSettledUnlessTheyLeanOnWhatCallersPass, or there is none.
func TestAnswersAreSettledUnlessTheyLeanOnWhatCallersPass(t *testing.T) {
	root := extract.NewProgram(sending()).Roots()[0]
	found := verify.Result{Findings: []verify.Finding{{Category: verify.Leak}, {Category: verify.Deadlock}}}
	for _, test := range []struct {
		name string
		v    verdict
		want bool
	}{
		{"clean", verdict{}, true},
		{"findings", verdict{result: found}, true},
		{"the second one leans", verdict{result: found, leaning: map[int]bool{1: true}}, false},
		{"too large", verdict{inconclusive: "too large"}, false},
		{"in doubt", verdict{doubtful: "a doubt"}, false},
	} {
		if got := isSettled(root, []verdict{{}, test.v}); got != test.want {
			t.Errorf("%s: settled is %t", test.name, got)
		}
		dropped := test.v
		dropped.dropLeaning()
		if left, want := len(dropped.result.Findings), len(test.v.result.Findings)-len(test.v.leaning); left != want {
			t.Errorf("%s: %d findings are left, not %d", test.name, left, want)
		}
		doubted := test.v
		doubted.doubtLeaning()
		if (doubted.doubtful != test.v.doubtful) != (len(test.v.leaning) > 0) {
			t.Errorf("%s: in doubt because of %q", test.name, doubted.doubtful)
		}
	}
}

// TestFindingsAreComparedByPlace, each once for a call.
func TestFindingsAreComparedByPlace(t *testing.T) {
	sys := operating(line(2), line(3))
	at := func(category verify.Category, state int) verify.Finding {
		return verify.Finding{Category: category, State: state}
	}
	each := []verdict{
		{system: sys, result: verify.Result{Findings: []verify.Finding{at(verify.Leak, 0), at(verify.Deadlock, 0), at(verify.Panic, 1)}}},
		{system: sys, result: verify.Result{Findings: []verify.Finding{at(verify.Deadlock, 0)}}},
		{system: sys},
	}
	compare(each)
	for i, v := range each {
		if v.calls != 3 || v.found["stuck p.go:2:1"] != 2 || v.found["panic p.go:3:1"] != 1 || len(v.found) != 2 {
			t.Errorf("call %d: of %d calls found are %v", i, v.calls, v.found)
		}
	}
}

package chancheck

import (
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// reporting is a reporter about a package of one file p.go with some lines, and what it
// has told.
func reporting(t *testing.T) (r *reporter, told func() []string) {
	t.Helper()
	pass := &analysis.Pass{Fset: token.NewFileSet(), Pkg: types.NewPackage("p", "p")}
	f, err := parser.ParseFile(pass.Fset, "p.go", "package p\n"+strings.Repeat("\n", 20), parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	pass.Files = append(pass.Files, f)
	var list []string
	pass.Report = func(d analysis.Diagnostic) {
		list = append(list, fmt.Sprintf("%d %s: %s", pass.Fset.Position(d.Pos).Line, d.Category, d.Message))
	}
	r = &reporter{pass: pass, places: newPlacer(pass), ignored: ignoreComments(pass), seen: map[string]bool{}, uses: uses{}}
	return r, func() []string { r.settle(); r.flush(); return list }
}

// elsewhere is a place in another package.
func elsewhere(n int) model.Site { return model.Site{File: "other.go", Line: n, Column: 1} }

// spawning is a root that starts a goroutine, which sends over a channel.
func spawning(made, started, sent model.Site) *model.System {
	return &model.System{
		Objects:  []model.Object{{Kind: model.Channel, Name: "c", Capacity: 1, Owner: -1, Site: made, Labels: []model.Label{{Name: "value"}}}},
		Families: []model.Family{{Name: "g", Members: []int{1}}},
		Processes: []model.Automaton{
			{Name: "F", Site: line(1), States: []model.State{{Transitions: []model.Transition{{Kind: model.Spawn, To: 1, Site: started}}}, {}}},
			{Name: "g", Site: started, States: []model.State{
				{Transitions: []model.Transition{{Kind: model.Send, To: 1, Site: sent}}}, {Transitions: []model.Transition{{Kind: model.Send, To: 2, Site: sent}}}, {},
			}},
		},
	}
}

// TestFindingsAreToldInThePackage at the operation, or else where the goroutine is started
// that carries it out; nothing is told of what is elsewhere altogether, nor of messages in
// the channels of others.
func TestFindingsAreToldInThePackage(t *testing.T) {
	leak := verify.Finding{Category: verify.Leak, Process: 1, State: 1}
	orphan := verify.Finding{Category: verify.Orphan, Process: 1, State: 0}
	for _, test := range []struct {
		name                string
		finding             verify.Finding
		made, started, sent model.Site
		want                string
	}{
		{"a leak here", leak, line(3), line(4), line(5), "5 leak"},
		{"a leak elsewhere, in a goroutine of ours", leak, elsewhere(3), line(4), elsewhere(5), "4 leak"},
		{"a leak elsewhere", leak, line(3), elsewhere(4), elsewhere(5), ""},
		{"a message here", orphan, line(3), line(4), line(5), "5 orphan"},
		{"a message in a channel from elsewhere", orphan, elsewhere(3), line(4), line(5), ""},
	} {
		r, told := reporting(t)
		v := &verdict{root: &extract.Root{Function: &ir.Function{Display: "F", Site: line(1)}}, system: spawning(test.made, test.started, test.sent)}
		if test.finding.Category == verify.Orphan {
			v.system.Objects[0].Capacity = 2
		}
		for _, f := range verify.Check(v.system, verify.Options{}).Findings {
			if f.Category == test.finding.Category && f.Process == test.finding.Process {
				f.State = test.finding.State
				r.finding(v, &f)
				r.finding(v, &f) // which it knows then
			}
		}
		got := strings.Join(told(), "; ")
		if place, _, _ := strings.Cut(got, ":"); place != test.want {
			t.Errorf("%s: told is %q, want %q", test.name, got, test.want)
		}
		if counted := truth(test.want != ""); r.counts.Findings != counted {
			t.Errorf("%s: %d findings are counted, not %d", test.name, r.counts.Findings, counted)
		}
	}
}

// TestWhatIsNotJudgedIsTold on request: why, and whether there is something all the same.
func TestWhatIsNotJudgedIsTold(t *testing.T) {
	settings.verbose = true
	defer func() { settings.verbose = false }()
	found := []verify.Finding{{Category: verify.OrphanMay, Process: 1}}
	open := &extract.Extraction{Open: []extract.Opened{{Name: "c", Site: line(3), Reason: "why"}, {Site: elsewhere(7), Reason: "because"}}}
	for _, test := range []struct {
		name string
		v    verdict
		want []string
	}{
		{"too large", verdict{inconclusive: "too large"}, []string{"1 inconclusive: F is not judged: too large"}},
		{"too large, with a finding", verdict{inconclusive: "too large", extraction: &extract.Extraction{}, result: verify.Result{Findings: found}}, []string{"1 inconclusive: F is judged only in part: too large"}},
		{"too large for one call", verdict{inconclusive: "too large", aside: true}, nil},
		{"in doubt", verdict{doubtful: "a doubt", extraction: &extract.Extraction{}}, []string{"1 inconclusive: F is judged only in part: a doubt"}},
		{"nothing to judge", verdict{doubtful: "a doubt"}, nil},
		{"a panic", verdict{inconclusive: "internal error", internal: "broken"}, []string{"1 internal: internal error: broken"}},
		{"open", verdict{extraction: open}, []string{"3 open: c is open in F: why", "1 open: the channel (made at other.go:7) is open in F: because"}},
	} {
		r, told := reporting(t)
		test.v.root, test.v.system = &extract.Root{Function: &ir.Function{Display: "F", Site: line(1)}}, spawning(line(3), line(4), line(5))
		r.tell(&test.v)
		if got := told(); !slices.Equal(got, test.want) {
			t.Errorf("%s: told is %q, want %q", test.name, got, test.want)
		}
	}
}

// TestRootsAreCounted as far as there was something to judge.
func TestRootsAreCounted(t *testing.T) {
	r := &reporter{}
	closed := &extract.Extraction{Closed: []model.Site{line(1), line(2)}}
	for _, v := range []verdict{
		{}, {extraction: closed}, {extraction: closed, system: &model.System{}}, {extraction: closed, system: &model.System{}, doubtful: "a doubt"}, {extraction: closed, inconclusive: "too large"},
	} {
		r.count(&v)
	}
	if c := r.counts; c.Roots != 3 || c.Closed != 6 || c.Judged != 1 || c.Inconclusive != 2 {
		t.Errorf("counted are %+v", c)
	}
}

// TestAPanicCostsAPackageItsSkeletons and its places, but nothing else.
func TestAPanicCostsAPackageItsSkeletons(t *testing.T) {
	pass := &analysis.Pass{Fset: token.NewFileSet(), Pkg: types.NewPackage("p", "p")}
	if pkg := slice(pass, &buildssa.SSA{}); pkg.Broken == "" {
		t.Error("a package without SSA is none that is broken")
	}
	pkg := withCensus(pass, nil, sending())
	if pkg.Broken == "" || len(pkg.Functions) != 1 {
		t.Errorf("without a census: %+v", pkg)
	}
	if facts, broken := factsOf(nil, []*group{{}}); broken == "" {
		t.Errorf("facts about nothing: %v", facts)
	}
}

// TestCirclesAreToldOnce: who waits for each other's locks is the same, wherever one of them is.
func TestCirclesAreToldOnce(t *testing.T) {
	r := &reporter{seen: map[string]bool{}, uses: uses{}}
	sys, err := model.ParseText(strings.NewReader(`system "p"
object mutex "a"
object mutex "b"
family "x" { 1 }
process "p"
state 0
  lock 0 0 -> 1
state 1
  spawn 0 0 -> 2
state 2
  lock 1 0 -> 3
state 3
process "x"
state 0
  lock 1 0 -> 1
state 1
  lock 0 0 -> 2
state 2
`), "circle")
	if err != nil {
		t.Fatal(err)
	}
	v := &verdict{system: sys}
	v.result = verify.Check(sys, verify.Options{})
	one, kept := v.result.Findings[0], v.result.Findings[1]
	other := one
	other.Category, other.Process, other.State, other.Also = verify.Leak, 1, 1, []verify.Blocked{{Process: 0, State: 2}}
	for _, test := range []struct {
		name    string
		finding verify.Finding
		known   bool
	}{
		{"one who waits", one, false}, {"the other one", other, true},
		{"who waits for one who has ended", kept, false}, {"who does so still", kept, false},
	} {
		if got := r.isKnownCircle(v, &test.finding); got != test.known {
			t.Errorf("%s: known is %t", test.name, got)
		}
	}
	one.Category = verify.Panic
	if r.isKnownCircle(v, &one) {
		t.Error("a panic is no circle")
	}
}

// TestNobodyIsAClientWhereRootsAreAskedForAsAWhole, or nothing is known of parts.
func TestNobodyIsAClientWhereRootsAreAskedForAsAWhole(t *testing.T) {
	pkg := sending()
	for _, test := range []struct {
		name   string
		scopes *extract.Scopes
		whole  bool
		want   bool
	}{
		{"nothing is known of parts", nil, false, true},
		{"parts are not asked for", extract.NewScopes(pkg, extract.NewProgram(pkg)), true, true},
		{"parts are asked for", extract.NewScopes(pkg, extract.NewProgram(pkg)), false, false},
	} {
		settings.whole = test.whole
		if got := judgesWhole(test.scopes); got != test.want {
			t.Errorf("%s: whole roots are judged: %t", test.name, got)
		}
		settings.whole = false
	}
	if tell, _ := (&reporter{}).clients(); tell != nil {
		t.Errorf("%d things are told of clients", len(tell))
	}
}

// TestWhatTakesAFunctionMayCallIt: others of a package that is about data are no concern.
func TestWhatTakesAFunctionMayCallIt(t *testing.T) {
	text, call := types.Typ[types.String], types.NewSignatureType(nil, nil, nil, nil, nil, false)
	for _, test := range []struct {
		name     string
		params   []types.Type
		variadic bool
		want     bool
	}{
		{"nothing", nil, false, false},
		{"data", []types.Type{text, types.NewSlice(text)}, false, false},
		{"a function", []types.Type{text, call}, false, true},
		{"functions", []types.Type{types.NewSlice(call)}, true, true},
		{"a function of a type of its own", []types.Type{types.NewNamed(types.NewTypeName(token.NoPos, nil, "F", nil), call, nil)}, false, true},
	} {
		var params []*types.Var
		for _, of := range test.params {
			params = append(params, types.NewParam(token.NoPos, nil, "", of))
		}
		f := types.NewFunc(token.NoPos, nil, "f", types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), nil, test.variadic))
		if got := takesFunction(f); got != test.want {
			t.Errorf("one that is given %s takes a function: %t", test.name, got)
		}
	}
}

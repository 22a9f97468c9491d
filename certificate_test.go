package chancheck

import (
	"testing"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// handing is a system in which one goroutine hands a message to another one over a channel of
// some capacity, and waits for an answer after a second message.
func handing(capacity int) *model.System {
	channel := func(name string, capacity int) model.Object {
		return model.Object{Kind: model.Channel, Name: name, Capacity: capacity, Labels: []model.Label{{Name: "m"}}, Owner: -1, Site: line(1)}
	}
	step := func(kind model.Kind, object, to int) model.State {
		return model.State{Transitions: []model.Transition{{Kind: kind, Object: object, To: to}}}
	}
	return &model.System{
		Objects:  []model.Object{channel("ask", capacity), channel("answer", 0)},
		Families: []model.Family{{Name: "g", Members: []int{1}}},
		Processes: []model.Automaton{
			{Name: "F", States: []model.State{step(model.Spawn, 0, 1), step(model.Send, 0, 2), step(model.Receive, 1, 3), {}}},
			{Name: "g", States: []model.State{step(model.Send, 1, 1), step(model.Receive, 0, 2), {}}},
		},
	}
}

// judgedOf is the verdict about a system.
func judgedOf(sys *model.System) *verdict {
	return &verdict{
		system: sys, result: verify.Check(sys, verify.Options{}), extraction: &extract.Extraction{System: sys, Closed: []model.Site{line(1)}},
	}
}

// TestCertificates asks for what is safe with its capacities, for what isn't, and for what k-MC
// can't be asked about.
func TestCertificates(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*verdict)
		sys    *model.System
		want   bool
	}{
		{"a buffer", func(*verdict) {}, handing(1), true},
		{"no buffer", func(*verdict) {}, handing(0), false},
		{"on terms", func(v *verdict) { v.terms = " if nothing panics" }, handing(1), false},
		{"open", func(v *verdict) { v.extraction.Open = []extract.Opened{{}} }, handing(1), false},
		{"asked for its capacity", func(v *verdict) { v.extraction.CapacityAsked = true }, handing(1), false},
		{"in doubt", func(v *verdict) { v.doubtful = "a doubt" }, handing(1), false},
		{"too large", func(v *verdict) { v.inconclusive = "too large" }, handing(1), false},
		{"clients", func(v *verdict) { v.clients = true }, handing(1), false},
		{"nothing to judge", func(v *verdict) { v.extraction.Closed = nil }, handing(1), false},
		{"a finding", func(v *verdict) { v.result.Findings = make([]verify.Finding, 1) }, handing(1), false},
	} {
		v := judgedOf(test.sys)
		test.change(v)
		if got := v.isCertifiable(); got != test.want {
			t.Errorf("%s: certifiable is %v", test.name, got)
		}
	}
	if c, states := certificateOf(handing(1), 1000); c.String() != safeFromHere || states == 0 {
		t.Errorf("%v after %d states", c, states)
	}
	// Whether the answer fits into the budget is a premise.
	if c, _ := certificateOf(handing(1), 1); !c.known || c.String() == safeFromHere {
		t.Errorf("without a budget: %v", c)
	}
	locked := handing(1)
	locked.Objects[1].Kind = model.Mutex
	if c, _ := certificateOf(locked, 1000); c.known {
		t.Errorf("with a lock: %v", c)
	}
}

// TestContradictionsOfKMC has a finding where k-MC knows of nothing, and where it isn't asked.
func TestContradictionsOfKMC(t *testing.T) {
	safe, deadlocks := judgedOf(handing(1)), judgedOf(handing(0))
	if why := safe.contradiction() + deadlocks.contradiction(); why != "" || len(deadlocks.result.Findings) == 0 {
		t.Errorf("%s; %v", why, deadlocks.result.Findings)
	}
	safe.result.Findings = deadlocks.result.Findings
	if safe.contradiction() == "" {
		t.Error("a deadlock contradicts nothing")
	}
	safe.clients = true
	if why := safe.contradiction(); why != "" {
		t.Error(why)
	}
}

// TestCertificatesOfPlaces enters verdicts about one place: it is as safe as the least of them.
func TestCertificatesOfPlaces(t *testing.T) {
	yes, no, unknown := certificate{known: true}, certificate{true, "not k-exhaustive"}, certificate{}
	const all, fails = "channel judged (in F; " + safeFromHere + ")", "channel judged (in F; no certificate for larger capacities: not k-exhaustive)"
	for _, test := range []struct {
		certificates []certificate
		certificate  string
		words        string
	}{
		{[]certificate{yes}, kMC, all},
		{[]certificate{yes, yes}, kMC, all},
		{[]certificate{yes, no}, exact, fails},
		{[]certificate{no, yes}, exact, fails},
		{[]certificate{unknown, yes}, exact, "channel judged (in F)"},
		{[]certificate{yes, unknown, yes}, exact, "channel judged (in F)"},
	} {
		pkg := sending()
		l := newLedger(pkg, extract.NewProgram(pkg))
		for _, c := range test.certificates {
			enter(l.accounts, line(1), "F", "", false, c)
		}
		for _, p := range l.places() {
			if p.Site == line(1) && (p.Certificate != test.certificate || p.Words() != test.words) {
				t.Errorf("%v: %s, %s", test.certificates, p.Certificate, p.Words())
			}
		}
	}
}

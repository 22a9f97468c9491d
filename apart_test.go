package chancheck

import (
	"iter"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
)

// TestObjectsAreJudgedApart has two objects, made at lines 1 and 2, in a circle with a third one.
func TestObjectsAreJudgedApart(t *testing.T) {
	const apart = "channel bounded (in F, apart from 2 others)"
	for _, test := range []struct {
		name          string
		first, second func(line int) *extract.Outline
		both          func(line int) *extract.Outline
		want          []string
	}{
		{"nothing goes wrong", harmless, harmless, harmless, []string{apart, apart}},
		{"one may be stuck", stuckThere, harmless, stuckThere, []string{"channel inconclusive (why; without data: there may be a deadlock at p.go:1)", apart}},
		{"two may be", harmless, harmless, stuckThere, []string{
			"channel inconclusive (why; without data: there may be a deadlock at p.go:1)",
			"channel inconclusive (why; without data: there may be a deadlock at p.go:1)",
		}},
		{"it isn't known of two", harmless, harmless, unknown, []string{apart, apart}},
		{"it isn't known of one", harmless, unknown, stuckThere, []string{apart, "channel inconclusive (why; without data: it isn't made there)"}},
	} {
		pkg := &extract.Package{}
		for n := 1; n <= 2; n++ {
			pkg.Places = append(pkg.Places, extract.Place{Site: line(n), Kind: model.Channel})
		}
		r := &reporter{left: newBudgets(), ledger: newLedger(pkg, extract.NewProgram(pkg))}
		r.ledger.inconclusive(line(1), "why")
		r.ledger.inconclusive(line(2), "why")
		r.apart(nil, "F", []extract.Apart{
			{Site: line(1), Others: 2, Outlines: only(test.first(1)), Pairs: []extract.Pair{{With: 1, Outlines: only(test.both(1))}}},
			{Site: line(2), Others: 2, Outlines: only(test.second(2))},
		})
		var got []string
		for _, p := range r.ledger.places() {
			got = append(got, p.Words())
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestOthersAreCounted(t *testing.T) {
	if one, two := others(1), others(2); one != "another one" || two != "2 others" {
		t.Errorf("%q and %q", one, two)
	}
}

// TestWhatIsJudgedIsNotJudgedApart: outlines of what is known are not even asked for.
func TestWhatIsJudgedIsNotJudgedApart(t *testing.T) {
	pkg := &extract.Package{Places: []extract.Place{{Site: line(1), Kind: model.Channel}}}
	r := &reporter{left: newBudgets(), ledger: newLedger(pkg, extract.NewProgram(pkg))}
	r.ledger.judged(line(1), "G", &verdict{extraction: &extract.Extraction{}})
	r.apart(nil, "F", []extract.Apart{{Site: line(1), Others: 1, Outlines: func(func(*extract.Outline) bool) { t.Error("asked for an outline") }}})
	if got, want := r.ledger.places()[0].Words(), "channel judged (in G)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func only(o *extract.Outline) iter.Seq[*extract.Outline] {
	return func(yield func(*extract.Outline) bool) { yield(o) }
}

// harmless is an outline of something that is made at a line, in which nothing happens.
func harmless(n int) *extract.Outline {
	return &extract.Outline{Sites: []model.Site{line(n)}, System: &model.System{Processes: []model.Automaton{{States: []model.State{{}}}}}}
}

// stuckThere is one in which the main goroutine waits for what nobody does.
func stuckThere(n int) *extract.Outline {
	o := harmless(n)
	o.System.Objects = []model.Object{{Kind: model.Channel, Owner: -1, Labels: []model.Label{{}}}}
	receive := model.Transition{Kind: model.Receive, Label: model.AnyLabel, To: 1, Site: line(n)}
	o.System.Processes[0].States = []model.State{{Transitions: []model.Transition{receive}}, {}}
	return o
}

// unknown is none.
func unknown(n int) *extract.Outline {
	return &extract.Outline{Sites: []model.Site{line(n)}, Problem: "it isn't made there", Answered: true}
}

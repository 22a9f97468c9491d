package chancheck

import (
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// TestOutlinesThatMayPanic asks outlines of which some executions panic what goes wrong in
// programs that don't. A close is at its line.
func TestOutlinesThatMayPanic(t *testing.T) {
	const closes, closesAgain = `close 0 0 -> 2 @ "p.go" 5:1-5:9
		state 2
		`, `tau -1 0 -> 3 doubt "unknown"
		tau -1 0 -> 4 doubt "unknown"
		state 3
		close 0 0 -> 4 @ "p.go" 6:1-6:9
		state 4`
	const panicsAt6 = "there may be a panic at p.go:6"
	for _, test := range []struct {
		name, main, worker string
		problem            string
		panics             []int
	}{
		{"a second close is in doubt", closes + closesAgain, `receive-closed 0 0 -> 1 @ "p.go" 8:1-8:9
			state 1`, "", []int{6}},
		{"there is a second close", closes + `close 0 0 -> 3 @ "p.go" 6:1-6:9
			state 3`, `receive-closed 0 0 -> 1 @ "p.go" 8:1-8:9
			state 1`, panicsAt6, nil},
		{"to panic is no way out", closes + closesAgain, `receive 1 0 -> 1 @ "p.go" 8:1-8:9
			state 1`, panicsAt6, nil},
		{"nothing panics", closes + `tau -1 0 -> 3
			state 3`, `receive-closed 0 0 -> 1 @ "p.go" 8:1-8:9
			state 1`, "", nil},
		{"somebody may leak, and panic later", closes + `tau -1 0 -> 3 doubt "unknown"
			tau -1 0 -> 4 doubt "unknown"
			state 3
			close 1 0 -> 4 @ "p.go" 6:1-6:9
			state 4`, `receive-closed 1 0 -> 1 @ "p.go" 8:1-8:9
			state 1
			close 1 0 -> 2 @ "p.go" 9:1-9:9
			state 2`, "a goroutine may leak at p.go:8", nil},
	} {
		sys, err := model.ParseText(strings.NewReader(`system ""
object channel "done" cap 0 labels { "" }
object channel "more" cap 0 labels { "" }
family "worker" { 1 }
process "main"
state 0
spawn 0 0 -> 1
state 1
`+test.main+"\nprocess \"worker\"\nstate 0\n"+test.worker+"\n"), "test")
		if err != nil {
			t.Fatal(err)
		}
		outline, budget := &extract.Outline{System: sys}, 1000
		checkOutline(outline, &budget)
		var lines []int
		for _, site := range outline.Panics {
			lines = append(lines, site.Line)
		}
		if outline.Problem != test.problem || !slices.Equal(lines, test.panics) {
			t.Errorf("%s: %q, panics at %v, want %q, %v", test.name, outline.Problem, lines, test.problem, test.panics)
		}
	}
}

// TestPanicsAreNoSecretWithoutBudget: what an outline that may panic comes to isn't known if
// nothing is left to ask it again.
func TestPanicsAreNoSecretWithoutBudget(t *testing.T) {
	closing := model.Transition{Kind: model.Close, Site: line(5)}
	second := closing
	second.To = 3
	closing.To = 1
	unknown := func(to int) model.Transition {
		return model.Transition{Kind: model.Tau, Object: -1, To: to, Doubt: "unknown"}
	}
	sys := &model.System{
		Objects: []model.Object{{Kind: model.Channel, Owner: -1, Labels: []model.Label{{}}}},
		Processes: []model.Automaton{{States: []model.State{
			{Transitions: []model.Transition{closing}}, {Transitions: []model.Transition{unknown(2), unknown(3)}}, {Transitions: []model.Transition{second}}, {},
		}}},
	}
	once := verify.Check(sys, verify.Options{Suspect: true}).States
	for budget, want := range map[int]string{once: "there may be a panic at p.go:5", 1000: ""} {
		outline := &extract.Outline{System: sys}
		checkOutline(outline, &budget)
		if outline.Problem != want {
			t.Errorf("%q, want %q", outline.Problem, want)
		}
	}
}

func TestTermsAreReadable(t *testing.T) {
	for want, outline := range map[string]extract.Outline{
		"":                              {},
		" if (*T).Close is called once": {Once: []string{"(*T).Close"}},
		" if nothing panics at p.go:3":  {Panics: []model.Site{line(3)}},
		" if A, B and C are called once each and nothing panics at p.go:3, p.go:4 or p.go:5": {
			Once: []string{"A", "B", "C"}, Panics: []model.Site{line(3), line(4), line(5)}},
	} {
		if got := termsOf(&outline); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

package verify_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// crowd is a system whose root starts n goroutines, one after the other, and then
// maybe takes a step in doubt that changes nothing. Those listed wait for ever, the
// others end.
func crowd(n int, doubt string, waiting ...int) *model.System {
	sys := &model.System{Objects: []model.Object{{Kind: model.Channel, Name: "c", Labels: []model.Label{{Name: "m"}}, Owner: -1}}}
	root := model.Automaton{Name: "root"}
	for p := range n {
		root.States = append(root.States, model.State{Transitions: []model.Transition{{Kind: model.Spawn, Object: p, To: p + 1}}})
		sys.Families = append(sys.Families, model.Family{Name: fmt.Sprint("f", p+1), Members: []int{p + 1}})
	}
	root.States = append(root.States,
		model.State{Transitions: []model.Transition{{Kind: model.Tau, Object: -1, Doubt: doubt, To: n + 1}, {Kind: model.Tau, Object: -1, Doubt: doubt, To: n + 1}}},
		model.State{})
	sys.Processes = []model.Automaton{root}
	for p := 1; p <= n; p++ {
		a := model.Automaton{Name: fmt.Sprint("p", p), Site: model.Site{File: "p.go", Line: p, Column: 1}, States: []model.State{{}}}
		if slices.Contains(waiting, p) {
			t := model.Transition{Kind: model.Receive, Object: 0, Label: model.AnyLabel, To: 1, Site: a.Site}
			a.States = []model.State{{Refs: []int{0}, Transitions: []model.Transition{t}}, {}}
		}
		sys.Processes = append(sys.Processes, a)
	}
	return sys
}

// TestWhoIsStuckAmongMany has more goroutines than a word has bits.
func TestWhoIsStuckAmongMany(t *testing.T) {
	for _, doubt := range []string{"", "why"} {
		for _, waiting := range [][]int{{1}, {63}, {64}, {65}, {66, 130}, {2, 66}, {127, 128, 129}} {
			sys := crowd(130, doubt, waiting...)
			r := verify.Check(sys, verify.Options{})
			if r.Inconclusive != "" {
				t.Fatal(r.Inconclusive)
			}
			var got []int
			for _, f := range r.Findings {
				got = append(got, f.Process)
				if f.Category != verify.Leak {
					t.Errorf("%v: %s", waiting, f.Category)
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, waiting) {
				t.Errorf("in doubt %q: stuck are %v, want %v", doubt, got, waiting)
			}
		}
	}
}

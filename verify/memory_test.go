package verify

import (
	"testing"

	"github.com/chancheck/chancheck/model"
)

// stepping is a system of n processes that each run through two states.
func stepping(n int) *model.System {
	sys := &model.System{}
	for p := range n {
		sys.Objects = append(sys.Objects, model.Object{Kind: model.Channel, Capacity: 1, Owner: -1, Labels: []model.Label{{}}})
		a := model.Automaton{States: make([]model.State, 3)}
		a.States[0].Transitions = []model.Transition{{Kind: model.Send, Object: p, To: 1}}
		a.States[1].Transitions = []model.Transition{{Kind: model.Receive, Object: (p + 1) % n, To: 2}}
		if p == 0 {
			for i := 1; i < n; i++ {
				a.States = append(a.States, model.State{Transitions: []model.Transition{{Kind: model.Spawn, Object: i - 1, To: len(a.States) + 1}}})
			}
			a.States = append(a.States, a.States[0])
			a.States[0] = model.State{Transitions: []model.Transition{{Kind: model.Tau, Object: -1, To: 3}}}
		} else {
			sys.Families = append(sys.Families, model.Family{Members: []int{p}})
		}
		sys.Processes = append(sys.Processes, a)
	}
	return sys
}

// BenchmarkMemory shows what a configuration of ten processes and ten channels
// takes, with its share of the hash table and of the edges.
func BenchmarkMemory(b *testing.B) {
	for b.Loop() {
		g := explore(stepping(10), Options{States: 1 << 22}, nil)
		bytes := g.table.Bytes() + 8*len(g.edges) + 4*len(g.first) + 4*len(g.parent)
		b.ReportMetric(float64(bytes)/float64(g.table.Size), "B/state")
		b.ReportMetric(float64(len(g.edges))/float64(g.table.Size), "edges/state")
	}
}

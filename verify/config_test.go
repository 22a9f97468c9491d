package verify

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/internal/packed"
)

// TestBuffersAreQueues compares what an object keeps with a slice.
func TestBuffersAreQueues(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		o := model.Object{Kind: model.Channel, Capacity: 1 + r.IntN(9), Labels: make([]model.Label, 1+r.IntN(5))}
		l := newLayout(&model.System{Objects: []model.Object{o, {Kind: model.Mutex}}})
		f, other := &l.objects[0], &l.objects[1]
		c := make([]uint64, l.Words)
		other.flag.Set(c, 1)
		var want []int
		for range 60 {
			if len(want) < o.Capacity && r.IntN(2) == 0 {
				label := r.IntN(len(o.Labels))
				want = append(want, label)
				f.push(c, label)
			} else if len(want) > 0 {
				if f.head(c) != want[0] {
					t.Fatalf("the first is %d of %v", f.head(c), want)
				}
				want = want[1:]
				f.pop(c)
			}
			if f.count.Get(c) != len(want) || other.flag.Get(c) != 1 {
				t.Fatalf("%d messages, want %v", f.count.Get(c), want)
			}
			// Equal configurations have equal words, however they came about.
			again := make([]uint64, l.Words)
			other.flag.Set(again, 1)
			for _, label := range want {
				f.push(again, label)
			}
			if !slices.Equal(c, again) {
				t.Fatalf("%v is %x, and %x if made anew", want, c, again)
			}
		}
		if f.renew(c); f.count.Get(c) != 0 || slices.ContainsFunc(f.messages, func(m packed.Field) bool { return m.Get(c) != 0 }) {
			t.Fatal("renewed, it is not empty")
		}
	}
}

// TestInternalStepsHavePrecedenceUnlessTheyGoRound draws an automaton as the
// targets of its states: t is an internal step, d one in doubt, s a send.
func TestInternalStepsHavePrecedenceUnlessTheyGoRound(t *testing.T) {
	tests := []struct {
		automaton [][2]any
		want      []bool
	}{
		{nil, []bool{false}},
		{[][2]any{{"t", 1}, {"s", 0}}, []bool{true, false}},
		{[][2]any{{"t", 0}}, []bool{false}},
		{[][2]any{{"t", 1}, {"t", 2}, {"t", 1}}, []bool{false, false, false}},
		{[][2]any{{"t", 1}, {"t", 2}, {"s", 1}}, []bool{true, true, false}},
		{[][2]any{{"d", 1}, {"t", 2}}, []bool{false, true, false}},
	}
	for _, test := range tests {
		sys := &model.System{Objects: []model.Object{{Kind: model.Channel, Capacity: 1, Labels: make([]model.Label, 1)}}}
		a := model.Automaton{States: make([]model.State, len(test.want))}
		for i, edge := range test.automaton {
			tr := model.Transition{Kind: model.Tau, Object: -1, To: edge[1].(int)}
			switch edge[0] {
			case "d":
				tr.Doubt = "why"
			case "s":
				tr.Kind, tr.Object = model.Send, 0
			}
			a.States[i].Transitions = []model.Transition{tr}
		}
		sys.Processes = []model.Automaton{a}
		if got := findPrivate(sys)[0]; !slices.Equal(got, test.want) {
			t.Errorf("%v: %v, want %v", test.automaton, got, test.want)
		}
	}
}

package outline

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// TestContractionKeepsTheAnswer makes pairs of goroutines that exchange messages, lock
// and choose, and compares whether something may go wrong before and after contraction.
func TestContractionKeepsTheAnswer(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	clean, smaller := 0, 0
	for range 4000 {
		bodies := []*summary{randomSummary(random), randomSummary(random)}
		before := verify.Check(pairOf(bodies), verify.Options{States: 10_000})
		places := len(bodies[0].places) + len(bodies[1].places)
		for _, s := range bodies {
			s.contract()
		}
		after := verify.Check(pairOf(bodies), verify.Options{States: 10_000})
		if (before.Answer == verify.Clean) != (after.Answer == verify.Clean) || before.Inconclusive != after.Inconclusive {
			t.Fatalf("before: %v %s, after: %v %s, of\n%+v", before.Answer, before.Inconclusive, after.Answer, after.Inconclusive, bodies)
		}
		if before.Answer == verify.Clean {
			clean++
		}
		if len(bodies[0].places)+len(bodies[1].places) < places {
			smaller++
		}
	}
	if clean < 100 || smaller < 1000 {
		t.Errorf("only %d are clean, and %d became smaller", clean, smaller)
	}
}

// randomSummary goes forward only, so that nothing can go on for ever in silence.
func randomSummary(random *rand.Rand) *summary {
	n := 2 + random.IntN(7)
	s := &summary{places: make([]place, n)}
	forward := func(i int) int {
		if to := i + 1 + random.IntN(3); to < n {
			return to
		}
		return returns
	}
	for i := range s.places {
		s.places[i].steps = randomSteps(random, func() int { return forward(i) })
	}
	return s
}

func randomSteps(random *rand.Rand, to func() int) []step {
	one := func(kind model.Kind, object int) step {
		return step{kind: kind, object: object, to: to()}
	}
	switch random.IntN(8) {
	case 0, 1:
		doubt := random.IntN(2) == 0
		a, b := one(model.Tau, -1), one(model.Tau, -1)
		a.doubt, b.doubt = doubt, doubt
		return []step{a, b}
	case 2:
		return []step{one(model.Tau, -1)}
	case 3:
		return []step{one(model.Send, 0)}
	case 4:
		a, b := one(model.Receive, 0), one(model.ReceiveClosed, 0)
		a.label = model.AnyLabel
		return []step{a, b}
	case 5:
		return []step{one(model.Lock, 1)}
	case 6:
		return []step{one(model.Unlock, 1)}
	}
	a, b := one(model.Send, 0), one(model.Default, -1)
	return []step{a, b}
}

// pairOf lets two goroutines run beside each other.
func pairOf(bodies []*summary) *model.System {
	root := &summary{places: []place{{steps: []step{{kind: model.Spawn, object: 0, to: 1}}}, {steps: []step{{kind: model.Spawn, object: 1, to: returns}}}}}
	sys := &model.System{
		Objects: []model.Object{
			{Kind: model.Channel, Name: "c", Capacity: 1, Owner: -1, Labels: []model.Label{{Name: "value"}}},
			{Kind: model.Mutex, Name: "mu", Owner: -1},
		},
		Processes: []model.Automaton{root.automaton("root", model.Site{}, false, false)},
	}
	for i, s := range bodies {
		sys.Families = append(sys.Families, model.Family{Name: "body", Members: []int{i + 1}})
		sys.Processes = append(sys.Processes, s.automaton("body", model.Site{}, false, false))
	}
	return sys
}

func TestContractionTakesPlacesTogether(t *testing.T) {
	lock := func(to int) place {
		return place{steps: []step{{kind: model.Lock, object: 0, to: to}}}
	}
	choice := func(to ...int) place {
		var p place
		for _, at := range to {
			p.steps = append(p.steps, step{kind: model.Tau, object: -1, doubt: true, to: at})
		}
		return p
	}
	for _, test := range []struct {
		name   string
		places []place
		want   int
	}{
		{"the same in both cases", []place{choice(1, 2), lock(returns), lock(returns)}, 1},
		{"different in both cases", []place{choice(1, 2), lock(returns), lock(stops)}, 3},
		{"one choice after the other", []place{choice(1, 2), choice(2, 3), lock(returns), lock(stops)}, 3},
		{"what is never reached", []place{lock(returns), lock(0)}, 1},
		{"a loop of choices", []place{choice(0, 1), lock(returns)}, 1},
		{"a choice that waits", []place{{steps: choice(0, 1).steps, spins: true}, lock(returns)}, 2},
	} {
		s := &summary{places: slices.Clone(test.places)}
		s.contract()
		if len(s.places) != test.want {
			t.Errorf("%s: %d places are left, not %d: %+v", test.name, len(s.places), test.want, s.places)
		}
	}
}

// TestMergingIsTheCoarsestPartition compares classes with those that plain refinement, which
// looks at all places again and again, finds in random automata.
func TestMergingIsTheCoarsestPartition(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	merged := 0
	for range 5000 {
		s := randomGraph(random)
		got, classes, _ := s.classes()
		want, plain := plainClasses(s)
		if classes != plain {
			t.Fatalf("%d classes, not %d: %v and %v of\n%+v", classes, plain, got, want, s.places)
		}
		for i := range got {
			for j := range i {
				if (got[i] == got[j]) != (want[i] == want[j]) {
					t.Fatalf("%d and %d: %v and %v of\n%+v", i, j, got, want, s.places)
				}
			}
		}
		if classes > 2 && classes < len(s.places)-1 {
			merged++
		}
	}
	if merged < 2000 {
		t.Errorf("only %d have places to take together", merged)
	}
}

// randomGraph is an automaton of few kinds of steps, with loops, a part of which comes
// several times.
func randomGraph(random *rand.Rand) *summary {
	n, copies := 2+random.IntN(8), 1+random.IntN(3)
	s := &summary{}
	for i := range n {
		var p place
		p.spins = random.IntN(8) == 0
		for range random.IntN(4) {
			to := random.IntN(n+1) - 1
			p.steps = append(p.steps, step{kind: model.Send, object: random.IntN(2), doubt: random.IntN(4) == 0, to: to, site: model.Site{Line: i}})
		}
		s.places = append(s.places, p)
	}
	for copied := 1; copied < copies; copied++ {
		for i := range n {
			p := place{slices.Clone(s.places[i].steps), s.places[i].spins}
			for j := range p.steps {
				if t := &p.steps[j]; t.to >= 0 { // to any of the copies
					t.to += n * random.IntN(copies)
				}
			}
			s.places = append(s.places, p)
		}
	}
	return s
}

func plainClasses(s *summary) (class []int, classes int) {
	class, classes = make([]int, len(s.places)), 1
	for {
		p := &partition{summary: s, class: class}
		index := map[string]int{}
		next := make([]int, len(class))
		for i := range s.places {
			key := string(p.signature(i))
			if _, ok := index[key]; !ok {
				index[key] = len(index)
			}
			next[i] = index[key]
		}
		if len(index) == classes {
			return next, classes
		}
		class, classes = next, len(index)
	}
}

package outline

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// TestReductionKeepsTheAnswer lets random goroutines start each other, exchange messages, lock,
// close, test flags and end the program, and compares whether something may go wrong before and
// after reduction. Nothing is called clean that isn't; what is may be lost, as what somebody gets to
// know who asks is forgotten, but hardly ever.
func TestReductionKeepsTheAnswer(t *testing.T) { compareReductions(t, 1, 6000) }

func FuzzReductionKeepsTheAnswer(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { compareReduction(t, rand.New(rand.NewPCG(seed, 7))) })
}

func compareReductions(t *testing.T, seed uint64, programs int) {
	random := rand.New(rand.NewPCG(seed, 2))
	count := map[string]int{}
	for range programs {
		count[compareReduction(t, random)]++
	}
	t.Log(count)
	if count["clean, and smaller"] < programs/20 || count["wrong, and smaller"] < programs/20 || count["lost"] > 0 {
		t.Errorf("the sample is a poor one: %v", count)
	}
}

// compareReduction compares one program, and says what it was like.
func compareReduction(t *testing.T, random *rand.Rand) string {
	var bodies []*summary
	for range 3 {
		bodies = append(bodies, randomBody(random))
	}
	main, isTest := random.IntN(2) == 0, random.IntN(2) == 0
	whole := reducedSystem(bodies, 2, main, isTest)
	if main {
		whole.DoubtExits(waitsForMore)
	}
	before := verify.Check(whole, verify.Options{States: 20_000})
	r := newReduction(bodies, isTest, main)
	reduced := r.reduce()
	families := len(r.families())
	after := verify.Check(reducedSystem(r.bodies, families, false, isTest), verify.Options{States: 20_000})
	wasClean, isClean := before.Answer == verify.Clean, after.Answer == verify.Clean
	switch {
	case before.Inconclusive != "" || after.Inconclusive != "":
		return "inconclusive"
	case isClean && !wasClean:
		t.Fatalf("before: %v, after: clean, of\n%+v\nreduced to\n%+v", before.Answer, placesOf(bodies), placesOf(r.bodies))
	case wasClean && !isClean:
		return "lost"
	case !reduced:
		return "the same"
	case isClean:
		return "clean, and smaller"
	}
	return "wrong, and smaller"
}

func placesOf(bodies []*summary) (list []summary) {
	for _, s := range bodies {
		list = append(list, *s)
	}
	return list
}

// The objects of random programs.
const (
	randomChannel = iota
	randomSignal  // a channel that is closed, and seldom sent on
	randomMutex
	randomFlag
)

// randomBody is a random goroutine. It goes forward only, so that nothing goes on for ever.
func randomBody(random *rand.Rand) *summary {
	n := 2 + random.IntN(6)
	s := &summary{places: make([]place, n)}
	for i := range s.places {
		s.places[i].steps = randomActions(random, func() int {
			if to := i + 1 + random.IntN(3); to < n {
				return to
			}
			return []int{returns, returns, goesAway, panics, stops}[random.IntN(5)]
		})
	}
	return s
}

// randomActions are the steps of a place.
func randomActions(random *rand.Rand, to func() int) []step {
	one := func(kind model.Kind, object, label int) step {
		return step{kind: kind, object: object, label: label, to: to()}
	}
	receive := func(c int) []step {
		return []step{one(model.Receive, c, model.AnyLabel), one(model.ReceiveClosed, c, 0)}
	}
	switch random.IntN(15) {
	case 0, 1, 2:
		doubt := random.IntN(3) > 0
		a, b := one(model.Tau, -1, 0), one(model.Tau, -1, 0)
		a.doubt, b.doubt = doubt, doubt
		return []step{a, b}
	case 3:
		return []step{one(model.Spawn, random.IntN(2), 0)}
	case 4:
		return []step{one(model.Send, []int{randomChannel, randomChannel, randomSignal}[random.IntN(3)], 0)}
	case 5:
		return receive(randomChannel)
	case 6, 7:
		return receive(randomSignal)
	case 8:
		return append(receive(randomSignal), one(model.Default, -1, 0))
	case 9:
		return append(receive(randomSignal), receive(randomChannel)...)
	case 10:
		return []step{one([]model.Kind{model.Close, model.Cancel}[random.IntN(2)], randomSignal, 0)}
	case 11:
		return []step{one([]model.Kind{model.Lock, model.Unlock}[random.IntN(2)], randomMutex, 0)}
	case 12:
		return []step{{kind: model.Exit, object: -1, to: stops}}
	case 13:
		return []step{one(model.Read, randomFlag, 0), one(model.Read, randomFlag, 1)}
	}
	return []step{one(model.Write, randomFlag, 1)}
}

// reducedSystem puts a root and some families together.
func reducedSystem(bodies []*summary, families int, main, isTest bool) *model.System {
	sys := &model.System{
		Objects: []model.Object{
			{Kind: model.Channel, Name: "c", Capacity: 1, Owner: -1, Labels: []model.Label{{Name: "value"}}},
			{Kind: model.Channel, Name: "signal", Owner: -1, Labels: []model.Label{{Name: "value"}}},
			{Kind: model.Mutex, Name: "mu", Owner: -1},
			{Kind: model.Cell, Name: "flag", Owner: -1, Labels: []model.Label{{Name: "false"}, {Name: "true"}}},
		},
		Processes: []model.Automaton{bodies[0].automaton("root", model.Site{}, main, isTest)},
	}
	for i := range families {
		first := len(sys.Processes)
		sys.Families = append(sys.Families, model.Family{Name: "body", Members: []int{first, first + 1}})
		body := bodies[i+1].automaton("body", model.Site{}, false, false)
		sys.Processes = append(sys.Processes, body, body)
	}
	return sys
}

// TestReductionLeavesNothing has goroutines of which nothing remains to be looked at.
func TestReductionLeavesNothing(t *testing.T) {
	does := func(steps ...step) place { return place{steps: steps} }
	choice := func(to ...int) place {
		var p place
		for _, at := range to {
			p.steps = append(p.steps, step{kind: model.Tau, object: -1, doubt: true, to: at})
		}
		return p
	}
	on := func(kind model.Kind, object, to int) step { return step{kind: kind, object: object, to: to} }
	waits := does(on(model.Receive, 0, returns), on(model.ReceiveClosed, 0, returns))
	for _, test := range []struct {
		name         string
		root, worker []place
	}{
		{"what is cancelled is waited for by nobody", []place{does(on(model.Spawn, 0, returns))}, []place{does(on(model.Cancel, 0, returns))}},
		{"a flag is stored and not tested", []place{does(on(model.Spawn, 0, returns))}, []place{does(on(model.Write, 1, returns))}},
		{"a flag is tested in vain", []place{does(step{kind: model.Read, object: 1, to: returns}, step{kind: model.Read, object: 1, label: 1, to: returns})}, nil},
		{"the worker waits for what is closed in any case", []place{does(on(model.Spawn, 0, 1)), choice(2, 3), does(on(model.Close, 0, returns)), does(on(model.Close, 0, panics))}, []place{waits}},
		{"another goroutine closes in any case", []place{does(on(model.Spawn, 0, 1)), waits}, []place{does(on(model.Cancel, 0, returns))}},
		{"the program panics instead", []place{choice(1, panics), does(on(model.Close, 0, returns))}, nil},
		{"it ends instead", []place{does(on(model.Spawn, 0, 1)), choice(2, 3), does(on(model.Close, 0, returns)), does(on(model.Exit, -1, stops))}, []place{waits}},
	} {
		bodies := []*summary{{places: test.root}, {places: test.worker}}
		if test.worker == nil {
			bodies = bodies[:1]
		}
		r := newReduction(bodies, false, false)
		if !r.reduce() || len(r.families()) > 0 || slices.ContainsFunc(r.bodies, func(s *summary) bool { return !s.isIdle() }) {
			t.Errorf("%s: there remains %+v", test.name, placesOf(r.bodies))
		}
	}
}

// TestReductionKeepsWhatMatters has goroutines that may not come to close what others wait for.
func TestReductionKeepsWhatMatters(t *testing.T) {
	does := func(steps ...step) place { return place{steps: steps} }
	on := func(kind model.Kind, object, to int) step { return step{kind: kind, object: object, to: to} }
	in := func(doubt bool, to int) step { return step{kind: model.Tau, object: -1, doubt: doubt, to: to} }
	closes := on(model.Close, 0, returns)
	worker := []place{does(on(model.Receive, 0, returns), on(model.ReceiveClosed, 0, returns))}
	for _, test := range []struct {
		name string
		root []place
	}{
		{"it may return before", []place{does(on(model.Spawn, 0, 1)), does(in(true, 2), in(true, returns)), does(closes)}},
		{"it waits for a lock before", []place{does(on(model.Spawn, 0, 1)), does(on(model.Lock, 1, 2)), does(closes)}},
		{"it may wait for ever before", []place{does(on(model.Spawn, 0, 1)), {steps: []step{in(true, 1), in(true, 2)}, spins: true}, does(closes)}},
		{"somebody sends on it", []place{does(on(model.Spawn, 0, 1)), does(in(false, 2), in(false, 3)), does(closes), does(on(model.Send, 0, 2))}},
	} {
		r := newReduction([]*summary{{places: test.root}, {places: worker}}, false, false)
		r.reduce()
		if len(r.families()) == 0 {
			t.Errorf("%s: nobody waits", test.name)
		}
	}
}

// TestReductionUnitesFamilies counts the families that are left, and for how many they stand.
func TestReductionUnitesFamilies(t *testing.T) {
	starts := func(family, to int) place { return place{steps: []step{{kind: model.Spawn, object: family, to: to}}} }
	locks := func(to int) *summary {
		return &summary{places: []place{{steps: []step{{kind: model.Lock, object: 0, to: to}}}}}
	}
	asks := func(spins bool) *summary {
		return &summary{places: []place{
			{steps: []step{{kind: model.Tau, object: -1, to: 0, doubt: true}, {kind: model.Tau, object: -1, to: 1, doubt: true}}, spins: spins},
			{steps: []step{{kind: model.Lock, object: 0, to: returns}}},
		}}
	}
	for _, test := range []struct {
		name     string
		families []*summary
		want     []int
	}{
		{"all the same", []*summary{locks(returns), locks(returns), locks(returns)}, []int{3}},
		{"two that end in another way", []*summary{locks(returns), locks(stops), locks(stops)}, []int{1, 2}},
		{"one that stores what nobody reads before", []*summary{locks(returns), {places: []place{{steps: []step{{kind: model.Write, object: 1, to: 1}}}, locks(returns).places[0]}}}, []int{2}},
		{"one that is made small", []*summary{locks(returns), asks(false)}, []int{2}},
		{"one that may never come to it", []*summary{locks(returns), {places: []place{{steps: locks(returns).places[0].steps, spins: true}}}}, []int{1, 1}},
		{"one that may ask for ever", []*summary{locks(returns), asks(true)}, []int{1, 1}},
		{"one that starts the other", []*summary{{places: []place{starts(1, 1), {steps: []step{{kind: model.Lock, object: 0, to: returns}}}}}, locks(returns)}, []int{1, 1}},
	} {
		root := &summary{}
		for n, s := range test.families {
			s.contract()
			root.places = append(root.places, starts(n, n+1))
		}
		root.places[len(root.places)-1].steps[0].to = returns
		r := newReduction(append([]*summary{root}, test.families...), false, false)
		r.reduce()
		var got []int
		for _, n := range r.families() {
			got = append(got, r.standFor[n])
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: families that stand for %v, not %v", test.name, got, test.want)
		}
	}
}

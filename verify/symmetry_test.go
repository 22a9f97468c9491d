package verify_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// multiplied gives each family n members, all like the first, and starts all but
// one of each first of all.
func multiplied(sys *model.System, n int) {
	var first []model.State
	for i := range sys.Families {
		f := &sys.Families[i]
		for len(f.Members) < n {
			f.Members = append(f.Members, len(sys.Processes))
			sys.Processes = append(sys.Processes, sys.Processes[f.Members[0]])
			first = append(first, model.State{Transitions: []model.Transition{{Kind: model.Spawn, Object: i, To: len(first) + 1}}})
		}
	}
	for _, state := range sys.Processes[0].States {
		state.Transitions = slices.Clone(state.Transitions)
		for j := range state.Transitions {
			state.Transitions[j].To += len(sys.Families) * (n - 1)
		}
		first = append(first, state)
	}
	sys.Processes[0].States = first
}

// kinds lists what is found and where, whichever member of a family it is. Whose
// message is left behind depends on the execution: those are listed by channel,
// if nobody is stuck or panics, at the place of a send perhaps.
func kinds(sys *model.System, result verify.Result) []string {
	wrong, left := map[string]bool{}, map[string]bool{}
	for _, f := range result.Findings {
		if f.Category == verify.Orphan || f.Category == verify.OrphanMay {
			left[fmt.Sprint(f.Category, " ", f.Object)] = true
		} else {
			wrong[wrongAt(sys, &f)] = true
		}
	}
	if len(wrong) == 0 && len(suspected(sys, result)) == 0 {
		wrong = left
	}
	return slices.Sorted(maps.Keys(wrong))
}

// suspected lists who may be stuck or panic, and where.
func suspected(sys *model.System, result verify.Result) []string {
	found := map[string]bool{}
	for _, d := range result.Hangs {
		if d.Category != verify.Orphan && d.Category != verify.OrphanMay {
			found[wrongAt(sys, &d.Finding)] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// symmetryAgrees compares one system with and without symmetry, and without any
// reduction. It returns the configurations with and without symmetry, 0 if the
// system can't be judged.
func symmetryAgrees(t *testing.T, sys *model.System) (with, without int) {
	t.Helper()
	const limit = 3000
	plain := verify.Check(sys, verify.Options{States: limit, Plain: true})
	distinct := verify.Check(sys, verify.Options{States: limit, Distinct: true})
	counted := checked(t, sys, verify.Options{States: limit})
	if plain.Inconclusive != "" {
		return 0, 0
	}
	if counted.Inconclusive != "" {
		t.Errorf("inconclusive with symmetry: %s\n%s", counted.Inconclusive, textOf(t, sys))
	}
	for _, other := range []verify.Result{plain, distinct} {
		if got, want := kinds(sys, counted), kinds(sys, other); !slices.Equal(got, want) {
			t.Errorf("found with symmetry: %v\nwithout: %v\n%s", got, want, textOf(t, sys))
		}
	}
	got := suspected(sys, counted)
	for _, d := range suspected(sys, plain) {
		if !slices.Contains(got, d) {
			t.Errorf("may go wrong with symmetry: %v\nwithout: %s\n%s", got, d, textOf(t, sys))
		}
	}
	if counted.Answer != plain.Answer && !(counted.Answer == verify.Unknown && plain.Answer == verify.Clean) {
		t.Errorf("%v with symmetry, %v without\n%s", counted.Answer, plain.Answer, textOf(t, sys))
	}
	return counted.States, distinct.States
}

// TestSymmetryAgreesWithPlainExploration compares random systems with families.
func TestSymmetryAgreesWithPlainExploration(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	judged, smaller, with, without := 0, 0, 0, 0
	for i := range sample(20_000) {
		sys := randomDoubts(r)
		if i%2 == 0 {
			sys = randomSystem(r)
		}
		multiplied(sys, 2+r.IntN(2))
		a, b := symmetryAgrees(t, sys)
		if t.Failed() {
			t.Fatalf("system %d", i)
		}
		with, without = with+a, without+b
		if a > 0 {
			judged++
		}
		if a < b {
			smaller++
		}
	}
	t.Logf("%d systems judged, %d of them smaller with symmetry: %d configurations of %d", judged, smaller, with, without)
	if judged < sample(10_000) || smaller < sample(8_000) {
		t.Errorf("%d systems judged, %d smaller", judged, smaller)
	}
}

func FuzzSymmetryAgrees(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		sys := randomDoubts(rand.New(rand.NewPCG(a, b)))
		multiplied(sys, 3)
		symmetryAgrees(t, sys)
	})
}

// workers is a pool of n goroutines: each takes a job and answers it; main hands
// out as many jobs as there are, and takes one answer less if it forgets one.
func workers(n int, forgets bool) *model.System {
	sys := &model.System{Objects: []model.Object{
		{Kind: model.Channel, Name: "jobs", Owner: -1, Labels: make([]model.Label, 1)},
		{Kind: model.Channel, Name: "answers", Owner: -1, Labels: make([]model.Label, 1)},
	}}
	var steps []model.Transition
	for range n {
		steps = append(steps, model.Transition{Kind: model.Spawn, Object: 0})
	}
	for range n {
		steps = append(steps, model.Transition{Kind: model.Send, Object: 0})
	}
	for i := range n {
		if i > 0 || !forgets {
			steps = append(steps, model.Transition{Kind: model.Receive, Object: 1})
		}
	}
	sys.Processes = append(sys.Processes, chainOf(steps))
	var family model.Family
	for i := range n {
		family.Members = append(family.Members, i+1)
		sys.Processes = append(sys.Processes, chainOf([]model.Transition{
			{Kind: model.Receive, Object: 0}, {Kind: model.Tau, Object: -1}, {Kind: model.Send, Object: 1},
		}))
	}
	sys.Families = []model.Family{family}
	return sys
}

// chainOf is an automaton that takes steps one after the other.
func chainOf(steps []model.Transition) model.Automaton {
	a := model.Automaton{States: make([]model.State, len(steps)+1)}
	for i, t := range steps {
		t.To, t.Site = i+1, model.Site{File: "f", Line: 1 + i}
		a.States[i].Transitions = []model.Transition{t}
	}
	return a
}

// TestSymmetryCountsWorkers pins how many configurations pools of workers have.
func TestSymmetryCountsWorkers(t *testing.T) {
	for _, test := range []struct {
		workers, counted, distinct int
	}{
		{2, 9, 13}, {4, 17, 67}, {6, 25, 325}, {10, 41, 7177},
	} {
		for _, forgets := range []bool{false, true} {
			sys := workers(test.workers, forgets)
			counted := checked(t, sys, verify.Options{})
			distinct := checked(t, sys, verify.Options{Distinct: true})
			if distinct.Inconclusive == "" && !slices.Equal(kinds(sys, counted), kinds(sys, distinct)) {
				t.Errorf("%d workers: %v with symmetry, %v without", test.workers, kinds(sys, counted), kinds(sys, distinct))
			}
			if found := len(counted.Findings) > 0; found != forgets {
				t.Errorf("%d workers, forgets %v: found is %v", test.workers, forgets, found)
			}
			if got := fmt.Sprint(counted.States, distinct.States); !forgets && got != fmt.Sprint(test.counted, test.distinct) {
				t.Errorf("%d workers: %s configurations with symmetry and without", test.workers, got)
			}
		}
	}
}

// TestSymmetryAndPrecedence has two members that meet, after which both have
// internal steps to take: which comes first depends on the order of members.
func TestSymmetryAndPrecedence(t *testing.T) {
	sys := systemOf(t, "spawn 0 0 -> 2\nstate 2", []string{`state 0
		send 0 0 -> 1
		receive 0 0 -> 3
		state 1
		tau -1 0 -> 2
		state 2
		state 3
		tau -1 0 -> 4
		state 4
		receive 1 0 -> 4`})
	multipliedMembers(sys, 2)
	result := checked(t, sys, verify.Options{})
	if len(result.Findings) != 1 || result.Findings[0].State != 4 {
		t.Errorf("found %+v", result.Findings)
	}
}

// TestSymmetryOfThoseWhoEnded starts one goroutine after the other, and never
// has more than one: those that have ended are like those that never ran.
func TestSymmetryOfThoseWhoEnded(t *testing.T) {
	sys := systemOf(t, "receive 0 0 -> 0", []string{"state 0\nsend 0 0 -> 1\nstate 1"})
	multipliedMembers(sys, 3)
	result := checked(t, sys, verify.Options{})
	if result.States != 2 || result.Answer != verify.Clean {
		t.Errorf("%d configurations, %v", result.States, result.Answer)
	}
}

// TestSymmetryTellsStepsInDoubtOnce has two members that take the same step in
// doubt before one of them is stuck.
func TestSymmetryTellsStepsInDoubtOnce(t *testing.T) {
	sys := systemOf(t, "spawn 0 0 -> 2\nstate 2", []string{`state 0
		tau -1 0 -> 1 doubt "more"
		tau -1 0 -> 2 doubt "more"
		state 1
		send 1 0 -> 2
		state 2`})
	multipliedMembers(sys, 2)
	hangs := checked(t, sys, verify.Options{}).Hangs
	for _, d := range hangs {
		if len(d.Steps) != 1 || d.Steps[0].Process != 1 {
			t.Errorf("%s hangs on %v", d.Category, d.Steps)
		}
	}
	if len(hangs) == 0 {
		t.Error("nothing may go wrong")
	}
}

// TestSymmetryTellsAllThatAreStuck has two members that are stuck at one place
// beside main.
func TestSymmetryTellsAllThatAreStuck(t *testing.T) {
	sys := systemOf(t, "spawn 0 0 -> 2\nstate 2\nreceive 0 1 -> 2", []string{"state 0\nreceive 1 0 -> 0"})
	multipliedMembers(sys, 2)
	if got, want := summary(checked(t, sys, verify.Options{})), "found; deadlock 0/2 with 1/0 with 2/0"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// multipliedMembers gives the only family n members.
func multipliedMembers(sys *model.System, n int) {
	for len(sys.Families[0].Members) < n {
		sys.Families[0].Members = append(sys.Families[0].Members, len(sys.Processes))
		sys.Processes = append(sys.Processes, sys.Processes[1])
	}
}

// TestSymmetryTellsWhoIsThere has two members of which the second receives first:
// the story is about those that are where it says at the end of the execution.
func TestSymmetryTellsWhoIsThere(t *testing.T) {
	sys := systemOf(t, "spawn 0 0 -> 2\nstate 2\nreceive 0 1 -> 2", []string{`state 0
		send 0 0 -> 1
		receive 0 0 -> 2
		state 1
		receive 1 0 -> 1
		state 2
		receive 1 0 -> 3
		state 3`})
	multipliedMembers(sys, 2)
	result := checked(t, sys, verify.Options{})
	if got, want := summary(result), "found; deadlock 0/2 with 1/1 with 2/2"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	last := result.Findings[0].Trace[len(result.Findings[0].Trace)-1]
	if last.Process != 1 || last.Transition != 0 {
		t.Errorf("the execution ends with %+v: the first member doesn't send", last)
	}
}

// TestNoSymmetry has what tells goroutines apart.
func TestNoSymmetry(t *testing.T) {
	for name, change := range map[string]func(sys *model.System){
		"objects of their own": func(sys *model.System) { sys.Objects[1].Owner = 2 },
		"another automaton": func(sys *model.System) {
			sys.Processes[2] = chainOf([]model.Transition{{Kind: model.Receive, Object: 0}, {Kind: model.Send, Object: 1}})
		},
		"a condition variable": func(sys *model.System) {
			sys.Objects = append(sys.Objects, model.Object{Kind: model.Cond, Owner: -1})
			for p := 1; p < len(sys.Processes); p++ {
				sys.Processes[p] = chainOf([]model.Transition{
					{Kind: model.Receive, Object: 0}, {Kind: model.Tau, Object: -1}, {Kind: model.Send, Object: 1}, {Kind: model.CondEnqueue, Object: 2},
				})
			}
		},
		"two families": func(sys *model.System) {
			sys.Families = append(sys.Families, model.Family{Members: []int{1}})
		},
	} {
		sys := workers(3, false)
		change(sys)
		counted, distinct := checked(t, sys, verify.Options{}), checked(t, sys, verify.Options{Distinct: true})
		if counted.States != distinct.States || counted.Inconclusive != "" {
			t.Errorf("%s: %d configurations instead of %d (%s)", name, counted.States, distinct.States, counted.Inconclusive)
		}
	}
}

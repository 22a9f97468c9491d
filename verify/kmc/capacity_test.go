package kmc_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
	"github.com/chancheck/chancheck/verify/kmc"
)

// started makes a system of Go of one whose processes all run from the start:
// a process before them starts them, or in some systems all but one, which
// another starts later.
func started(sys *model.System, r *rand.Rand) *model.System {
	root := model.Automaton{Name: "root", States: make([]model.State, len(sys.Processes)+1)}
	for p := range sys.Processes {
		root.States[p].Transitions = []model.Transition{{Kind: model.Spawn, Object: p, To: p + 1}}
		sys.Families = append(sys.Families, model.Family{Name: sys.Processes[p].Name, Members: []int{p + 1}})
	}
	for i := range sys.Objects {
		sys.Objects[i].Owner, sys.Objects[i].Site = -1, model.Site{File: "f", Line: i + 1}
		sys.Objects[i].Capacity = r.IntN(3)
	}
	sys.Processes = slices.Insert(sys.Processes, 0, root)
	if late := r.IntN(4 * len(sys.Processes)); late > 0 && late < len(sys.Processes) {
		startLate(sys, late, r)
	}
	return sys
}

// startLate lets another process than the root start one, before a state.
func startLate(sys *model.System, late int, r *rand.Rand) {
	spawn := &sys.Processes[0].States[late-1].Transitions[0]
	by := &sys.Processes[1+late%(len(sys.Processes)-1)]
	q := r.IntN(len(by.States))
	by.States = append(by.States, by.States[q])
	by.States[q].Transitions = []model.Transition{{Kind: model.Spawn, Object: spawn.Object, To: len(by.States) - 1}}
	spawn.Kind, spawn.Object = model.Tau, -1
}

// loosen puts internal steps into some automata: before a state, or as a choice
// between two.
func loosen(sys *model.System, r *rand.Rand) {
	for p := range sys.Processes {
		a := &sys.Processes[p]
		for range r.IntN(3) {
			from, to := r.IntN(len(a.States)), r.IntN(len(a.States))
			a.States = append(a.States, a.States[from])
			moved := len(a.States) - 1
			a.States[from].Transitions = []model.Transition{{Kind: model.Tau, Object: -1, To: moved}}
			if r.IntN(2) == 0 && to != from {
				a.States[from].Transitions = append(a.States[from].Transitions, model.Transition{Kind: model.Tau, Object: -1, To: to})
			}
		}
	}
}

// isSafe is what exploration says about capacities.
func isSafe(t *testing.T, sys *model.System, capacities []int) bool {
	t.Helper()
	changed := *sys
	changed.Objects = slices.Clone(sys.Objects)
	for i := range changed.Objects {
		changed.Objects[i].Capacity = capacities[i]
	}
	result := verify.Check(&changed, verify.Options{States: 1_000_000})
	if result.Inconclusive != "" {
		t.Fatal(result.Inconclusive)
	}
	return !slices.ContainsFunc(result.Findings, func(f verify.Finding) bool { return f.Category != verify.OrphanMay })
}

// TestCapacitiesAgree compares the capacities found with exploration at each
// capacity up to 4.
func TestCapacitiesAgree(t *testing.T) {
	found, inner, outside, hanging := 0, 0, 0, 0
	for seed := range uint64(systems()) / 4 {
		r := rand.New(rand.NewPCG(seed, 5))
		sys := started(draw(seed, directedness(seed%3)), r)
		if seed%2 == 0 {
			loosen(sys, r)
		}
		all, err := kmc.FindCapacities(sys, verify.Options{})
		if err != nil {
			outside++
			continue
		}
		for _, c := range all.List {
			if c.Least < 0 {
				continue
			}
			found++
			if c.Least > 0 {
				inner++
			}
			capacityAgrees(t, seed, sys, &c)
			if needsAgree(t, seed, sys, all.List, &c) {
				hanging++
			}
		}
	}
	t.Logf("%d hang on others", hanging)
	t.Logf("%d capacities found, %d of them above 0; %d systems outside of the class", found, inner, outside)
	if found == 0 || inner == 0 || hanging == 0 {
		t.Error("the test tests nothing")
	}
}

// capacityAgrees compares one answer with exploration.
func capacityAgrees(t *testing.T, seed uint64, sys *model.System, c *kmc.Capacity) {
	t.Helper()
	capacities := make([]int, len(sys.Objects))
	for i := range capacities {
		capacities[i] = max(sys.Objects[i].Capacity, c.Others)
	}
	for n := max(c.Least-1, 0); n < 5; n++ {
		if n < c.Least && c.AtMost {
			continue
		}
		for _, o := range c.Objects {
			capacities[o] = n
		}
		safe := isSafe(t, sys, capacities)
		if safe != (n >= c.Least) {
			var b strings.Builder
			_ = sys.WriteText(&b)
			t.Fatalf("seed %d: %v: safe is %v with %d\n%s", seed, *c, safe, n, b.String())
		}
	}
}

// needsAgree compares what a least capacity needs of the others with exploration: with that all
// others can be as low as they can, unless they must stay as they are. It reports whether it
// needs something.
func needsAgree(t *testing.T, seed uint64, sys *model.System, list []kmc.Capacity, c *kmc.Capacity) bool {
	t.Helper()
	if c.Others > 0 || c.Least >= c.Capacity {
		return false
	}
	capacities := make([]int, len(sys.Objects))
	for i := range capacities {
		capacities[i] = sys.Objects[i].Capacity
	}
	set := func(objects []int, n int) {
		for _, o := range objects {
			capacities[o] = n
		}
	}
	set(c.Objects, c.Least)
	for _, other := range list {
		if other.Least < 0 || other.Others > 0 || other.Least >= other.Capacity || other.Objects[0] == c.Objects[0] {
			continue
		}
		n := other.Least
		for _, need := range c.Needs {
			if need.Name == sys.Objects[other.Objects[0]].Name {
				n = need.AtLeast
			}
		}
		set(other.Objects, n)
	}
	if isSafe(t, sys, capacities) == c.Stay {
		t.Fatalf("seed %d: %v: needs %v, stay %v", seed, *c, c.Needs, c.Stay)
	}
	return c.Stay || len(c.Needs) > 0
}

// TestAbsorb has systems that are in the class, and what keeps others out.
func TestAbsorb(t *testing.T) {
	const (
		channel = "object channel \"c\" cap 1 labels { \"a\" ; \"b\" }\n"
		root    = "family \"f\" { 1 }\nprocess \"root\"\nstate 0\n  spawn 0 0 -> 1\n"
		sends   = "state 1\n  send 0 0 -> 2\nstate 2\n"
		other   = "process \"f\"\nstate 0\n"
	)
	tests := []struct{ name, system, want string }{
		{"in it", channel + root + sends + other + "  receive 0 -1 -> 1\nstate 1\n", ""},
		{"never closed", channel + root + sends + other + "  receive 0 -1 -> 1\n  receive-closed 0 0 -> 1\nstate 1\n", ""},
		{"a choice", channel + root + "state 1\n  tau -1 0 -> 2\n  tau -1 0 -> 3\nstate 2\n  send 0 0 -> 4\nstate 3\n  send 0 1 -> 4\nstate 4\n" + other + "  receive 0 -1 -> 1\nstate 1\n", ""},
		{"closed", channel + root + "state 1\n  close 0 0 -> 2\nstate 2\n" + other + "  receive-closed 0 0 -> 1\nstate 1\n", "closes a channel"},
		{"waits for nothing", channel + root + "state 1\n  receive-closed 0 0 -> 2\nstate 2\n" + other, "wait for what nobody does"},
		{"mixed", channel + channel + root + "state 1\n  send 0 0 -> 2\n  receive 1 -1 -> 2\nstate 2\n" + other, "select with sends and receives"},
		{"timer", channel + root + "state 1\n  send 0 0 -> 2\n  tau -1 0 -> 2\nstate 2\n" + other + "  receive 0 -1 -> 1\nstate 1\n", "select with an event of the outside world"},
		{"senders", channel + root + sends + other + "  send 0 0 -> 1\nstate 1\n", "two senders"},
		{"both ends", channel + root + "state 1\n  send 0 0 -> 2\nstate 2\n  receive 0 -1 -> 3\nstate 3\n" + other, "one goroutine at both ends of a channel"},
		{"nil", channel + root + "state 1\n  send -1 0 -> 2\nstate 2\n" + other, "operation on a nil channel"},
		{"doubt", channel + root + "state 1\n  tau -1 0 -> 2 doubt \"d\"\n  tau -1 0 -> 2 doubt \"d\"\nstate 2\n" + other, "branch that is not followed"},
		{"lock", "object mutex \"m\"\n" + root + "state 1\n  lock 0 0 -> 2\nstate 2\n" + other, "lock"},
		{"two reasons", channel + root + "state 1\n  default -1 0 -> 2\n  send 0 0 -> 2\nstate 2\n" + other + "  send 0 0 -> 1\nstate 1\n", "select with a default; two senders"},
		{"in a loop", channel + "family \"f\" { 1 }\nprocess \"root\"\nstate 0\n  spawn 0 0 -> 0\n" + other + "  receive 0 -1 -> 1\nstate 1\n", "go statement that runs several times"},
	}
	for _, test := range tests {
		sys, err := model.ParseText(strings.NewReader("system \"s\"\n"+test.system), test.name)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		_, err = kmc.Absorb(sys)
		if test.want == "" && err != nil || test.want != "" && (err == nil || err.Error() != "not in the class: "+test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}

package kmc_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/kmc"
)

// TestClass checks what is said of systems that are no communicating session
// automata.
func TestClass(t *testing.T) {
	set := func(sys *model.System, p, q, i int, change func(*model.Transition)) *model.System {
		change(&sys.Processes[p].States[q].Transitions[i])
		return sys
	}
	simple := func() *model.System {
		return machines(t, `
			p: 0 -pq!a-> 1, 1 -qp?b-> 0
			q: 0 -pq?a-> 1, 1 -qp!b-> 0`)
	}
	tests := []struct {
		name, message string
		sys           *model.System
	}{
		{"mixed state", "p, state 0: mixed: it has sends and receives", machines(t, `
			p: 0 -pq!a-> 0, 0 -qp?b-> 0
			q: 0 -pq?a-> 0`)},
		{"non-determinism", "p, state 1: not deterministic: pq!a leads to states 0 and 2", machines(t, `
			p: 0 -pq!a-> 1, 1 -pq!a-> 0, 1 -pq!a-> 2
			q: 0 -pq?a-> 0`)},
		{"two senders", `q, state 0: channel "pq" has another sender, p`, machines(t, `
			p: 0 -pq!a-> 0
			q: 0 -pq!a-> 0`)},
		{"two receivers", `r, state 0: channel "pq" has another receiver, q`, machines(t, `
			p: 0 -pq!a-> 0
			q: 0 -pq?a-> 0
			r: 0 -pq?a-> 0`)},
		{"to itself", `p, state 1: channel "pq" would lead from the process to itself`, machines(t, `
			p: 0 -pq!a-> 1, 1 -pq?a-> 0`)},
		{"internal step", "p, state 0: tau is neither a send nor a receive",
			set(simple(), 0, 0, 0, func(tr *model.Transition) { *tr = model.Transition{Kind: model.Tau} })},
		{"nil channel", "q, state 1: send on the nil channel",
			set(simple(), 1, 1, 0, func(tr *model.Transition) { tr.Object = -1 })},
		{"no system", "not a system: process 0 (p): state 0: transition 0: send of object 7, of 2",
			set(simple(), 0, 0, 0, func(tr *model.Transition) { tr.Object = 7 })},
		{"no process", "not a system: a system needs a process", &model.System{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := kmc.Decide(test.sys, kmc.Options{})
			if err == nil || err.Error() != test.message {
				t.Errorf("got %v\nwant %s", err, test.message)
			}
		})
	}
}

// TestOptions checks options that make no sense.
func TestOptions(t *testing.T) {
	sys := machines(t, `
		p: 0 -pq!a-> 0
		q: 0 -pq?a-> 0`)
	for message, options := range map[string]kmc.Options{
		"at least 1":            {K: -1},
		"at most":               {K: 1 << 40},
		"2 bounds for 1 object": {Bounds: []int{1, 2}},
		"bound -1 of object 0":  {Bounds: []int{-1}},
		"limit on states":       {States: -1},
	} {
		if _, err := kmc.Decide(sys, options); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%+v: %v, want %q", options, err, message)
		}
	}
}

// TestAnyLabel checks that a reception of any message is one of each.
func TestAnyLabel(t *testing.T) {
	text := `
		p: 0 -pq!a-> 1, 0 -pq!b-> 1, 1 -pq!c-> 0
		q: 0 -pq?a-> 0, 0 -pq?b-> 0, 0 -pq?c-> 0`
	want := decideAt(t, machines(t, text), 2)
	sys := machines(t, text)
	state := &sys.Processes[1].States[0]
	state.Transitions = state.Transitions[:1]
	state.Transitions[0].Label = model.AnyLabel
	got := decideAt(t, sys, 2)
	if got.Verdict != kmc.Safe || got.States != want.States || got.ReducedTransitions != want.ReducedTransitions {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

// TestRendezvous checks the readings of capacity 0: a deadlock of two senders
// is no violation of safety, which has no clause for senders, but of
// exhaustivity; with one message of room the same is safe.
func TestRendezvous(t *testing.T) {
	crossed := machines(t, `
		p: 0 -pq!a-> 1, 1 -qp?b-> 2
		q: 0 -qp!b-> 1, 1 -pq?a-> 2`)
	r, err := kmc.Decide(crossed, kmc.Options{Bounds: []int{0, 0}})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, r, kmc.PropSafe, kmc.Holds)
	expect(t, r, kmc.PropExhaustive, kmc.Fails)
	if w := r.Property(kmc.PropExhaustive).Witness; w == nil || len(w.Steps) != 0 {
		t.Errorf("witness %+v", w)
	}
	if r.Verdict != kmc.Unknown {
		t.Errorf("verdict %v", r.Verdict)
	}
	r, err = kmc.Decide(crossed, kmc.Options{Bounds: []int{1, 0}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != kmc.Safe {
		t.Errorf("with room for one message on pq: %v, %s", r.Verdict, r.Reason)
	}
	// Undirected: at 0 nothing is wrong, and larger bounds are unsafe.
	undirected := machines(t, `
		p: 0 -qp?a-> 2, 2 -rp?a-> 0, 2 -qp?a-> 1
		q: 0 -qp!a-> 1, 1 -qr!a-> 0
		r: 0 -rp!a-> 2, 2 -qr?a-> 0`)
	r, err = kmc.Decide(undirected, kmc.Options{Bounds: slices.Repeat([]int{0}, 3)})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict == kmc.Safe {
		t.Errorf("undirected with rendezvous: %v, %s", r.Verdict, r.Reason)
	}
}

// TestSearch checks that the least bound with an answer is found, by doubling
// and bisection in directed systems.
func TestSearch(t *testing.T) {
	for k := 1; k <= 9; k++ {
		r, err := kmc.Decide(scaled(k, 2, 1), kmc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != kmc.Safe || r.K != k {
			t.Errorf("%v at %d, want safe at %d", r.Verdict, r.K, k)
		}
		r, err = kmc.Decide(scaled(k, 1, 1), kmc.Options{Max: max(k-1, 1)})
		if err != nil {
			t.Fatal(err)
		}
		if k > 1 && (r.Verdict != kmc.Unknown || r.K != k-1 || r.Reason != "not k-exhaustive") {
			t.Errorf("up to %d: %v at %d: %s", k-1, r.Verdict, r.K, r.Reason)
		}
	}
}

package kmc_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/kmc"
)

// star is a server that waits for a request from each of many clients, in any
// order: an undirected choice, and 2^clients configurations.
func star(clients int) *model.System {
	sys := &model.System{}
	server := model.Automaton{Name: "server", States: make([]model.State, 1)}
	var others []model.Automaton
	for c := range clients {
		sys.Objects = append(sys.Objects, model.Object{
			Kind: model.Channel, Name: fmt.Sprint("c", c), Labels: []model.Label{{Name: "hello"}}, Owner: -1,
		})
		server.States[0].Transitions = append(server.States[0].Transitions, model.Transition{Kind: model.Receive, Object: c})
		others = append(others, model.Automaton{Name: fmt.Sprint("client", c), States: []model.State{
			{Transitions: []model.Transition{{Kind: model.Send, Object: c, To: 1}}}, {},
		}})
	}
	sys.Processes = append([]model.Automaton{server}, others...)
	return sys
}

// TestBudgets checks that large systems and bounds are answered, or refused
// with the budget that was hit, within seconds.
func TestBudgets(t *testing.T) {
	flood := `
		p: 0 -pq!a-> 0, 0 -pq!b-> 0
		q: 0 -qr!a-> 1, 1 -pq?a-> 1
		r: 0 -qr?a-> 1`
	// Example 9 of the long version: no bound is enough.
	growing := `
		p: 0 -pq!a-> 0, 0 -pq!b-> 1, 1 -qp?c-> 1, 1 -qp?d-> 2
		q: 0 -qp!c-> 0, 0 -qp!d-> 1, 1 -pq?a-> 1, 1 -pq?b-> 2`
	chatter := `
		p: 0 -pq!a-> 1, 1 -qp?b-> 0
		q: 0 -pq?a-> 1, 1 -qp!b-> 0`
	tests := []struct {
		name    string
		sys     *model.System
		options kmc.Options
		verdict kmc.Verdict
		reason  string // a part of it
		slow    bool
	}{
		{"a thousand participants in pairs", scaled(1, 500, 2), kmc.Options{K: 1}, kmc.Unknown, "configurations", true},
		{"a thousand participants in simple pairs", scaled(2, 500, 1), kmc.Options{}, kmc.Safe, "k-MC", false},
		{"a thousand clients", star(1000), kmc.Options{}, kmc.Unknown, "configurations", false},
		{"a flood at bound a million", machines(t, flood), kmc.Options{K: 1_000_000}, kmc.Unknown, "configurations", true},
		{"growing queues up to bound a million", machines(t, growing), kmc.Options{Max: 1_000_000}, kmc.Unknown, "configurations", true},
		{"chatter at bound a million", machines(t, chatter), kmc.Options{K: 1_000_000}, kmc.Safe, "k-MC", false},
		{"a small budget", scaled(3, 1, 3), kmc.Options{K: 3, States: 100}, kmc.Unknown, "more than 100 configurations", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if testing.Short() && test.slow {
				t.Skip("takes seconds")
			}
			start := time.Now()
			r, err := kmc.Decide(test.sys, test.options)
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != test.verdict || !strings.Contains(r.Reason, test.reason) {
				t.Errorf("%v: %s", r.Verdict, r.Reason)
			}
			if r.Inconclusive != (r.Verdict == kmc.Unknown) {
				t.Errorf("inconclusive is %v", r.Inconclusive)
			}
			t.Logf("%v at %d: %s, after %v", r.Verdict, r.K, r.Reason, time.Since(start))
		})
	}
}

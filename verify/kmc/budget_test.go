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
		{"growing queues up to bound a million", machines(t, growing), kmc.Options{Max: 1_000_000}, kmc.Unknown, "copied between configurations", true},
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

// TestSearchesAreLimited checks what a search over bounds may take in all: configurations, room, and time
// in words copied, more of the latter two if more configurations are asked for.
func TestSearchesAreLimited(t *testing.T) {
	const million = 1_000_000
	tests := []struct {
		states, bytes, moved, limit int
		want                        string
	}{
		{400, 128 << 20, 1 << 28, 100, ""},
		{401, 0, 0, 100, "more than 400 configurations in the search up to bound 7"},
		{0, 128<<20 + 1, 0, 100, "more than 128 MB of configurations in the search up to bound 7"},
		{0, 0, 1<<28 + 1, 100, "more than 2048 MB copied between configurations in the search up to bound 7"},
		{0, 640 * million, 1280 * million, 10 * million, ""},
		{0, 640*million + 1, 0, 10 * million, "more than 610 MB of configurations in the search up to bound 7"},
		{0, 0, 1280*million + 1, 10 * million, "more than 9765 MB copied between configurations in the search up to bound 7"},
	}
	for _, test := range tests {
		if got := kmc.Overspent(test.states, test.bytes, test.moved, 7, test.limit); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

package ksync_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/verify/ksync"
)

// TestCharts has message sequence charts of the literature, [DLL19] if nothing else is
// said, and what is known of them. Some figures are lost in the copy we have; then the
// chart is one of our own with the properties that the text states.
func TestCharts(t *testing.T) {
	const never = 0 // no k will do
	tests := []struct {
		name, text     string
		mailbox, pairs bool // causal delivery
		least          int  // the least k with mailboxes, if causally delivered
		edges          string
	}{
		{"Figure 1a", "!pr v1 !pr v2 ?pr v2", false, false, never, ""},
		{"Figure 1b", "!qr v1 !qp m ?qp m !pr v2 ?pr v2", false, true, never, ""},
		{"Figure 1c", "!qp v1 !qr v3 ?qp v1 !pq v2 ?pq v2 ?qr v3", true, true, 1, "v1-RS->v2 v1-SR->v2 v1-SS->v3 v3-SR->v2"},
		{"Example 7.1", "!pq v1 !st v2 ?pq v1 ?st v2", true, true, 1, ""},
		{"Figure 2a", "!ps v4 !pq v1 ?pq v1 !qr v3 !sr v2 ?ps v4 ?qr v3 ?sr v2", true, true, never, "v1-RS->v3 v2-SR->v4 v3-RR->v2 v4-SS->v1"},
		{"Figure 2b", "!rp v2 !rq v3 !pq v1 ?rp v2 ?rq v3", true, true, 1, "v1-SR->v2 v2-SS->v3"},
		{
			"Figure 2c", "!pq v2 !sq v3 !pr v4 !sr v5 !qr v1 ?pq v2 ?sq v3 ?pr v4 ?sr v5 ?qr v1", true, true, 5,
			"v1-SR->v2 v1-SR->v3 v2-RR->v3 v2-SS->v4 v3-SS->v5 v4-RR->v1 v4-RR->v5 v5-RR->v1",
		},
		{"Example 11", "!qr v1 !qs v2 ?qs v2 !ps v3 ?ps v3 !pr v4 ?pr v4", false, true, never, ""},
		{"a crossing", "!pq v1 !qp v2 ?pq v1 ?qp v2", true, true, 2, ""},
		{"a chain of orphans", "!xq u1 !yp u !yq v ?yq v !xp w ?xp w", false, true, never, ""},
		{"its other half first", "!xq u1 !xp m ?xp m !yp u !yq v ?yq v", false, true, never, ""},
	}
	for _, test := range tests {
		c := read(test.text, mailboxes)
		e := c.execution(t)
		if got := e.Delivered(); got != test.mailbox {
			t.Errorf("%s: causally delivered with mailboxes: %v", test.name, got)
		}
		if got := read(test.text, pairs).execution(t).Delivered(); got != test.pairs {
			t.Errorf("%s: causally delivered peer to peer: %v", test.name, got)
		}
		if got := c.edges(e); test.edges != "" && got != test.edges {
			t.Errorf("%s: edges %s, want %s", test.name, got, test.edges)
		}
		if !test.mailbox {
			continue
		}
		for k := 1; k <= 8; k++ {
			want := test.least != never && k >= test.least
			if got := e.Conflicts().Synchronous(k, ksync.Messages); got != want {
				t.Errorf("%s: %d-synchronous: %v", test.name, k, got)
			}
		}
	}
}

// TestTurnOfFigure2a has the edge that no exchange can have.
func TestTurnOfFigure2a(t *testing.T) {
	c := read("!ps v4 !pq v1 ?pq v1 !qr v3 !sr v2 ?ps v4 ?qr v3 ?sr v2", mailboxes)
	e := c.execution(t)
	g := e.Conflicts()
	turn := g.Turn()
	if turn == nil || c.name(e, turn.From) != "v1" || c.name(e, turn.To) != "v3" {
		t.Fatalf("got %v", turn)
	}
	if got := c.contents(e, g.Component(turn.From)); !slices.Equal(got, []string{"v1", "v2", "v3", "v4"}) {
		t.Errorf("component %v", got)
	}
}

// TestOrderOfFigure2b has a sequence of exchanges that isn't in an order in
// which mailboxes allow it: v3 must be sent before the orphan v1.
func TestOrderOfFigure2b(t *testing.T) {
	c := read("!pq v1 !rp v2 ?rp v2 !rq v3 ?rq v3", mailboxes)
	e := c.execution(t)
	order := e.Order()
	position := func(action int) int { return slices.Index(order, action) }
	if order == nil || position(3) > position(0) {
		t.Errorf("order %v", order)
	}
	var exchanges []string
	for _, list := range e.Conflicts().Components {
		exchanges = append(exchanges, strings.Join(c.contents(e, list), "+"))
	}
	if got := fmt.Sprint(exchanges); got != "[v1 v2 v3]" {
		t.Errorf("exchanges %v", got)
	}
}

// TestDetour is Example 26: o takes the place of the process through which a
// message makes a detour.
func TestDetour(t *testing.T) {
	c := read("!ro vs ?ro vs !ps v1 ?ps v1 !sr v2 ?sr v2 !rq v3 ?rq v3 !qp v4 ?qp v4 !os v0 ?os v0", mailboxes)
	e := c.execution(t)
	reach := func(from string, backwards bool) []string {
		reached := map[string]bool{from: true}
		for range e.Messages {
			for _, d := range e.Conflicts().Edges {
				a, b := c.name(e, d.From), c.name(e, d.To)
				if backwards {
					a, b = b, a
				}
				if reached[a] {
					reached[b] = true
				}
			}
		}
		var list []string
		for name := range reached {
			list = append(list, name)
		}
		slices.Sort(list)
		return list
	}
	if got := fmt.Sprint(reach("vs", false)); got != "[v0 v2 v3 v4 vs]" {
		t.Errorf("after the start of the detour: %v", got)
	}
	if got := fmt.Sprint(reach("v0", true)); got != "[v0 v1 v2 vs]" {
		t.Errorf("before its end: %v", got)
	}
}

// TestReceptionOfNothing has a sequence that is no execution.
func TestReceptionOfNothing(t *testing.T) {
	for _, text := range []string{"?pq v", "!pq v ?pq w", "!pq v ?pq v ?pq v", "?pq v !pq v"} {
		if e, err := ksync.NewExecution(read(text, mailboxes).actions); err == nil {
			t.Errorf("%s: got %v", text, e)
		}
	}
}

// TestMeasures has an orphan, which takes half as much as what is received
// where actions are counted.
func TestMeasures(t *testing.T) {
	e := read("!pq a !pr o !qp b ?qp b ?pq a", pairs).execution(t)
	for _, test := range []struct {
		k                 int
		messages, actions bool
	}{{1, false, false}, {2, false, false}, {3, true, true}} {
		g := e.Conflicts()
		if got := g.Synchronous(test.k, ksync.Messages); got != test.messages {
			t.Errorf("%d messages: %v", test.k, got)
		}
		if got := g.Synchronous(test.k, ksync.Actions); got != test.actions {
			t.Errorf("%d actions: %v", 2*test.k, got)
		}
	}
	e = read("!pq a !pr o !pr o !pr o !qp b ?qp b ?pq a", pairs).execution(t)
	if g := e.Conflicts(); !g.Synchronous(4, ksync.Actions) || g.Synchronous(4, ksync.Messages) || g.Synchronous(3, ksync.Actions) {
		t.Error("three orphans and two messages are 5 messages and 7 actions")
	}
}

// TestSummariesOfExample11 goes through Example 11 exchange by exchange, with two
// choices of exchanges. Both reject it, with the last one; a summary that only follows
// whose messages somebody receives would not.
func TestSummariesOfExample11(t *testing.T) {
	const q, r, s, p = 0, 1, 2, 3 // as they come up in the text
	tests := []struct {
		exchanges []string
		want      []string // what comes after the orphan to r: processes, and mailboxes received from
	}{
		{[]string{"!qr v1 !qs v2 ?qs v2", "!ps v3 !pr v4 ?ps v3 ?pr v4"}, []string{"[0 2] [2]", "rejected"}},
		{[]string{"!qr v1", "!qs v2 ?qs v2", "!ps v3 ?ps v3", "!pr v4 ?pr v4"}, []string{"[0] []", "[0 2] [2]", "[0 2 3] [2]", "rejected"}},
	}
	for _, test := range tests {
		all := read(strings.Join(test.exchanges, " "), mailboxes)
		chop := ksync.NewChop([]int{r, s}, [][]int{{q, p}, {q, p}})
		for i, text := range test.exchanges {
			n := len(read(text, mailboxes).actions)
			ok := chop.Exchange(all.actions[:n], -1)
			all.actions = all.actions[n:]
			got := "rejected"
			if ok {
				got = spellSummary(chop, []int{r, s}, 0)
			}
			if got != test.want[i] {
				t.Errorf("%v, after %s: %s, want %s", test.exchanges, text, got, test.want[i])
			}
		}
	}
}

// spellSummary writes the processes and the receivers of a summary.
func spellSummary(chop *ksync.Chop, receivers []int, queue int) string {
	processes, queues := chop.Summary(queue)
	list := []int{}
	for _, q := range queues {
		list = append(list, receivers[q])
	}
	return fmt.Sprint(processes, " ", list)
}

// TestSummariesOfOthers takes over from another summary what comes after that orphan, if it comes after
// this one, and nothing from any other.
func TestSummariesOfOthers(t *testing.T) {
	// p sends an orphan to r, q one to s, and u one to t and then a message to s, which must be before q's.
	all := read("!pr a !qs b !ut c !us d ?us d", mailboxes)
	r, s, toT := all.process('r'), all.process('s'), all.process('t')
	p, q, u := all.process('p'), all.process('q'), all.process('u')
	senders := []int{p, q, u}
	chop := ksync.NewChop([]int{r, s, toT}, [][]int{senders, senders, senders})
	for _, n := range []int{1, 1, 3} {
		if !chop.Exchange(all.actions[:n], -1) {
			t.Fatal("rejected")
		}
		all.actions = all.actions[n:]
	}
	for queue, want := range [][2][]int{{{p}, nil}, {{q}, nil}, {{q, s, u}, {1}}} {
		processes, queues := chop.Summary(queue)
		slices.Sort(want[0])
		if !slices.Equal(processes, want[0]) || !slices.Equal(queues, want[1]) {
			t.Errorf("after the orphan in queue %d: processes %v, queues %v; want %v", queue, processes, queues, want)
		}
	}
}

// TestChainOfOrphans has two orphans that forbid each other's order.
func TestChainOfOrphans(t *testing.T) {
	for _, exchanges := range [][]string{
		{"!xq u1", "!yp u !yq v ?yq v", "!xp w ?xp w"},
		{"!xq u1 !xp m ?xp m", "!yp u !yq v ?yq v"},
	} {
		all := read(strings.Join(exchanges, " "), mailboxes)
		senders := []int{all.process('x'), all.process('y')}
		chop := ksync.NewChop([]int{all.process('q'), all.process('p')}, [][]int{senders, senders})
		ok := true
		for _, text := range exchanges {
			n := len(read(text, mailboxes).actions)
			ok = ok && chop.Exchange(all.actions[:n], -1)
			all.actions = all.actions[n:]
		}
		if ok {
			t.Errorf("%v is accepted", exchanges)
		}
	}
}

// TestCandidateOfFigure8a has a message that can't be received at the end: p sends to r after
// it. The paper's last reception is of another message, by a slip.
func TestCandidateOfFigure8a(t *testing.T) {
	exchanges := []string{"!qr v1", "!qs v2 ?qs v2", "!ps v3 ?ps v3", "!pr v4 ?pr v4"}
	all := read(strings.Join(exchanges, " "), mailboxes)
	chop := ksync.NewChop([]int{1, 2}, [][]int{{0, 3}, {0, 3}})
	want := []string{"[0] []", "[0 2] [2]", "[0 2 3] [2]", "rejected"}
	for i, text := range exchanges {
		n := len(read(text, mailboxes).actions)
		ok := chop.Exchange(all.actions[:n], []int{0, -1, -1, -1}[i])
		all.actions = all.actions[n:]
		got := "rejected"
		if ok {
			got = spellSummary(chop, []int{1, 2}, -1)
		}
		if got != want[i] {
			t.Errorf("after %s: %s, want %s", text, got, want[i])
		}
	}
}

package ksync_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/verify/ksync"
)

// orders calls visit for the orders of the actions of an execution that leave the
// lines of its processes as they are, until visit returns true.
func (l *lines) orders(visit func(order []int) bool) bool {
	at := make([]int, len(l.list))
	var order []int
	var next func() bool
	next = func() bool {
		if l.complete(at) {
			return visit(order)
		}
		for p := range at {
			if at[p] == len(l.list[p]) {
				continue
			}
			order = append(order, l.list[p][at[p]])
			at[p]++
			found := next()
			at[p]--
			order = order[:len(order)-1]
			if found {
				return true
			}
		}
		return false
	}
	return next()
}

// isWithin reports whether queues with capacities allow an order; what has no room is
// received at once.
func isWithin(e *ksync.Execution, order, capacities []int) bool {
	queues := map[int][]int{}
	for i, n := range order {
		a, m := &e.Actions[n], e.Message(n)
		queue := queues[a.Queue]
		switch {
		case a.Send && capacities[a.Queue] == 0:
			if i+1 == len(order) || order[i+1] != e.Messages[m].Reception {
				return false
			}
			queues[a.Queue] = append(queue, m)
		case a.Send && capacities[a.Queue] > 0 && len(queue) == capacities[a.Queue]:
			return false
		case a.Send:
			queues[a.Queue] = append(queue, m)
		case len(queue) == 0 || queue[0] != m:
			return false
		default:
			queues[a.Queue] = queue[1:]
		}
	}
	return true
}

// TestFits compares whether executions fit into queues with all orders of their actions.
func TestFits(t *testing.T) {
	counts := map[string]int{}
	for n := range many(*executions / 10) {
		d := newDrawer(*seed<<37+uint64(n), n%3)
		e := execute(t, d.sequence(2+d.IntN(7), false))
		capacities := make([]int, len(d.receivers))
		for q := range capacities {
			capacities[q] = d.IntN(4) - 1
		}
		want := linesOf(e).orders(func(order []int) bool { return isWithin(e, order, capacities) })
		got, ok := e.Fits(capacities, 1_000_000)
		counts[fmt.Sprint(want)]++
		if got != want || !ok {
			t.Fatalf("%d: fits %v, %v, in %v\n%v", n, got, ok, capacities, e.Actions)
		}
	}
	atLeast(t, counts, map[string]int{"true": 100, "false": 100})
}

// TestFitsWithinLimit is not sure about what takes more steps.
func TestFitsWithinLimit(t *testing.T) {
	e := read("!pq a !rs b !pq c !rs d !qp e !sr f ?qp e ?sr f ?pq a ?rs b ?pq c ?rs d", pairs).execution(t)
	if fits, ok := e.Fits([]int{1, 1, 1, 1}, 5); fits || ok {
		t.Errorf("fits %v, %v", fits, ok)
	}
	if fits, ok := e.Fits([]int{2, 2, 1, 1}, 500); !fits || !ok {
		t.Errorf("fits %v, %v", fits, ok)
	}
}

// TestBuffers compares what is said of buffers with executions: those that need them, by
// all orders, and those of systems that don't.
func TestBuffers(t *testing.T) {
	counts := map[string]int{}
	for n := range many(*systems) / 2 {
		s := *seed<<38 + uint64(n)
		sys, r := drawSystem(s), rand.New(rand.NewPCG(s, 23))
		for c := range sys.Objects {
			sys.Objects[c].Capacity = r.IntN(3)
		}
		b, err := ksync.FindBuffers(sys, 20_000)
		if err != nil {
			t.Fatal(err)
		}
		w := newWorld(sys, ksync.PerChannel)
		if b.Witness != nil {
			counts["needed"]++
			checkNeeded(t, w, b)
		}
		if b.Unneeded {
			w.explore(6, 200, func(p *place) { checkUnneeded(t, p, counts) })
		}
		if t.Failed() {
			t.Fatalf("system %d\n%s", n, spell(sys))
		}
	}
	atLeast(t, counts, map[string]int{"needed": 5, "unneeded": 500})
}

// checkUnneeded wants an order without buffers for an execution in which all is received.
func checkUnneeded(t *testing.T, p *place, counts map[string]int) {
	e := execute(t, p.actions)
	if slices.ContainsFunc(e.Messages, func(m ksync.Message) bool { return !m.Matched() }) {
		return
	}
	counts["unneeded"]++
	none := make([]int, len(p.names)) // queues are numbered among them
	if !linesOf(e).orders(func(order []int) bool { return isWithin(e, order, none) }) {
		t.Errorf("needs buffers: %v", p.actions)
	}
}

// checkNeeded wants an execution with the capacities of the system, and none without the
// buffer.
func checkNeeded(t *testing.T, w *world, b *ksync.Buffers) {
	p := w.replay(b.Witness)
	if p == nil {
		t.Fatalf("the witness doesn't run: %v", b.Witness.Steps)
	}
	e := execute(t, p.actions)
	queue := func(object int) int { return p.number(fmt.Sprint("channel ", object)) }
	capacities := make([]int, len(p.names)+len(w.sys.Objects))
	for c := range w.sys.Objects {
		capacities[queue(c)] = w.sys.Objects[c].Capacity
	}
	if !linesOf(e).orders(func(order []int) bool { return isWithin(e, order, capacities) }) {
		t.Errorf("the witness doesn't run with the capacities: %v", p.actions)
	}
	for _, c := range b.Needed {
		without := slices.Clone(capacities)
		without[queue(c)] = 0
		if w.sys.Objects[c].Capacity == 0 || linesOf(e).orders(func(order []int) bool { return isWithin(e, order, without) }) {
			t.Errorf("the buffer of %s isn't needed: %v", w.sys.Objects[c].Name, p.actions)
		}
	}
}

// TestNeededBuffers has the two kinds of answers.
func TestNeededBuffers(t *testing.T) {
	tests := []struct {
		name, text string
		unneeded   bool
		needed     string
	}{
		{"handed over", "p: q!a; q!b; end q: p?a; p?b; end", true, "[]"},
		{"crossing, in one of the two", "p: q!a; q?b; end q: p!b; p?a; end", false, "[]"},
		{"two for an answer", "p: q!a; q!a; q?b; end q: p!b; p?a; p?a; end", false, "[]"},
		{"Example 12 of [LY19]", "p: q!a; q?c; q!b; q?d; end q: p!c; p!d; p?a; p?b; end", false, "[]"},
		{"one of two without a buffer", "p: q!a; q?c; q!b; q?d; end q: p!c; p!d; p?a; p?b; end", false, "[p→q]"},
		{"by way of another", "p: r!a; q!b; end q: p?b; r!c; end r: q?c; p?a; end", false, "[p→r]"},
	}
	for _, test := range tests {
		sys := parse(t, test.text)
		for c := range sys.Objects {
			sys.Objects[c].Capacity = 2
			if sys.Objects[c].Name == "q→p" && strings.HasPrefix(test.name, "one of two") {
				sys.Objects[c].Capacity = 0
			}
		}
		b, err := ksync.FindBuffers(sys, 10_000)
		if err != nil {
			t.Fatal(err)
		}
		names := []string{}
		for _, c := range b.Needed {
			names = append(names, sys.Objects[c].Name)
		}
		if b.Unneeded != test.unneeded || fmt.Sprint(names) != test.needed {
			t.Errorf("%s: unneeded %v, needed %v", test.name, b.Unneeded, names)
		}
		for c := range sys.Objects {
			sys.Objects[c].Capacity = 0
		}
		if b, err = ksync.FindBuffers(sys, 10_000); err != nil || b.Needed != nil || b.Witness != nil {
			t.Errorf("%s without buffers: needed %v, %v", test.name, b.Needed, err)
		}
	}
}

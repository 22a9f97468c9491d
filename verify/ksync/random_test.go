package ksync_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/verify/ksync"
)

var (
	executions = flag.Int("ksync.executions", 50_000, "random executions per test")
	seed       = flag.Uint64("ksync.seed", 1, "seed of random executions and systems")
)

// many is a number for long tests, or few for short ones.
func many(long int) int {
	if testing.Short() {
		return min(long, 600)
	}
	return long
}

// A drawer draws executions.
type drawer struct {
	*rand.Rand
	processes int
	receivers []int   // by queue
	senders   [][]int // by queue
	contents  [][3]int
}

// newDrawer draws queues: mailboxes, or one for each pair, or any.
func newDrawer(seed uint64, kind int) *drawer {
	d := &drawer{Rand: rand.New(rand.NewPCG(seed, 11)), processes: 2 + int(seed%3)}
	for p := range d.processes {
		switch kind {
		case 0:
			d.queue(p, d.others(p))
		case 1:
			for _, s := range d.others(p) {
				d.queue(p, []int{s})
			}
		default:
			for range 1 + d.IntN(2) {
				others := d.others(p)
				d.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
				d.queue(p, others[:1+d.IntN(len(others))])
			}
		}
	}
	return d
}

func (d *drawer) others(p int) (list []int) {
	for q := range d.processes {
		if q != p {
			list = append(list, q)
		}
	}
	return list
}

func (d *drawer) queue(receiver int, senders []int) {
	d.receivers = append(d.receivers, receiver)
	d.senders = append(d.senders, senders)
}

// send draws a send. Of contents there are few, or they are all new.
func (d *drawer) send(fresh bool) ksync.Action {
	q := d.IntN(len(d.receivers))
	s := d.senders[q][d.IntN(len(d.senders[q]))]
	content := [3]int{q, s, d.IntN(2)}
	if fresh {
		content[2] = len(d.contents)
	}
	if !slices.Contains(d.contents, content) {
		d.contents = append(d.contents, content)
	}
	return ksync.Action{Send: true, Sender: s, Receiver: d.receivers[q], Queue: q, Content: slices.Index(d.contents, content)}
}

// sequence draws actions in which receptions take any message, whatever comes
// before it in its queue.
func (d *drawer) sequence(length int, fresh bool) []ksync.Action {
	var actions, waiting []ksync.Action
	for len(actions) < length {
		if len(waiting) > 0 && d.IntN(2) == 0 {
			i := d.IntN(len(waiting)*(1+d.IntN(2))) % len(waiting)
			a := waiting[i]
			waiting = slices.Delete(waiting, i, i+1)
			a.Send = false
			actions = append(actions, a)
			continue
		}
		a := d.send(fresh)
		actions = append(actions, a)
		if d.IntN(5) > 0 {
			waiting = append(waiting, a)
		}
	}
	return actions
}

// exchange draws one that can be run from empty queues. All contents are new: what
// is received is what was sent in the exchange.
func (d *drawer) exchange(k int) []ksync.Action {
	var actions []ksync.Action
	queues := map[int][]ksync.Action{}
	for range 1 + d.IntN(k) {
		a := d.send(true)
		actions = append(actions, a)
		queues[a.Queue] = append(queues[a.Queue], a)
	}
	for d.IntN(6) > 0 {
		q := d.IntN(len(d.receivers))
		if len(queues[q]) > 0 {
			a := queues[q][0]
			a.Send = false
			actions = append(actions, a)
			queues[q] = queues[q][1:]
		}
	}
	return actions
}

func execute(t *testing.T, actions []ksync.Action) *ksync.Execution {
	t.Helper()
	e, err := ksync.NewExecution(actions)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestTheorems12And8 compares causal delivery and synchronisability with their
// definitions.
func TestTheorems12And8(t *testing.T) {
	counts := map[string]int{}
	for n := range many(*executions) {
		d := newDrawer(*seed<<32+uint64(n), n%3)
		e := execute(t, d.sequence(2+d.IntN(10), false))
		l := linesOf(e)
		delivered := l.delivered()
		counts[fmt.Sprint("delivered ", delivered)]++
		if e.Delivered() != delivered {
			t.Fatalf("%d: causally delivered: %v\n%v", n, !delivered, e.Actions)
		}
		if !delivered {
			continue
		}
		if order := e.Order(); !linesOf(e.Reordered(order)).runs() {
			t.Fatalf("%d: doesn't run in the order %v\n%v", n, order, e.Actions)
		}
		for k := 1; k <= 4; k++ {
			want := l.synchronous(k)
			counts[fmt.Sprint(k, "-synchronous ", want)]++
			if got := e.Conflicts().Synchronous(k, ksync.Messages); got != want {
				t.Fatalf("%d: %d-synchronous: %v\n%v", n, k, got, e.Actions)
			}
		}
	}
	atLeast(t, counts, map[string]int{
		"delivered true": 200, "delivered false": 50, "1-synchronous false": 40, "2-synchronous true": 100, "3-synchronous false": 10,
	})
}

// runs reports whether the actions are in an order that queues allow.
func (l *lines) runs() bool {
	queues := map[int][]int{}
	for i, a := range l.e.Actions {
		switch queue := queues[a.Queue]; {
		case a.Send:
			queues[a.Queue] = append(queue, l.e.Message(i))
		case len(queue) == 0 || queue[0] != l.e.Message(i):
			return false
		default:
			queues[a.Queue] = queue[1:]
		}
	}
	return true
}

// TestExchangeByExchange compares Figure 4 with the definition of causal
// delivery, after each exchange.
func TestExchangeByExchange(t *testing.T) {
	counts := map[string]int{}
	for n := range many(*executions) {
		d := newDrawer(*seed<<33+uint64(n), n%3)
		chop := ksync.NewChop(d.receivers, d.senders)
		var all []ksync.Action
		for range 2 + d.IntN(4) {
			actions := d.exchange(1 + n%3)
			all = append(all, actions...)
			if len(all) > 13 {
				break
			}
			want := linesOf(execute(t, all)).delivered()
			counts[fmt.Sprint("delivered ", want)]++
			if got := chop.Exchange(actions, -1); got != want {
				t.Fatalf("%d: causally delivered: %v\n%v", n, got, all)
			}
			if !want {
				break
			}
		}
	}
	atLeast(t, counts, map[string]int{"delivered true": 300, "delivered false": 100})
}

// TestCandidate compares Figure 6 with the definition of causal delivery: of the
// exchanges, with the candidate an orphan, and with its reception at the end.
func TestCandidate(t *testing.T) {
	counts := map[string]int{}
	for n, compared := 0, 0; compared < many(*executions); n++ {
		d := newDrawer(*seed<<34+uint64(n), n%3)
		chop := ksync.NewChop(d.receivers, d.senders)
		var all []ksync.Action
		var chosen *ksync.Action
		good := true
		for range 2 + d.IntN(4) {
			actions := d.exchange(1 + n%3)
			candidate := -1
			if chosen == nil {
				candidate = d.firstOrphan(t, all, actions)
			}
			if candidate >= 0 {
				chosen = &actions[candidate]
			}
			all = append(all, actions...)
			good = good && chop.Exchange(actions, candidate)
		}
		if chosen == nil || len(all) > 14 {
			continue
		}
		compared++
		e := execute(t, all)
		want := linesOf(e).delivered()
		if want {
			last := *chosen
			last.Send = false
			received := execute(t, append(slices.Clone(all), last))
			if m := received.Messages[received.Message(len(all))]; &all[m.Send] != &e.Actions[m.Send] {
				t.Fatal("another message is received")
			}
			want = linesOf(received).delivered()
		}
		counts[fmt.Sprint("feasible ", want)]++
		if good != want {
			t.Fatalf("%d: feasible: %v, candidate %v\n%v", n, good, *chosen, all)
		}
	}
	atLeast(t, counts, map[string]int{"feasible true": 60, "feasible false": 60})
}

// firstOrphan draws a send that isn't received, and isn't preceded by another
// one by the same process to the same queue; -1 if there is none.
func (d *drawer) firstOrphan(t *testing.T, before, actions []ksync.Action) int {
	e := execute(t, slices.Concat(before, actions))
	var list []int
	for i := range e.Messages {
		m := &e.Messages[i]
		isFirst := !slices.ContainsFunc(e.Messages[:i], func(o ksync.Message) bool {
			return !o.Matched() && o.Sender == m.Sender && o.Queue == m.Queue
		})
		if !m.Matched() && isFirst && m.Send >= len(before) {
			list = append(list, m.Send-len(before))
		}
	}
	if len(list) == 0 || d.IntN(3) == 0 {
		return -1
	}
	return list[d.IntN(len(list))]
}

// atLeast wants kinds of cases to come up.
func atLeast(t *testing.T, counts, least map[string]int) {
	t.Helper()
	t.Log(counts)
	for name, n := range least {
		if counts[name] < n {
			t.Errorf("%q came up %d times, want %d", name, counts[name], n)
		}
	}
}

package ksync_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/ksync"
)

var systems = flag.Int("ksync.systems", 3000, "random systems per test")

// decide decides about a system that is in the class.
func decide(t *testing.T, sys *model.System, options ksync.Options) *ksync.Result {
	t.Helper()
	r, err := ksync.Decide(sys, options)
	if err != nil {
		t.Fatalf("%v\n%s", err, spell(sys))
	}
	return r
}

func spell(sys *model.System) string {
	var b strings.Builder
	if err := sys.WriteText(&b); err != nil {
		return err.Error()
	}
	return b.String()
}

// TestSystems compares membership and reachability with all executions up to a
// length.
func TestSystems(t *testing.T) {
	counts := map[string]int{}
	number := many(*systems)
	if testing.Short() {
		number /= 2
	}
	for n := range number {
		s := *seed<<35 + uint64(n)
		checkSystem(t, drawSystem(s), ksync.Queues(n%3), 1+n/3%3, rand.New(rand.NewPCG(s, 17)), counts)
		if t.Failed() {
			t.Fatalf("system %d", n)
		}
	}
	atLeast(t, counts, map[string]int{
		"synchronisable": 200, "unsynchronisable": 50, "for no k": 40, "target reached": 150, "target not reached": 60, "all executions": 50,
	})
}

// checkSystem compares what is said about a system with its executions.
func checkSystem(t *testing.T, sys *model.System, queues ksync.Queues, k int, r *rand.Rand, counts map[string]int) {
	t.Helper()
	target := make([]int, len(sys.Processes))
	for p := range target {
		target[p] = r.IntN(len(sys.Processes[p].States)+1) - 1
	}
	got := decide(t, sys, ksync.Options{K: k, Queues: queues, States: 20_000, Target: target})
	counts[got.Verdict.String()]++
	w := newWorld(sys, queues)
	if got.Witness != nil {
		checkWitness(t, w, got, k, counts)
	}
	if got.Target != nil {
		counts["target reached"]++
		p := w.replay(got.Target)
		for i, q := range target {
			if p == nil || q >= 0 && !p.silently(i, q) {
				t.Fatalf("the execution doesn't lead to %v: %v\n%s", target, got.Target.Steps, spell(sys))
			}
		}
	}
	if got.Verdict != ksync.Synchronisable {
		return
	}
	if got.Target == nil {
		counts["target not reached"]++
	}
	taken := map[ksync.Place]bool{}
	all := w.explore(8, 800, func(p *place) {
		taken[p.last] = true
		if slices.Contains(got.Never, p.last) {
			t.Errorf("%v is never taken, but is in %v\n%s", p.last, p.actions, spell(sys))
		}
		e, err := ksync.NewExecution(p.actions)
		if err != nil {
			t.Fatal(err)
		}
		if !e.Conflicts().Synchronous(k, ksync.Messages) {
			t.Errorf("%v %d-synchronisable, but not %v\n%s", queues, k, p.actions, spell(sys))
		}
		hit := true
		for i, q := range p.at {
			hit = hit && (target[i] < 0 || target[i] == q)
			if !got.Reached[i][q] {
				t.Errorf("process %d never comes to %d, but does by %v\n%s", i, q, p.actions, spell(sys))
			}
		}
		if hit && got.Target == nil {
			t.Errorf("%v is never reached, but is by %v\n%s", target, p.actions, spell(sys))
		}
	})
	if all {
		counts["all executions"]++
		checkNever(t, sys, got.Never, taken)
	}
}

// checkNever compares transitions that are never taken with those that are in all
// executions.
func checkNever(t *testing.T, sys *model.System, never []ksync.Place, taken map[ksync.Place]bool) {
	t.Helper()
	for p := range sys.Processes {
		for q := range sys.Processes[p].States {
			for i := range sys.Processes[p].States[q].Transitions {
				if place := (ksync.Place{Process: p, State: q, Transition: i}); taken[place] == slices.Contains(never, place) {
					t.Errorf("%v taken: %v\n%s", place, taken[place], spell(sys))
				}
			}
		}
	}
}

// checkWitness wants an execution that isn't synchronous, by the definition, and none of whose
// last actions could be left out.
func checkWitness(t *testing.T, w *world, got *ksync.Result, k int, counts map[string]int) {
	t.Helper()
	p := w.replay(got.Witness)
	if p == nil {
		t.Fatalf("the witness doesn't run: %v\n%s", got.Witness.Steps, spell(w.sys))
	}
	e, err := ksync.NewExecution(p.actions)
	if err != nil {
		t.Fatal(err)
	}
	turned := e.Conflicts().Turn() != nil
	if l := linesOf(e); l.synchronous(k) || turned && l.synchronous(len(e.Messages)) {
		t.Fatalf("the witness is %d-synchronous: %v\n%s", k, p.actions, spell(w.sys))
	}
	if got.Always() {
		counts["for no k"]++
	}
	if got.Always() && !turned || len(got.Witness.Component) == 0 {
		t.Fatalf("turned %v, component %v", turned, got.Witness.Component)
	}
}

// TestFigure7 compares membership with Theorem 8 on systems that have one message
// sequence chart only, and its prefixes: no process has a choice.
func TestFigure7(t *testing.T) {
	counts := map[string]int{}
	for n, compared := 0, 0; compared < many(*executions); n++ {
		d := newDrawer(*seed<<36+uint64(n), n%3)
		e := execute(t, d.sequence(4+d.IntN(10), true))
		if !e.Delivered() {
			continue
		}
		compared++
		k := 1 + n/3%3
		got := decide(t, d.linear(e), ksync.Options{K: k, States: 100_000})
		counts[got.Verdict.String()]++
		g := e.Conflicts()
		if want := g.Synchronous(k, ksync.Messages); want != (got.Verdict == ksync.Synchronisable) || got.Verdict == ksync.Unknown {
			t.Fatalf("%d: k %d: %v, %s\n%v", n, k, got.Verdict, got.Reason, e.Actions)
		}
		actions := decide(t, d.linear(e), ksync.Options{K: k, Measure: ksync.Actions, States: 100_000})
		if want := g.Synchronous(k, ksync.Actions); want != (actions.Verdict == ksync.Synchronisable) {
			t.Fatalf("%d: %d actions: %v, %s\n%v", n, 2*k, actions.Verdict, actions.Reason, e.Actions)
		}
	}
	atLeast(t, counts, map[string]int{"synchronisable": 100, "unsynchronisable": 30})
}

// linear is the system whose processes do what they do in an execution.
func (d *drawer) linear(e *ksync.Execution) *model.System {
	sys := &model.System{Name: "linear"}
	for q := range d.receivers {
		sys.Objects = append(sys.Objects, model.Object{Kind: model.Channel, Name: fmt.Sprint("c", q), Owner: -1})
	}
	for p := range d.processes {
		sys.Processes = append(sys.Processes, model.Automaton{Name: string(rune('p' + p)), States: make([]model.State, 1)})
	}
	for _, content := range d.contents {
		o := &sys.Objects[content[0]]
		o.Labels = append(o.Labels, model.Label{Name: fmt.Sprint("m", content[2])})
	}
	for _, a := range e.Actions {
		states := &sys.Processes[a.Process()].States
		last := &(*states)[len(*states)-1]
		label := 0
		for _, c := range d.contents[:a.Content] {
			if c[0] == a.Queue {
				label++
			}
		}
		kind := model.Receive
		if a.Send {
			kind = model.Send
		}
		last.Transitions = append(last.Transitions, model.Transition{Kind: kind, Object: a.Queue, Label: label, To: len(*states)})
		*states = append(*states, model.State{})
	}
	for i := range sys.Objects {
		if o := &sys.Objects[i]; len(o.Labels) == 0 {
			o.Labels = []model.Label{{Name: "none"}}
		}
	}
	return sys
}

// parse reads a system.
func parse(t *testing.T, text string) *model.System {
	t.Helper()
	sys, err := model.Parse(text, "x")
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// TestLeastK searches the least size.
func TestLeastK(t *testing.T) {
	tests := []struct {
		name, text string
		queues     ksync.Queues
		verdict    ksync.Verdict
		k          int
		always     bool
	}{
		{"a crossing", "p: q!a; q?b; end q: p!b; p?a; end", ksync.PerReceiver, ksync.Synchronisable, 2, false},
		{"a crossing for ever", "p: rec x. q!a; q?b; x q: rec x. p!b; p?a; x", ksync.PerReceiver, ksync.Synchronisable, 2, false},
		{"Example 12 of [LY19]", "p: q!a; q?c; q!b; q?d; end q: p!c; p!d; p?a; p?b; end", ksync.PerReceiver, ksync.Unsynchronisable, 1, true},
		{
			"Figure 2c", "p: q!v2; r!v4; end s: q!v3; r!v5; end q: r!v1; p?v2; s?v3; end r: p?v4; s?v5; q?v1; end",
			ksync.PerReceiver, ksync.Synchronisable, 5, false,
		},
		{"a producer", "p: rec x. q!a; x q: rec x. p?a; x", ksync.PerReceiver, ksync.Synchronisable, 1, false},
		{"an answer", "p: rec x. q!a; q?b; x q: rec x. p?a; p!b; x", ksync.PerReceiver, ksync.Synchronisable, 1, false},
		{"queues tell senders apart", "p: r!a; q!b; end q: p?b; r!c; end r: q?c; p?a; end", ksync.PerPair, ksync.Unsynchronisable, 1, true},
		{"a mailbox doesn't", "p: r!a; q!b; end q: p?b; r!c; end r: q?c; p?a; end", ksync.PerReceiver, ksync.Synchronisable, 1, false},
		{"more than is tried", "p: q!a; q!a; q!a; q!a; q!a; q?b; end q: p!b; p?a; p?a; p?a; p?a; p?a; end", ksync.PerPair, ksync.Unknown, 5, false},
	}
	for _, test := range tests {
		r := decide(t, parse(t, test.text), ksync.Options{Queues: test.queues, Max: 5})
		if r.Verdict != test.verdict || r.K != test.k || r.Always() != test.always {
			t.Errorf("%s: %v, k %d, always %v: %s", test.name, r.Verdict, r.K, r.Always(), r.Reason)
		}
	}
}

// TestCircleOfMailboxes has two processes that send to r and s in opposite orders. If both receive
// the second message of each first, all four are under way at once; in mailboxes each of them would have
// to be sent before another one. Only t can tell.
func TestCircleOfMailboxes(t *testing.T) {
	sys := parse(t, `
p: r!a; s!b; end
q: s!c; r!d; end
r: {p?a; q?d; end, q?d; p?a; t!x; end}
s: {q?c; p?b; end, p?b; q?c; t!y; end}
t: r?x; s?y; end
`)
	for queues, want := range map[ksync.Queues]bool{ksync.PerPair: true, ksync.PerReceiver: false} {
		r := decide(t, sys, ksync.Options{K: 4, Queues: queues})
		if r.Verdict != ksync.Synchronisable || r.Reached[4][2] != want {
			t.Errorf("%v: %v, reached %v, want %v", queues, r.Verdict, r.Reached[4], want)
		}
	}
	if r := decide(t, sys, ksync.Options{Queues: ksync.PerPair}); r.K != 4 {
		t.Errorf("the least k is %d, want 4", r.K)
	}
}

// TestUnreached lists states to which no execution leads.
func TestUnreached(t *testing.T) {
	r := decide(t, parse(t, "p: {q!a; end, q!b; q?never; end} q: {p?a; end, p?c; p!d; end}"), ksync.Options{K: 1})
	var never []string
	for p, states := range r.Reached {
		for q, ok := range states {
			if !ok {
				never = append(never, fmt.Sprint(p, ":", q))
			}
		}
	}
	if fmt.Sprint(never) != "[1:2]" || r.Verdict != ksync.Synchronisable {
		t.Errorf("%v, never reached: %v", r.Verdict, never)
	}
}

// TestRefused has systems that are out of the class.
func TestRefused(t *testing.T) {
	sys := func(transitions string) string {
		return "system \"s\"\nobject channel \"c\" cap 1 labels { \"m\" }\nobject mutex \"l\"\nprocess \"p\"\nstate 0\n" + transitions + "state 1\nprocess \"q\"\nstate 0\n  receive 0 0 -> 1\nstate 1\n"
	}
	tests := []struct{ text, want string }{
		{sys("  lock 1 0 -> 1 @ \"f.go\" 3:2-3:5\n"), "f.go:3:2: p, state 0: lock is neither a send nor a receive"},
		{sys("  receive 0 0 -> 1 @ \"f.go\" 3:2-3:5\n"), `channel "c" has another receiver`},
		{sys("  send -1 0 -> 1\n"), "p, state 0: send on the nil channel"},
		{sys("  tau -1 0 -> 1 doubt \"a length\"\n"), "p, state 0: a step in doubt (a length)"},
		{sys("  receive-closed 0 0 -> 1\n") + "process \"r\"\nstate 0\n  close 0 0 -> 1\nstate 1\n", "p, state 0: receive-closed is neither a send nor a receive"},
		{strings.Replace(sys(""), "state 1\n", "state 1\n  receive 0 0 -> 1\n", 1), `channel "c" has another receiver, p`},
		{strings.Replace(sys(""), "receive 0 0 -> 1\n", "receive 0 0 -> 1\n  send 0 0 -> 1\n", 1), `q, state 0: channel "c" leads from the process to itself`},
	}
	for _, test := range tests {
		_, err := ksync.Decide(parse(t, test.text), ksync.Options{K: 1})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
	if _, err := ksync.Decide(parse(t, sys("  receive-closed 0 0 -> 1\n  fault 0 0 -> 1\n")), ksync.Options{K: 1}); err != nil {
		t.Errorf("%v, but nobody closes the channel", err)
	}
}

// TestLimits has systems that are too large, and wants the limit for an answer.
func TestLimits(t *testing.T) {
	var star strings.Builder
	for p := range 70 {
		fmt.Fprintf(&star, "p%d: rec x. hub!a; x\n", p)
	}
	star.WriteString("hub: rec x. {")
	for p := range 70 {
		fmt.Fprintf(&star, "%s p%d?a; x", []string{",", ""}[min(1, max(0, 1-p))], p)
	}
	star.WriteString("}")
	wide := &strings.Builder{}
	for p := range 20 {
		fmt.Fprintf(wide, "a%d: rec x. {b%d!m; b%d!n; x, b%d!n; x} b%d: rec x. {a%d?m; x, a%d?n; x} ", p, p, p, p, p, p, p)
	}
	tests := []struct {
		name, text string
		options    ksync.Options
		want       string
	}{
		{"participants", star.String(), ksync.Options{K: 1}, "more than 64 participants"},
		{"messages", "p: q!a; end q: p?a; end", ksync.Options{K: 100}, "exchanges of more than 31 messages"},
		{"nodes", wide.String(), ksync.Options{K: 1, States: 1000}, "more than 1000 configurations"},
		{"exchanges", wide.String(), ksync.Options{K: 30, States: 1000}, "enumerating the exchanges took more than 8000 steps"},
	}
	for _, test := range tests {
		r := decide(t, parse(t, test.text), test.options)
		if r.Verdict != ksync.Unknown || !r.Inconclusive || !strings.Contains(r.Reason, test.want) {
			t.Errorf("%s: %v, %s", test.name, r.Verdict, r.Reason)
		}
	}
}

// TestDeterministic decides twice.
func TestDeterministic(t *testing.T) {
	for n := range 50 {
		sys := drawSystem(uint64(n))
		a := decide(t, sys, ksync.Options{K: 2, Queues: ksync.PerReceiver})
		b := decide(t, sys, ksync.Options{K: 2, Queues: ksync.PerReceiver})
		if fmt.Sprint(a.Reason, a.States, a.Witness == nil) != fmt.Sprint(b.Reason, b.States, b.Witness == nil) ||
			a.Witness != nil && !slices.Equal(a.Witness.Steps, b.Witness.Steps) {
			t.Errorf("%d: %v and %v", n, a, b)
		}
	}
}

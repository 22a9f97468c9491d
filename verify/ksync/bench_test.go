package ksync_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/ksync"
)

// ring has processes of so many states, each of which sends to the next and receives from the one
// before it, in turns; the first receives first.
func ring(processes, states int) string {
	var b strings.Builder
	for p := range processes {
		fmt.Fprintf(&b, "p%d: rec x. ", p)
		for i := range states / 2 {
			send, receive := fmt.Sprintf("p%d!m%d; ", (p+1)%processes, i%2), fmt.Sprintf("p%d?m%d; ", (p+processes-1)%processes, i%2)
			if p == 0 {
				send, receive = receive, send
			}
			b.WriteString(send + receive)
		}
		b.WriteString("x\n")
	}
	return b.String()
}

// chain has a process that sends on and on, and others that hand on what they receive.
func chain(processes, states int) string {
	var b strings.Builder
	for p := range processes {
		fmt.Fprintf(&b, "p%d: rec x. ", p)
		for i := range states {
			switch {
			case p == 0:
				fmt.Fprintf(&b, "p1!m%d; ", i/2%2)
			case p == processes-1:
				fmt.Fprintf(&b, "p%d?m%d; ", p-1, i/2%2)
			case i%2 == 0:
				fmt.Fprintf(&b, "p%d?m%d; ", p-1, i/2%2)
			default:
				fmt.Fprintf(&b, "p%d!m%d; ", p+1, i/2%2)
			}
		}
		b.WriteString("x\n")
	}
	return b.String()
}

// star has clients that choose what to ask a server, and may ask again.
func star(processes int) string {
	var b strings.Builder
	b.WriteString("server: rec x. {")
	for c := 1; c < processes; c++ {
		fmt.Fprintf(&b, "%s c%d?get; c%d!data; x, c%d?put; x", []string{"", ","}[min(c-1, 1)], c, c, c)
	}
	b.WriteString("}\n")
	for c := 1; c < processes; c++ {
		fmt.Fprintf(&b, "c%d: rec x. { server!get; server?data; x, server!put; server!put; server!get; server?data; x }\n", c)
	}
	return b.String()
}

// protocol draws a system of processes that follow a random global protocol of loops and
// choices.
func protocol(processes, states int, seed uint64) *model.System {
	r := rand.New(rand.NewPCG(seed, 19))
	sys := &model.System{Name: "protocol"}
	for p := range processes {
		sys.Processes = append(sys.Processes, model.Automaton{Name: fmt.Sprint("p", p), States: make([]model.State, states)})
	}
	channels := map[[2]int]int{}
	at := make([]int, processes)
	for range processes * states {
		s := r.IntN(processes)
		q := (s + 1 + r.IntN(processes-1)) % processes
		c, ok := channels[[2]int{s, q}]
		if !ok {
			c = len(sys.Objects)
			channels[[2]int{s, q}] = c
			sys.Objects = append(sys.Objects, model.Object{Kind: model.Channel, Name: fmt.Sprint(s, "→", q), Owner: -1, Labels: []model.Label{{Name: "a"}, {Name: "b"}}})
		}
		label := r.IntN(2)
		for _, step := range []struct {
			p    int
			kind model.Kind
		}{{s, model.Send}, {q, model.Receive}} {
			from := &sys.Processes[step.p].States[at[step.p]]
			at[step.p] = (at[step.p] + 1) % states
			if r.IntN(4) == 0 {
				at[step.p] = r.IntN(states)
			}
			from.Transitions = append(from.Transitions, model.Transition{Kind: step.kind, Object: c, Label: label, To: at[step.p]})
		}
	}
	return sys
}

// large are systems of 6 processes of 6 states, by name.
func large(t testing.TB) (names []string, list map[string]*model.System) {
	list = map[string]*model.System{}
	for name, text := range map[string]string{"ring": ring(6, 6), "chain": chain(6, 6), "star": star(6)} {
		sys, err := model.Parse(text, name)
		if err != nil {
			t.Fatal(err)
		}
		list[name] = sys
	}
	for seed := range uint64(6) {
		list[fmt.Sprint("protocol ", seed)] = protocol(6, 6, seed)
	}
	return slices.Sorted(maps.Keys(list)), list
}

// BenchmarkMembership decides about systems of 6 processes of 6 states.
func BenchmarkMembership(b *testing.B) {
	names, list := large(b)
	for _, name := range names {
		for i, queues := range []string{"channels", "pairs", "mailboxes"} {
			b.Run(name+"/"+queues, func(b *testing.B) {
				states := 0
				for b.Loop() {
					states = decideLarge(b, list[name], ksync.Queues(i)).States
				}
				b.ReportMetric(float64(states)/(b.Elapsed().Seconds()/float64(b.N)), "nodes/s")
			})
		}
	}
}

func decideLarge(t testing.TB, sys *model.System, queues ksync.Queues) *ksync.Result {
	r, err := ksync.Decide(sys, ksync.Options{K: 3, Queues: queues, Thorough: true})
	if err != nil || r.Verdict == ksync.Unknown {
		t.Fatalf("%v, %v", err, r)
	}
	return r
}

// TestLarge wants an answer about each of these, within the limit on nodes.
func TestLarge(t *testing.T) {
	names, list := large(t)
	for _, name := range names {
		for queues := ksync.PerChannel; queues <= ksync.PerReceiver; queues++ {
			if testing.Short() && name == "star" {
				continue // a second each
			}
			r := decideLarge(t, list[name], queues)
			if isProtocol := strings.HasPrefix(name, "protocol"); isProtocol != (r.Verdict == ksync.Unsynchronisable) {
				t.Errorf("%s: %v: %s", name, r.Verdict, r.Reason)
			}
		}
	}
}

package ksync_test

import (
	"math/rand/v2"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/ksync"
)

// FuzzKSync compares membership and reachability with the executions of a system of
// three processes that the bytes describe: semantics and size first, then three bytes to a
// transition.
func FuzzKSync(f *testing.F) {
	f.Add([]byte{0, 1, 0, 0x10, 1, 0, 0x21, 0})
	f.Add([]byte{5, 0, 0x04, 0, 0, 0x14, 1, 1, 0x04, 1, 1, 0x14, 0})
	f.Add([]byte{2, 1, 0, 3, 0x11, 1, 4, 0x22, 2, 1, 0x01, 5})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 4 || len(data) > 40 {
			return
		}
		queues, k := ksync.Queues(data[0]%3), 1+int(data[0]/3%3)
		sys := decode(data[1:])
		if _, err := ksync.Decide(sys, ksync.Options{K: 1, States: 10}); err != nil {
			return
		}
		checkSystem(t, sys, queues, k, rand.New(rand.NewPCG(uint64(data[0]), 1)), map[string]int{})
	})
}

// decode makes a system of bytes: a process and a channel, two states, the kind and the
// label. Channel c belongs to process c, which receives from it, and the fourth to the first.
func decode(data []byte) *model.System {
	sys := &model.System{Name: "fuzzed"}
	for p := range 3 {
		sys.Processes = append(sys.Processes, model.Automaton{Name: string(rune('p' + p)), States: make([]model.State, 3)})
	}
	for c := range 4 {
		sys.Objects = append(sys.Objects, model.Object{Kind: model.Channel, Name: string(rune('a' + c)), Owner: -1, Labels: []model.Label{{Name: "x"}, {Name: "y"}}})
	}
	for ; len(data) >= 3; data = data[3:] {
		p, c := int(data[0]%3), int(data[0]/3%4)
		t := model.Transition{Kind: model.Send, Object: c, Label: int(data[2] / 2 % 2), To: int(data[1] / 3 % 3)}
		switch {
		case c%3 == p:
			t.Kind = model.Receive
		case data[2]%16 == 15:
			t = model.Transition{Kind: model.Tau, Object: -1, To: t.To}
		}
		s := &sys.Processes[p].States[data[1]%3]
		s.Transitions = append(s.Transitions, t)
	}
	return sys
}

package chancheck

import (
	"slices"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

func TestConditionsAreAboutThings(t *testing.T) {
	for condition, want := range map[string][]string{
		"ok":                      {"ok"},
		"!ok":                     {"ok"},
		"c.n == 0":                {".n"},
		"c.part.m[k] < c.limit":   {".part.m", ".limit"},
		"len(c.items) > n && !ok": {".items", "n", "ok"},
		"seen[k]":                 {"seen"},
		"a condition":             {"a condition"}, // which is no Go
	} {
		if got := thingsIn(condition); !slices.Equal(got, want) {
			t.Errorf("%s is about %q, not %q", condition, got, want)
		}
	}
}

// TestAnswersAboutOneThingBelongTogether has one who asks twice, for the same or not, or two who ask
// once each.
func TestAnswersAboutOneThingBelongTogether(t *testing.T) {
	const remembered = "the content of a map is asked for"
	asks := func(doubt string, conditions ...string) model.Automaton {
		a := model.Automaton{States: make([]model.State, len(conditions)+1)}
		for i, c := range conditions {
			a.States[i].Transitions = []model.Transition{{Kind: model.Tau, Object: -1, To: i + 1, Text: c, Doubt: doubt}}
		}
		return a
	}
	for _, test := range []struct {
		name      string
		processes []model.Automaton
		want      bool
	}{
		{"the same twice", []model.Automaton{asks(remembered, "c.n == 0", "c.n != 0")}, true},
		{"two things", []model.Automaton{asks(remembered, "c.n == 0", "c.k != 0")}, false},
		{"what isn't remembered", []model.Automaton{asks("something else", "c.n == 0", "c.n != 0")}, false},
		{"two who ask for one field", []model.Automaton{asks(remembered, "c.n == 0"), asks(remembered, "s.n != 0")}, true},
		{"two who ask for their own", []model.Automaton{asks(remembered, "ok"), asks(remembered, "!ok")}, false},
	} {
		sys := &model.System{Processes: test.processes}
		var trace []verify.Step
		for p := range sys.Processes {
			for i := range len(sys.Processes[p].States) - 1 {
				trace = append(trace, verify.Step{Process: p, State: i})
			}
		}
		if got := isAskedTwice(sys, trace); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
	}
}

package model_test

import (
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
)

// A test that may close and then go either way, or is bound to be given up after a timeout.
const givenUp = `system ""
object channel "c" cap 0 labels { "" }
process "TestF"
state 0
  receive 0 0 -> 1
  tau -1 0 -> 2
state 1
state 2
  close 0 0 -> 3
  fault 0 0 -> 4
state 3
  exit -1 0 -> 1 "the test is given up"
state 4
  exit -1 0 -> 1 "close of closed channel"
`

func parsed(t *testing.T, text string) *model.System {
	t.Helper()
	sys, err := model.ParseText(strings.NewReader(text), "test")
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

func TestTestsThatAreGivenUpGoOn(t *testing.T) {
	sys := parsed(t, givenUp)
	all := sys.WithoutAbandoning()
	if got := all.Processes[0].States[3].Transitions[0]; got.Kind != model.Tau || got.To != 1 || got.Text != model.Abandoned || got.Assumes() {
		t.Errorf("got %+v", got)
	}
	if got := all.Processes[0].States[4].Transitions[0].Kind; got != model.Exit {
		t.Errorf("a panic is no end any more, but %s", got)
	}
	if sys.Processes[0].States[3].Transitions[0].Kind != model.Exit {
		t.Error("the system was changed")
	}
	if all.WithoutAbandoning() != nil {
		t.Error("there is something left to change")
	}
}

func TestTestsAreGivenUpAsSoonAsTheyAreBoundToBe(t *testing.T) {
	sys := parsed(t, givenUp)
	early := sys.AbandonedEarly()
	for state, want := range []bool{false, false, true, true, false} {
		list := early.Processes[0].States[state].Transitions
		if got := len(list) == 1 && list[0].Kind == model.Exit && list[0].Text == model.Abandoned; got != want {
			t.Errorf("state %d is given up: %t", state, got)
		}
	}
	if sys.Processes[0].States[2].Transitions[0].Kind != model.Close {
		t.Error("the system was changed")
	}
	for name, text := range map[string]string{
		"one that only panics": strings.ReplaceAll(givenUp, model.Abandoned, "other"),
		"one that may go on":   strings.Replace(givenUp, "  close 0 0 -> 3", "  close 0 0 -> 1", 1),
		"one that may loop":    strings.Replace(givenUp, "  close 0 0 -> 3", "  close 0 0 -> 3\n  tau -1 0 -> 2", 1),
	} {
		if parsed(t, text).AbandonedEarly() != nil {
			t.Errorf("%s is given up early", name)
		}
	}
}

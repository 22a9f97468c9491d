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
	early := sys.OverEarly()
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
		if parsed(t, text).OverEarly() != nil {
			t.Errorf("%s is given up early", name)
		}
	}
}

// A goroutine that panics, and closes a channel first, which panics if somebody else has.
const dying = `system ""
object channel "c" cap 0 labels { "" }
process "F"
state 0
process "go"
state 0
  tau -1 0 -> 1 "a panic begins"
  tau -1 0 -> 3 "n > 0"
state 1
  close 0 0 -> 2
  fault 0 0 -> 4
state 2
  exit -1 0 -> 3 "panic"
state 3
state 4
  crash -1 0 -> 3 "close of closed channel"
`

func TestWhoPanicsIsOverAtOnce(t *testing.T) {
	sys := parsed(t, dying)
	if step := &sys.Processes[1].States[0].Transitions[0]; !step.BeginsToPanic() || step.Assumes() {
		t.Errorf("%+v is no beginning, or an assumption", step)
	}
	list := sys.OverEarly().Processes[1].States[0].Transitions
	if list[0].Kind != model.Exit || list[1].Kind != model.Tau {
		t.Errorf("got %+v", list)
	}
	if sys.Processes[1].States[0].Transitions[0].Kind != model.Tau {
		t.Error("the system was changed")
	}
	if parsed(t, strings.Replace(dying, `exit -1 0 -> 3 "panic"`, "tau -1 0 -> 3", 1)).OverEarly() != nil {
		t.Error("one that recovers is over")
	}
}

// A test that waits for a message, or until the time is up, when it fails and goes on, and a goroutine that fails.
const failing = `system ""
object channel "c" cap 0 labels { "" }
process "TestF"
state 0
  receive 0 0 -> 2
  tau -1 0 -> 1
state 1
  tau -1 0 -> 2 "the test fails"
state 2
  close 0 0 -> 3
state 3
process "go"
state 0
  tau -1 0 -> 1 "the test fails"
state 1
`

// TestTestsEndWhereTheyFail: for the test itself that is the regular end, for which it may have had to wait.
func TestTestsEndWhereTheyFail(t *testing.T) {
	sys := parsed(t, failing)
	if step := &sys.Processes[0].States[1].Transitions[0]; !step.Fails() || step.Assumes() {
		t.Errorf("%+v is no failure, or an assumption", step)
	}
	ending := sys.EndingAtFailure()
	if got := ending.Processes[0].States[1].Transitions[0]; got.Kind != model.Exit || got.Text != "" {
		t.Errorf("the test does %+v", got)
	}
	if got := ending.Processes[1].States[0].Transitions[0]; got.Kind != model.Exit || got.Text != model.Abandoned {
		t.Errorf("the goroutine does %+v", got)
	}
	if waits := ending.Processes[0].States[0].Transitions; waits[0].Lasts || !waits[1].Lasts {
		t.Errorf("the test waits by %+v", waits)
	}
	if sys.Processes[0].States[1].Transitions[0].Kind != model.Tau || sys.Processes[0].States[0].Transitions[1].Lasts {
		t.Error("the system was changed")
	}
	if ending.EndingAtFailure() != nil {
		t.Error("there is something left to change")
	}
}

package model

import (
	"strings"
	"testing"
)

// TestAttainedRulesOutWhatNobodyServes has a root that starts two processes: whether the last state
// of each of them is ever reached.
func TestAttainedRulesOutWhatNobodyServes(t *testing.T) {
	const root = "object channel \"c\" cap CAP labels { \"v\" }\nobject waitgroup \"wg\"\nfamily \"F\" { 1 }\nfamily \"G\" { 2 }\nprocess \"root\"\nstate 0\n  FIRST -> 1\nstate 1\n  spawn 0 0 -> 2\nstate 2\n  spawn 1 0 -> 3\nstate 3\n"
	for _, test := range []struct {
		name, capacity, first, one, other string
		isReached, isOtherReached         bool
	}{
		{"a message that is sent", "0", "tau -1 0", "receive 0 -1", "send 0 0", true, true},
		{"a message that nobody sends", "1", "tau -1 0", "receive 0 -1", "tau -1 0", false, true},
		{"two who wait for a message", "0", "tau -1 0", "receive 0 -1", "receive 0 -1", false, false},
		{"a full channel", "0", "tau -1 0", "send 0 0", "tau -1 0", false, true},
		{"room in a channel", "1", "tau -1 0", "send 0 0", "receive 0 -1", true, true},
		{"a close", "0", "tau -1 0", "receive-closed 0 0", "close 0 0", true, true},
		{"no close", "1", "tau -1 0", "receive-closed 0 0", "send 0 0", false, true},
		{"a group that nobody lowers", "0", "add 1 1", "wait 1 0", "add 1 1", false, true},
		{"one that somebody lowers", "0", "add 1 1", "wait 1 0", "add 1 -1", true, true},
		{"one that isn't raised at first", "0", "tau -1 0", "wait 1 0", "add 1 1", true, true},
		{"nil", "0", "tau -1 0", "send -1 0", "tau -1 0", true, true},
	} {
		text := "system \"s\"\n" + strings.NewReplacer("CAP", test.capacity, "FIRST", test.first).Replace(root) +
			"process \"f\"\nstate 0\n  " + test.one + " -> 1\nstate 1\nprocess \"g\"\nstate 0\n  " + test.other + " -> 1\nstate 1\n"
		sys, err := ParseText(strings.NewReader(text), test.name)
		if err != nil {
			t.Fatal(err)
		}
		attained := sys.Attain()
		if got := attained.Reaches(1, 1); got != test.isReached {
			t.Errorf("%s: the one passes: %t", test.name, got)
		}
		if got := attained.Reaches(2, 1); got != test.isOtherReached {
			t.Errorf("%s: the other passes: %t", test.name, got)
		}
	}
}

// TestWhoIsThereTwiceServesHimself: a process that is started once doesn't.
func TestWhoIsThereTwiceServesHimself(t *testing.T) {
	const text = "system \"s\"\nobject channel \"c\" cap 0 labels { \"v\" }\nfamily \"F\" { 1 }\nprocess \"root\"\nstate 0\n  spawn 0 0 -> 1\nstate 1\n  STEP -> 2\nstate 2\nprocess \"f\"\nstate 0\n  send 0 0 -> 1\n  receive 0 -1 -> 1\nstate 1\n"
	for step, want := range map[string]bool{"tau -1 0": false, "spawn 0 0": true} {
		sys, err := ParseText(strings.NewReader(strings.Replace(text, "STEP", step, 1)), "s")
		if err != nil {
			t.Fatal(err)
		}
		if got := sys.Attain().Reaches(1, 1); got != want {
			t.Errorf("after %s somebody passes: %t", step, got)
		}
	}
}

package verify_test

import (
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// TestNeeded: of what an execution assumes, only that without which the finding would not come about is
// needed. The worker always sends, so that it leaks where main doesn't receive.
func TestNeeded(t *testing.T) {
	const sends = `state 0
		send 0 0 -> 1
		state 1`
	for _, test := range []struct {
		name, main, worker, want string
	}{
		{
			"what keeps main from receiving",
			`tau -1 0 -> 2 "ok"
			tau -1 0 -> 3 "!ok"
			state 2
			receive 0 0 -> 3
			state 3`,
			sends, "!ok",
		},
		{
			"it makes no difference",
			`tau -1 0 -> 2 "ok"
			tau -1 0 -> 3 "!ok"
			state 2
			close 1 0 -> 3
			state 3`,
			sends, "",
		},
		{
			"the first doesn't matter, the second does",
			`tau -1 0 -> 2 "a"
			tau -1 0 -> 3 "!a"
			state 2
			close 1 0 -> 4
			state 3
			tau -1 0 -> 4
			state 4
			tau -1 0 -> 5 "b"
			tau -1 0 -> 6 "!b"
			state 5
			receive 0 0 -> 6
			state 6`,
			sends, "!b",
		},
		{
			"without it something else would have to be assumed",
			`tau -1 0 -> 2 "a"
			tau -1 0 -> 3 "!a"
			state 2
			state 3
			tau -1 0 -> 2 "b"
			tau -1 0 -> 4 "!b"
			state 4
			receive 0 0 -> 2`,
			sends, "a",
		},
		{
			"for each answer somebody may go on so that it comes about",
			`tau -1 0 -> 2 "n == 0"
			tau -1 0 -> 3 "n == 1"
			state 2
			tau -1 0 -> 4
			tau -1 0 -> 5
			state 3
			tau -1 0 -> 4
			tau -1 0 -> 5
			state 4
			receive 0 0 -> 5
			state 5`,
			sends, "",
		},
		{
			"for one answer nobody may",
			`tau -1 0 -> 2 "n == 0"
			tau -1 0 -> 3 "n == 1"
			state 2
			tau -1 0 -> 4
			tau -1 0 -> 5
			state 3
			tau -1 0 -> 4
			state 4
			receive 0 0 -> 5
			state 5`,
			sends, "n == 0",
		},
		{
			"without it nothing may fail",
			`tau -1 0 -> 2 "a"
			tau -1 0 -> 3 "!a"
			state 2
			state 3
			tau -1 0 -> 2 "err == nil"
			tau -1 0 -> 4 "err != nil"
			state 4
			receive 0 0 -> 2`,
			sends, "",
		},
		{
			"either of two will do, but not none",
			`tau -1 0 -> 2 "a"
			tau -1 0 -> 3 "!a"
			state 2
			close 1 0 -> 4
			state 3
			tau -1 0 -> 4 "b"
			tau -1 0 -> 5 "!b"
			state 4
			state 5
			receive 0 0 -> 4`,
			sends, "a",
		},
		{
			"what a helper finds out for one caller says nothing about another one",
			`tau -1 0 -> 2 "err == nil" @ "h.go" 5:1-5:9 via "m.go" 1:1-1:9
			tau -1 0 -> 3 "err != nil" @ "h.go" 5:1-5:9 via "m.go" 1:1-1:9
			state 2
			tau -1 0 -> 5
			state 3
			close 1 0 -> 4
			state 4
			tau -1 0 -> 5
			state 5
			tau -1 0 -> 6 "err == nil" @ "h.go" 5:1-5:9 via "m.go" 2:1-2:9
			tau -1 0 -> 7 "err != nil" @ "h.go" 5:1-5:9 via "m.go" 2:1-2:9
			state 6
			state 7
			receive 0 0 -> 6`,
			sends, "m.go:2:1 err == nil",
		},
		{
			"how often it is done doesn't matter",
			`tau -1 0 -> 4 "n <= 0" doubt "whether there is one"
			tau -1 0 -> 2 "n >= 1"
			state 2
			close 1 0 -> 3
			state 3
			tau -1 0 -> 4 "n == 1"
			state 4
			tau -1 0 -> 5 "!ok"
			tau -1 0 -> 6 "ok"
			state 5
			state 6
			receive 0 0 -> 5`,
			sends, "!ok",
		},
		{
			"it matters that it is done",
			`tau -1 0 -> 6 "n <= 0"
			tau -1 0 -> 2 "n >= 1"
			state 2
			close 1 0 -> 3
			state 3
			tau -1 0 -> 4 "n == 1"
			state 4
			tau -1 0 -> 5 "!ok"
			tau -1 0 -> 6 "ok"
			state 5
			state 6
			receive 0 0 -> 5`,
			sends, "n >= 1 n == 1 !ok",
		},
		{
			"there is no alternative",
			`tau -1 0 -> 2 "a"
			state 2`,
			sends, "a",
		},
		{
			"who is stuck may assume what he likes",
			`tau -1 0 -> 2 "!ok"
			tau -1 0 -> 3 "ok"
			state 2
			state 3
			receive 0 0 -> 2`,
			`state 0
			tau -1 0 -> 1 "a"
			tau -1 0 -> 2 "!a"
			state 1
			close 1 0 -> 3
			state 2
			tau -1 0 -> 3
			state 3
			send 0 0 -> 4
			state 4`, "!ok",
		},
		{
			"what is in doubt is not assumed",
			`tau -1 0 -> 2 doubt "a"
			tau -1 0 -> 3 doubt "a"
			state 2
			state 3
			close 1 0 -> 2`,
			sends, "",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			sys := systemOf(t, test.main, []string{test.worker})
			oneLoop(sys)
			result := verify.Check(sys, verify.Options{})
			if len(result.Findings) != 1 {
				t.Fatalf("%d findings", len(result.Findings))
			}
			f := &result.Findings[0]
			var got []string
			for i, needed := range verify.Needed(sys, f) {
				if s := f.Trace[i]; needed {
					t := sys.Processes[s.Process].States[s.State].Transitions[s.Transition]
					for _, call := range t.Via {
						got = append(got, call.String())
					}
					got = append(got, t.Text)
				}
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("needed is %q, want %q", got, test.want)
			}
		})
	}
}

// oneLoop puts all that is asked about n at one place.
func oneLoop(sys *model.System) {
	for p := range sys.Processes {
		for _, state := range sys.Processes[p].States {
			for i := range state.Transitions {
				if strings.HasPrefix(state.Transitions[i].Text, "n ") {
					state.Transitions[i].Site = model.Site{File: "m.go", Line: 3}
				}
			}
		}
	}
}

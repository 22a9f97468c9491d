package verify_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// answers are small systems, main and one or two workers over an unbuffered
// channel 0 and a buffered channel 1, with what Check says of them: its answer,
// findings, and what may go wrong with the steps in doubt that it hangs on, as
// process/state/transition.
var answers = []struct {
	name    string
	main    string
	workers []string
	want    string
}{
	{
		"a flag may well never change",
		`receive 0 0 -> 2
		state 2`,
		[]string{`state 0
		tau -1 0 -> 0 doubt "stop"
		tau -1 0 -> 1 doubt "stop"
		state 1
		send 0 0 -> 2
		state 2`},
		"unknown; deadlock 0/1 hangs on 1/0/1",
	},
	{
		"the outside world is fair",
		`receive 0 0 -> 2
		state 2`,
		[]string{`state 0
		tau -1 0 -> 0 "stop == false"
		tau -1 0 -> 1 "stop"
		state 1
		send 0 0 -> 2
		state 2`},
		"clean",
	},
	{
		"one step in doubt is the one that is taken",
		`receive 0 0 -> 2
		state 2`,
		[]string{`state 0
		tau -1 0 -> 1 doubt "stop"
		state 1
		send 0 0 -> 2
		state 2`},
		"clean",
	},
	{
		"whatever is chosen, nobody sends",
		`receive 0 0 -> 2
		state 2`,
		[]string{`state 0
		tau -1 0 -> 0 doubt "stop"
		tau -1 0 -> 1 doubt "stop"
		state 1`},
		"found; deadlock 0/1",
	},
	{
		"the way there is in doubt",
		`tau -1 0 -> 2 doubt "n > 0"
		tau -1 0 -> 3 doubt "n > 0"
		state 2
		receive 0 0 -> 3
		state 3`,
		[]string{`state 0`},
		"unknown; deadlock 0/2 hangs on 0/1/0",
	},
	{
		"a certain step beside a choice in doubt must not help",
		`receive 0 0 -> 2
		state 2`,
		[]string{`state 0
		tau -1 0 -> 0 doubt "stop"
		tau -1 0 -> 1 "the clock strikes"
		state 1
		send 0 0 -> 2
		state 2`},
		"clean",
	},
	{
		"one helper of two may loop for ever, the other helps",
		`spawn 1 0 -> 2
		state 2
		receive 0 0 -> 3
		state 3`,
		[]string{
			`state 0
			tau -1 0 -> 0 doubt "stop"
			tau -1 0 -> 1 doubt "stop"
			state 1`,
			`state 0
			send 0 0 -> 1
			state 1`},
		"clean",
	},
	{
		"both helpers may loop for ever",
		`spawn 1 0 -> 2
		state 2
		receive 0 0 -> 3
		state 3`,
		[]string{
			`state 0
			tau -1 0 -> 0 doubt "stop"
			tau -1 0 -> 1 doubt "stop"
			state 1
			receive 1 0 -> 2
			state 2
			send 0 0 -> 3
			state 3`,
			`state 0
			tau -1 0 -> 0 doubt "halt"
			tau -1 0 -> 1 doubt "halt"
			state 1
			send 1 0 -> 2
			state 2`},
		"unknown; deadlock 0/2 hangs on 1/0/1 2/0/1; leak 1/1 hangs on 1/0/1 2/0/1; " +
			"orphan 2/1 hangs on 1/0/1 2/0/1",
	},
	{
		"a process that has a choice in doubt moves",
		`tau -1 0 -> 1 doubt "more"
		receive 0 0 -> 2
		state 2`,
		[]string{`state 0`},
		"clean",
	},
	{
		"a panic after a choice in doubt",
		`tau -1 0 -> 2 doubt "n > 0"
		tau -1 0 -> 3 doubt "n > 0"
		state 2
		close -1 0 -> 3
		state 3`,
		[]string{`state 0`},
		"unknown; panic 0/2 hangs on 0/1/0",
	},
	{
		"a panic on the way of each choice",
		`tau -1 0 -> 2 doubt "n > 0"
		tau -1 0 -> 2 doubt "n > 1"
		state 2
		close -1 0 -> 3
		state 3`,
		[]string{`state 0`},
		"found; panic 0/2",
	},
	{
		"a message that may not be received",
		`tau -1 0 -> 2 doubt "n > 0"
		tau -1 0 -> 3 doubt "n > 0"
		state 2
		receive 1 0 -> 3
		state 3`,
		[]string{`state 0
		send 1 0 -> 1
		state 1`},
		"unknown; orphan 1/0 hangs on 0/1/0",
	},
	{
		"a message that nobody receives, while a loop in doubt goes on",
		`tau -1 0 -> 1 doubt "n > 0"
		tau -1 0 -> 2 doubt "n > 0"
		state 2`,
		[]string{`state 0
		send 1 0 -> 1
		state 1`},
		"found; orphan 1/0",
	},
	{
		"a message that one round receives and another may leave",
		`receive 1 0 -> 2
		state 2
		tau -1 0 -> 1 doubt "n > 0"
		tau -1 0 -> 3 doubt "n > 0"
		state 3`,
		[]string{`state 0
		send 1 0 -> 1
		state 1
		send 1 0 -> 2
		state 2`},
		"unknown; deadlock 0/1 hangs on 0/2/0; orphan-may 1/1 hangs on 0/2/0",
	},
	{
		"the program may end before anybody is stuck for ever",
		`tau -1 0 -> 1 doubt "n > 0"
		tau -1 0 -> 2 doubt "n > 0"
		state 2
		exit -1 0 -> 2`,
		[]string{`state 0
		receive 0 0 -> 1
		state 1`},
		"unknown; leak 1/0 hangs on 0/1/1",
	},
	{
		"one is stuck for certain, another only maybe",
		`receive 0 1 -> 2
		state 2`,
		[]string{`state 0
		tau -1 0 -> 1 doubt "n > 0"
		tau -1 0 -> 2 doubt "n > 0"
		state 1
		receive 1 0 -> 2
		state 2`},
		"found; deadlock 0/1; leak 1/1 hangs on 1/0/0",
	},
	{
		"who is stuck after a choice in doubt is no part of a story that is certain",
		`receive 0 1 -> 2
		state 2`,
		[]string{`state 0
		tau -1 0 -> 1 doubt "n > 0"
		tau -1 0 -> 2 doubt "n > 0"
		exit -1 0 -> 0
		state 1
		receive 1 0 -> 2
		state 2`},
		"found; deadlock 0/1; leak 1/1 hangs on 1/0/0",
	},
	{
		"nor is it with the choices the other way round",
		`receive 0 1 -> 2
		state 2`,
		[]string{`state 0
		tau -1 0 -> 2 doubt "n > 0"
		tau -1 0 -> 1 doubt "n > 0"
		exit -1 0 -> 0
		state 1
		receive 1 0 -> 2
		state 2`},
		"found; deadlock 0/1; leak 1/1 hangs on 1/0/1",
	},
	{
		"who is stuck as well is part of the story",
		`receive 0 1 -> 2
		state 2`,
		[]string{`state 0
		tau -1 0 -> 1 doubt "n > 0"
		tau -1 0 -> 1 doubt "n > 1"
		exit -1 0 -> 0
		state 1
		receive 1 0 -> 2
		state 2`},
		"found; deadlock 0/1 with 1/1",
	},
}

// systemOf makes a system of the behaviour of main, which has started the first
// worker, and of the workers.
func systemOf(t *testing.T, main string, workers []string) *model.System {
	t.Helper()
	var b strings.Builder
	b.WriteString("object channel \"c\" cap 0 labels { \"a\" ; \"b\" } @ \"o\" 1:1-1:2\n")
	b.WriteString("object channel \"d\" cap 1 labels { \"a\" } @ \"o\" 2:1-2:2\n")
	for i := range workers {
		fmt.Fprintf(&b, "family \"w%d\" { %d }\n", i, i+1)
	}
	b.WriteString("process \"main\"\nstate 0\nspawn 0 0 -> 1\nstate 1\n" + main + "\n")
	for _, w := range workers {
		b.WriteString("process \"worker\"\n" + w + "\n")
	}
	sys, err := model.ParseText(strings.NewReader(b.String()), "answer")
	if err != nil {
		t.Fatal(err)
	}
	for p := range sys.Processes {
		for s := range sys.Processes[p].States {
			for j := range sys.Processes[p].States[s].Transitions {
				if t := &sys.Processes[p].States[s].Transitions[j]; len(t.Via) == 0 { // a helper has its own
					t.Site = model.Site{File: "f", Line: 100*p + 10*s + j + 1}
				}
			}
		}
	}
	return sys
}

// TestAnswers has one system for each rule of the game.
func TestAnswers(t *testing.T) {
	for _, test := range answers {
		t.Run(test.name, func(t *testing.T) {
			sys := systemOf(t, test.main, test.workers)
			for _, plain := range []bool{false, true} {
				result := checked(t, sys, verify.Options{Plain: plain})
				if got := summary(result); got != test.want {
					t.Errorf("plain %v:\n     %s\nwant %s", plain, got, test.want)
				}
			}
			resolutionsAgree(t, sys, &tally{})
		})
	}
}

// TestReceivedAtTheSamePlace has two channels that are made at one place: what is
// sent over one of them is received, and no step in doubt has to do with it.
func TestReceivedAtTheSamePlace(t *testing.T) {
	sys := systemOf(t, `receive 0 0 -> 2
		state 2
		tau -1 0 -> 2 doubt "more"
		tau -1 0 -> 3 doubt "more"
		state 3`, []string{`state 0
		send 1 0 -> 1
		state 1
		send 0 0 -> 2
		state 2`})
	sys.Objects[1].Site = sys.Objects[0].Site
	if got, want := summary(checked(t, sys, verify.Options{})), "found; orphan-may 1/0"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// summary spells a result as the table of answers does.
func summary(result verify.Result) string {
	list := []string{result.Answer.String()}
	for _, f := range result.Findings {
		text := fmt.Sprintf("%s %d/%d", f.Category, f.Process, f.State)
		for _, b := range f.Also {
			text += fmt.Sprintf(" with %d/%d", b.Process, b.State)
		}
		list = append(list, text)
	}
	for _, d := range result.Hangs {
		text := fmt.Sprintf("%s %d/%d hangs on", d.Category, d.Process, d.State)
		for _, s := range d.Steps {
			text += fmt.Sprintf(" %d/%d/%d", s.Process, s.State, s.Transition)
		}
		list = append(list, text)
	}
	slices.Sort(list[1:])
	return strings.Join(list, "; ")
}

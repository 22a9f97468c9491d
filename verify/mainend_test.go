package verify_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// endsOfMain are small systems whose process 0 ends the program, over an unbuffered channel 0
// and a buffered channel 1, as those in answers.
var endsOfMain = []struct {
	name    string
	main    string
	workers []string
	want    string
}{
	{
		"it ends at once",
		"exit -1 0 -> 2\nstate 2",
		[]string{"state 0\nsend 0 0 -> 1\nstate 1"},
		"clean",
	},
	{
		"time passes before",
		"tau -1 0 -> 2 lasts\nstate 2\nexit -1 0 -> 3\nstate 3",
		[]string{"state 0\nsend 0 0 -> 1\nstate 1"},
		"found; leak 1/0",
	},
	{
		"time passes, and then it receives",
		"tau -1 0 -> 2 lasts\nstate 2\nreceive 0 0 -> 3\nstate 3\nexit -1 0 -> 4\nstate 4",
		[]string{"state 0\nsend 0 0 -> 1\nstate 1"},
		"clean",
	},
	{
		"it waits for another one",
		"spawn 1 0 -> 2\nstate 2\nreceive 1 0 -> 3\nstate 3\nexit -1 0 -> 4\nstate 4",
		[]string{"state 0\nreceive 0 0 -> 1\nstate 1", "state 0\nsend 1 0 -> 1\nstate 1"},
		"found; leak 1/0",
	},
	{
		"what it waits for is there",
		"send 1 0 -> 2\nstate 2\nreceive 1 0 -> 3\nstate 3\nexit -1 0 -> 4\nstate 4",
		[]string{"state 0\nreceive 0 0 -> 1\nstate 1"},
		"clean",
	},
	{
		"another one would have received later, but is cut off",
		"spawn 1 0 -> 2\nstate 2\ntau -1 0 -> 3 lasts\nstate 3\nexit -1 0 -> 4\nstate 4",
		[]string{"state 0\nsend 0 0 -> 1\nstate 1", "state 0\ntau -1 0 -> 1\nstate 1\nreceive 0 0 -> 2\nstate 2"},
		"clean",
	},
	{
		"who is idle waits for more",
		"tau -1 0 -> 2 lasts\nstate 2\nexit -1 0 -> 3\nstate 3",
		[]string{"state 0\nreceive 0 0 -> 0"},
		"clean",
	},
	{
		"who makes something again and again is idle, too",
		"receive 0 0 -> 2\nstate 2\ntau -1 0 -> 3 lasts\nstate 3\nexit -1 0 -> 4\nstate 4",
		[]string{"state 0\nsend 0 0 -> 0"},
		"clean",
	},
	{
		"who has received something and can't get rid of it is not",
		"send 1 0 -> 2\nstate 2\ntau -1 0 -> 3 lasts\nstate 3\nexit -1 0 -> 4\nstate 4",
		[]string{"state 0\nreceive 1 0 -> 1\nstate 1\nsend 0 0 -> 0"},
		"found; leak 1/1",
	},
	{
		"another process may end the program before",
		"spawn 1 0 -> 2\nstate 2\ntau -1 0 -> 3 lasts\nstate 3\nexit -1 0 -> 4\nstate 4",
		[]string{"state 0\nsend 0 0 -> 1\nstate 1", "state 0\nexit -1 0 -> 1\nstate 1"},
		"clean",
	},
	{
		"what comes after the end isn't told",
		"close 1 0 -> 2\nstate 2\nexit -1 0 -> 3\nstate 3",
		[]string{"state 0\nsend 0 0 -> 1\nstate 1"},
		"clean",
	},
	{
		"it may receive, or not",
		"tau -1 0 -> 2 doubt \"n > 0\"\ntau -1 0 -> 3 doubt \"n > 0\"\nstate 2\nreceive 0 0 -> 3\n" +
			"state 3\ntau -1 0 -> 4 lasts\nstate 4\nexit -1 0 -> 5\nstate 5",
		[]string{"state 0\nsend 0 0 -> 1\nstate 1"},
		"unknown; leak 1/0 hangs on 0/1/1",
	},
}

func TestEndsOfMain(t *testing.T) {
	for _, test := range endsOfMain {
		t.Run(test.name, func(t *testing.T) {
			for _, plain := range []bool{false, true} {
				sys := systemOf(t, test.main, test.workers)
				if got := summary(checked(t, sys, verify.Options{Plain: plain})); got != test.want {
					t.Errorf("%s\nwant %s", got, test.want)
				}
			}
		})
	}
}

// randomEnd makes a system whose process 0 ends the program wherever it ended before, now and
// then after some time.
func randomEnd(r *rand.Rand) *model.System {
	sys := randomSystemWith(r, 3)
	main := &sys.Processes[0]
	for s := range len(main.States) {
		if len(main.States[s].Transitions) > 0 {
			continue
		}
		site := model.Site{File: "f", Line: s*10 + 5}
		end := model.Transition{Kind: model.Exit, Object: -1, To: len(main.States), Site: site}
		if r.IntN(2) == 0 {
			main.States = append(main.States, model.State{}, model.State{Transitions: []model.Transition{end}})
			end = model.Transition{Kind: model.Tau, Object: -1, To: len(main.States) - 1, Site: site, Lasts: true}
		} else {
			main.States = append(main.States, model.State{})
		}
		main.States[s].Transitions = []model.Transition{end}
	}
	return sys
}

// TestEndOfMainAgreesWithOracle compares random systems in which the program ends with brute
// force, and with all reductions.
func TestEndOfMainAgreesWithOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	judged, leaks, quiet := 0, 0, 0
	for i := range sample(10_000) {
		sys := randomEnd(r)
		if ok, _ := agree(t, sys); !ok {
			continue
		}
		judged++
		if i%4 == 0 {
			symmetryAgrees(t, sys)
		}
		if t.Failed() {
			t.Fatalf("system %d\n%s", i, textOf(t, sys))
		}
		found := told(withoutChoices(verify.Check(sys, verify.Options{Plain: true})))
		if before := told(withoutChoices(verify.Check(endingWithoutLeaks(sys), verify.Options{Plain: true}))); !slices.Equal(found, before) {
			leaks++
		} else {
			quiet++
		}
	}
	t.Logf("%d systems judged; in %d somebody is stuck only before the end, in %d not", judged, leaks, quiet)
	if judged < sample(5_000) || leaks < sample(100) || quiet < sample(1_000) {
		t.Errorf("%d systems judged, %d with leaks, %d without", judged, leaks, quiet)
	}
}

// endingWithoutLeaks is a system whose ends aren't those of main: nobody is stuck before them.
func endingWithoutLeaks(sys *model.System) *model.System {
	other := *sys
	other.Processes = slices.Clone(sys.Processes)
	main := &other.Processes[0]
	main.States = slices.Clone(main.States)
	for s := range main.States {
		main.States[s].Transitions = slices.Clone(main.States[s].Transitions)
		for i := range main.States[s].Transitions {
			if t := &main.States[s].Transitions[i]; t.Kind == model.Exit {
				t.Text = fmt.Sprint("another end of ", s)
			}
		}
	}
	return &other
}

package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify"
)

// ours is a package of one file, in which a call is named after its line.
type ours struct{}

func (ours) Owns(s model.Site) bool     { return s.File == "dir/a.go" }
func (o ours) Call(s model.Site) string { return fmt.Sprintf("call%d", s.Line) }
func (o ours) Text(s model.Site) string {
	return map[int]string{2: "<-c2", 3: "<-c3", 40: "<-other.in", 41: "out <- x", 42: "x.ch <- 1", 43: "<-in", 44: "<-c4"}[s.Line]
}
func (ours) IsStarted(s model.Site) bool { return s.Line == 77 }
func (ours) Argument(_, call model.Site, parameter string) string {
	return map[string]string{"30 ok": "val == nil", "40 val": "err", "50 ok": "f(x) && y"}[fmt.Sprint(call.Line, " ", parameter)]
}
func (ours) Function(inside model.Site) string {
	return map[int]string{10: "(*T).call3", 62: "(*T).String"}[inside.Line]
}
func theirs(line int) model.Site { return model.Site{File: "lib/b.go", Line: line} }
func calling(t model.Transition, lines ...int) model.Transition {
	for _, l := range lines {
		t.Via = append(t.Via, at(l))
	}
	return t
}

func in(t model.Transition, site model.Site) model.Transition {
	t.Site = site
	return t
}

// told is the message of the only finding of a system, and its story.
func told(t *testing.T, sys *model.System, pkg report.Package) (string, []string) {
	t.Helper()
	result := verify.Check(sys, verify.Options{})
	if len(result.Findings) != 1 {
		t.Fatalf("%d findings, %s", len(result.Findings), result.Inconclusive)
	}
	f := report.Tell(sys, &result.Findings[0], pkg)
	var story []string
	for _, s := range f.Steps {
		story = append(story, fmt.Sprintf("%s:%d %s", s.Site.File[len(s.Site.File)-4:], s.Site.Line, s.Text))
	}
	return f.Message, story
}

// TestTellOfOtherPackages: what happens elsewhere is told by the call that leads there, and what happens
// in another function of the package after the calls that do.
func TestTellOfOtherPackages(t *testing.T) {
	group, mu := object(model.WaitGroup, "g.wg"), object(model.Mutex, "mu")
	channel := object(model.Channel, "ch")
	for _, test := range []struct {
		name   string
		system *model.System
		want   string
		story  []string
	}{
		{
			"blocked in a library, by a goroutine that it has started",
			system([]model.Object{group, channel},
				line("F", 1, in(calling(add(1, 0, 2), 2), theirs(7)), in(calling(step(model.Spawn, 0, 3), 3), theirs(8)), in(calling(step(model.Wait, 0, 4), 4), theirs(9))),
				model.Automaton{Name: "lib$1", Site: theirs(8), States: []model.State{{Transitions: []model.Transition{step(model.Send, 1, 6)}}, {}}}),
			"g.wg.Wait in call4 blocks forever: the counter is 1 and nobody is left to call Done",
			[]string{"b.go:7 F adds 1 to g.wg in call2", "b.go:8 F starts a goroutine in call3", "b.go:9 F blocks here: g.wg.Wait in call4", "a.go:6 also blocked: the goroutine started at a.go:3 in call3, send on ch"},
		},
		{
			"an assumption in a library, in a goroutine that it has started",
			system([]model.Object{channel}, line("F", 1, in(calling(step(model.Spawn, 0, 3), 3), theirs(8)), in(calling(step(model.Receive, 0, 9), 3), theirs(9))),
				model.Automaton{Name: "lib$1", Site: theirs(8), States: []model.State{
					{Transitions: []model.Transition{in(to(1, assume("err != nil", 9)), theirs(10)), in(to(2, assume("err == nil", 9)), theirs(10))}}, {},
					{Transitions: []model.Transition{in(to(1, step(model.Send, 0, 11)), theirs(11))}},
				}}),
			"receive from ch in call3 blocks forever: the goroutine started at a.go:3 in call3 never sends on it after b.go:10, and nothing closes it (if err != nil in call3)",
			[]string{"b.go:8 F starts a goroutine in call3",
				"b.go:10 assume err != nil in call3; from here on the goroutine started at a.go:3 in call3 never sends on ch or closes it", "b.go:9 F blocks here: receive from ch in call3"},
		},
		{
			"a call that an operation elsewhere is told with isn't told again",
			system([]model.Object{mu}, line("F", 1, in(calling(step(model.Lock, 0, 20), 3), theirs(8)), calling(step(model.Lock, 0, 21), 3))),
			"mu.Lock blocks forever: this goroutine itself has locked it at a.go:3 in call3",
			[]string{"b.go:8 F locks mu in call3", "a.go:21 F blocks here: mu.Lock"},
		},
		{
			"a nil channel, as the source has it",
			system(nil, line("F", 1, step(model.Receive, -1, 2))),
			"receive from a nil channel (c2) blocks forever",
			[]string{"a.go:2 F blocks here: receive from a nil channel (c2)"},
		},
		{
			"two calls deep in the package",
			system([]model.Object{mu}, line("F", 1, calling(step(model.Lock, 0, 20), 3, 10), calling(step(model.Lock, 0, 20), 4, 10))),
			"mu.Lock blocks forever: this goroutine itself has locked it at a.go:20",
			[]string{"a.go:3 F calls call3", "a.go:10 F calls call10", "a.go:20 F locks mu", "a.go:4 F calls call4, which leads to (*T).call3", "a.go:10 F calls call10", "a.go:20 F blocks here: mu.Lock"},
		},
		{
			"four calls deep",
			system([]model.Object{channel}, line("F", 1, calling(step(model.Send, 0, 20), 3, 10, 11, 12))),
			"send on ch blocks forever: nobody receives from it",
			[]string{"a.go:3 F calls call3", "a.go:12 F calls call12", "a.go:20 F blocks here: send on ch"},
		},
		{
			"an assumption elsewhere, and one here",
			system([]model.Object{channel}, line("F", 1, in(calling(assume("err != nil", 9), 3), theirs(99)), assume("err == io.EOF", 4), step(model.Receive, 0, 5))),
			"receive from ch blocks forever: nobody sends on it or closes it (if err != nil in call3 at line 3 and err == io.EOF at line 4)",
			[]string{"b.go:99 assume err != nil in call3", "a.go:4 assume err == io.EOF", "a.go:5 F blocks here: receive from ch"},
		},
		{
			"that nothing has failed, where nothing else is known to come about",
			system([]model.Object{channel}, line("F", 1, assume("err == nil", 4), step(model.Receive, 0, 5))),
			"receive from ch blocks forever: nobody sends on it or closes it",
			[]string{"a.go:5 F blocks here: receive from ch"},
		},
		{
			"what is asked twice in one place, and answered otherwise the second time",
			system([]model.Object{channel}, line("F", 1, assume("!isLast", 4), assume("isLast", 4), step(model.Receive, 0, 5))),
			"receive from ch blocks forever: nobody sends on it or closes it (if !isLast and later isLast at line 4)",
			[]string{"a.go:4 assume !isLast", "a.go:4 assume isLast", "a.go:5 F blocks here: receive from ch"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			message, story := told(t, test.system, ours{})
			if message != test.want {
				t.Errorf("%s\nwant %s", message, test.want)
			}
			if !slices.Equal(story, test.story) {
				t.Errorf("the story is %q,\nwant %q", story, test.story)
			}
		})
	}
}

// TestTellWhatMatters: a story has what the finding is about, what was decided on the way there, and what
// made that possible, and nothing else.
func TestTellWhatMatters(t *testing.T) {
	channel, quit, other, mu := object(model.Channel, "ch"), object(model.Channel, "quit"), object(model.Channel, "other"), object(model.Mutex, "mu")
	other.Capacity = 1
	var workers []model.Automaton
	starts := []model.Transition{step(model.Close, 1, 2)}
	for i := range 4 {
		workers = append(workers, line("F$1", 3, step(model.Send, 0, 4)))
		spawn := step(model.Spawn, i, 3)
		starts = append(starts, spawn)
	}
	crowd := system([]model.Object{channel, quit}, append([]model.Automaton{line("F", 1, starts...)}, workers...)...)
	crowd.Families = []model.Family{{Name: "F$1", Members: []int{1, 2, 3, 4}}}
	for i := range starts[1:] {
		crowd.Processes[0].States[i+1].Transitions[0].Object = 0
	}
	for _, test := range []struct {
		name   string
		system *model.System
		story  []string
	}{
		{
			"locks and channels that it isn't about",
			system([]model.Object{channel, mu, other}, line("F", 1, step(model.Lock, 1, 2), step(model.Unlock, 1, 3), step(model.Send, 2, 4), step(model.Receive, 2, 5), step(model.Send, 0, 6))),
			[]string{"a.go:6 F blocks here: send on ch"},
		},
		{
			"a case that was taken, and who made that possible",
			system([]model.Object{channel, quit}, line("F", 1, step(model.Close, 1, 2), step(model.Spawn, 0, 3)),
				model.Automaton{Name: "F$1", Site: at(3), States: []model.State{
					{Transitions: []model.Transition{{Kind: model.ReceiveClosed, Object: 1, Site: at(5), To: 1}, {Kind: model.Tau, Object: -1, Site: at(6), To: 2}}},
					{Transitions: []model.Transition{{Kind: model.Send, Object: 0, Site: at(7), To: 2}}}, {},
				}}),
			[]string{"a.go:2 F closes quit", "a.go:3 F starts a goroutine", "a.go:5 the goroutine started at a.go:3 finds quit closed", "a.go:7 the goroutine started at a.go:3 blocks here: send on ch"},
		},
		{
			"who serves for the last time",
			system([]model.Object{channel}, line("F", 1, step(model.Spawn, 0, 2), step(model.Receive, 0, 3)), line("F$1", 2, step(model.Send, 0, 5), step(model.Send, 0, 6))),
			[]string{"a.go:2 F starts a goroutine", "a.go:5 the goroutine started at a.go:2 sends on ch, received by F", "a.go:3 from here on F never receives from ch again", "a.go:6 the goroutine started at a.go:2 blocks here: send on ch"},
		},
		{
			"a case that others decide on",
			system([]model.Object{channel, quit}, model.Automaton{Name: "F", Site: at(1), States: []model.State{
				{Transitions: []model.Transition{{Kind: model.Receive, Object: 1, Site: at(2), To: 2}, {Kind: model.Tau, Object: -1, Site: at(3), To: 1}}},
				{Transitions: []model.Transition{{Kind: model.Send, Object: 0, Site: at(4), To: 2}}}, {},
			}}),
			[]string{"a.go:3 F takes the case <-c3", "a.go:4 F blocks here: send on ch"},
		},
		{
			"that nothing has failed so far goes without saying, what decides doesn't",
			system([]model.Object{channel}, model.Automaton{Name: "F", Site: at(1), States: []model.State{
				{Transitions: []model.Transition{{Kind: model.Tau, Object: -1, Site: at(2), Text: "err != nil", To: 3}, {Kind: model.Tau, Object: -1, Site: at(2), Text: "err == nil", To: 1}}},
				{Transitions: []model.Transition{{Kind: model.Tau, Object: -1, Site: at(3), Text: "ok", To: 3}, {Kind: model.Tau, Object: -1, Site: at(3), Text: "!ok", To: 2}}},
				{Transitions: []model.Transition{{Kind: model.Send, Object: 0, Site: at(4), To: 3}}}, {},
			}}),
			[]string{"a.go:3 assume !ok", "a.go:4 F blocks here: send on ch"},
		},
		{
			"that the first try, or the second, has not failed goes without saying, too",
			system([]model.Object{channel}, model.Automaton{Name: "F", Site: at(1), States: []model.State{
				{Transitions: []model.Transition{{Kind: model.Tau, Object: -1, Site: at(2), Text: "err != nil", To: 1}, {Kind: model.Tau, Object: -1, Site: at(2), Text: "err == nil", To: 2}}},
				{Transitions: []model.Transition{{Kind: model.Tau, Object: -1, Site: at(3), Text: "err != nil", To: 3}, {Kind: model.Tau, Object: -1, Site: at(3), Text: "err == nil", To: 2}}},
				{Transitions: []model.Transition{{Kind: model.Send, Object: 0, Site: at(4), To: 3}}}, {},
			}}),
			[]string{"a.go:4 F blocks here: send on ch"},
		},
		{
			"a success that leads elsewhere than a failure",
			system([]model.Object{channel, other}, model.Automaton{Name: "F", Site: at(1), States: []model.State{
				{Transitions: []model.Transition{{Kind: model.Tau, Object: -1, Site: at(2), Text: "err != nil", To: 1}, {Kind: model.Tau, Object: -1, Site: at(2), Text: "err == nil", To: 2}}},
				{Transitions: []model.Transition{{Kind: model.Close, Object: 0, Site: at(3), To: 2}}},
				{Transitions: []model.Transition{{Kind: model.Receive, Object: 0, Site: at(4), To: 3}, {Kind: model.ReceiveClosed, Object: 0, Site: at(4), To: 3}}}, {},
			}}),
			[]string{"a.go:2 assume err == nil", "a.go:4 F blocks here: receive from ch"},
		},
		{
			"that the test isn't given up goes without saying",
			system([]model.Object{channel}, model.Automaton{Name: "TestF", Site: at(1), States: []model.State{
				{Transitions: []model.Transition{{Kind: model.Tau, Object: -1, Site: at(2), Text: "n > 3", To: 1}, {Kind: model.Tau, Object: -1, Site: at(2), Text: "n <= 3", To: 2}}},
				{Transitions: []model.Transition{{Kind: model.Send, Object: 0, Site: at(4), To: 3}}},
				{Transitions: []model.Transition{{Kind: model.Exit, Object: -1, Site: at(3), Text: model.Abandoned, To: 3}}}, {},
			}}),
			[]string{"a.go:4 TestF blocks here: send on ch"},
		},
		{
			"that main doesn't return before decides",
			system([]model.Object{channel}, model.Automaton{Name: "main", Site: at(1), States: []model.State{
				{Transitions: []model.Transition{{Kind: model.Tau, Object: -1, Site: at(2), Text: "n > 3", To: 1}, {Kind: model.Tau, Object: -1, Site: at(2), Text: "n <= 3", To: 2}}},
				{Transitions: []model.Transition{{Kind: model.Send, Object: 0, Site: at(4), To: 3}}},
				{Transitions: []model.Transition{{Kind: model.Exit, Object: -1, Site: at(3), To: 3}}}, {},
			}}),
			[]string{"a.go:2 assume n > 3", "a.go:4 main blocks here: send on ch"},
		},
		{
			"who panics, recovers, and never calls Done",
			system([]model.Object{object(model.WaitGroup, "wg")}, line("F", 1, step(model.Spawn, 0, 2), add(1, 0, 3), step(model.Wait, 0, 4)), model.Automaton{Name: "F$1", Site: at(2), States: []model.State{
				{Transitions: []model.Transition{add(-1, 0, 7), {Kind: model.Fault, Object: 0, Site: at(7), To: 1}}}, {},
			}}),
			[]string{"a.go:2 F starts a goroutine", "a.go:7 the goroutine started at a.go:2 panics here: negative WaitGroup counter",
				"a.go:7 from here on the goroutine started at a.go:2 never calls wg.Done", "a.go:3 F adds 1 to wg", "a.go:4 F blocks here: wg.Wait"},
		},
		{
			"that a call of another package returns goes without saying",
			system([]model.Object{channel}, model.Automaton{Name: "(T).F", Site: at(1), States: []model.State{
				{Transitions: []model.Transition{in(calling(model.Transition{Kind: model.Tau, Object: -1, Text: "ok", To: 1}, 2), theirs(7)), in(calling(model.Transition{Kind: model.Tau, Object: -1, Text: "!ok", To: 2}, 2), theirs(7))}},
				{Transitions: []model.Transition{{Kind: model.Send, Object: 0, Site: at(4), To: 2}}}, {},
			}}),
			[]string{"a.go:4 T.F blocks here: send on ch"},
		},
		{
			"what was exchanged before the last one who could help is gone, if it is much",
			system([]model.Object{other}, line("F", 1, step(model.Send, 0, 2), step(model.Receive, 0, 3), step(model.Send, 0, 4), step(model.Receive, 0, 5), step(model.Send, 0, 6), step(model.Receive, 0, 7), step(model.Send, 0, 11), step(model.Receive, 0, 12),
				step(model.Spawn, 0, 8), step(model.Receive, 0, 9), step(model.Receive, 0, 10)), line("F$1", 8, step(model.Send, 0, 20))),
			[]string{"a.go:8 F starts a goroutine", "a.go:20 the goroutine started at a.go:8 sends on other; from here on it never sends on other or closes it again",
				"a.go:9 F receives from other", "a.go:10 F blocks here: receive from other"},
		},
		{
			"one message that was exchanged before that",
			system([]model.Object{other}, line("F", 1, step(model.Send, 0, 6), step(model.Receive, 0, 7), step(model.Spawn, 0, 8), step(model.Receive, 0, 9), step(model.Receive, 0, 10)),
				line("F$1", 8, step(model.Send, 0, 20))),
			[]string{"a.go:6 F sends on other", "a.go:7 F receives from other", "a.go:8 F starts a goroutine",
				"a.go:20 the goroutine started at a.go:8 sends on other; from here on it never sends on other or closes it again", "a.go:9 F receives from other", "a.go:10 F blocks here: receive from other"},
		},
		{
			"two messages",
			system([]model.Object{other}, line("F", 1, step(model.Send, 0, 4), step(model.Receive, 0, 5), step(model.Send, 0, 6), step(model.Receive, 0, 7), step(model.Spawn, 0, 8), step(model.Receive, 0, 9),
				step(model.Receive, 0, 10)), line("F$1", 8, step(model.Send, 0, 20))),
			[]string{"a.go:8 F starts a goroutine", "a.go:20 the goroutine started at a.go:8 sends on other; from here on it never sends on other or closes it again",
				"a.go:9 F receives from other", "a.go:10 F blocks here: receive from other"},
		},
		{
			"many goroutines that do the same",
			crowd,
			[]string{"a.go:3 F starts goroutines 1 to 4", "a.go:4 goroutine 1 started at a.go:3 blocks here: send on ch", "a.go:4 also blocked: goroutines 2 to 4 started at a.go:3, send on ch"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, story := told(t, test.system, ours{}); !slices.Equal(story, test.story) {
				t.Errorf("the story is %q,\nwant %q", story, test.story)
			}
		})
	}
}

// TestTellOfClosingAfterALostMessage: that a channel is closed when a message is lost there is no part of the story.
func TestTellOfClosingAfterALostMessage(t *testing.T) {
	channel := object(model.Channel, "ch")
	channel.Capacity = 1
	if _, story := told(t, system([]model.Object{channel}, line("F", 1, step(model.Send, 0, 2), step(model.Close, 0, 3))), ours{}); !slices.Equal(story, []string{"a.go:2 F sends on ch"}) {
		t.Errorf("the story is %q", story)
	}
}

// TestTellOfOneMessage: what others leave in the same channel is no part of the story of a message that is left,
// nor is what is sent with it.
func TestTellOfOneMessage(t *testing.T) {
	channel := object(model.Channel, "ch")
	channel.Capacity = 2
	channel.Labels = []model.Label{{Name: "nil"}, {Name: "not nil"}}
	sends := func(start int) model.Automaton {
		either := []model.Transition{{Kind: model.Tau, Object: -1, Site: at(start + 1), Text: "v == nil", To: 1}, {Kind: model.Tau, Object: -1, Site: at(start + 1), Text: "v != nil", To: 2}}
		send := func(label int) model.State {
			return model.State{Transitions: []model.Transition{{Kind: model.Send, Object: 0, Label: label, Site: at(start + 1), To: 3}}}
		}
		return model.Automaton{Name: "F$1", Site: at(start), States: []model.State{{Transitions: either}, send(0), send(1), {}}}
	}
	sys := system([]model.Object{channel}, line("F", 1, step(model.Spawn, 0, 10), step(model.Spawn, 1, 20)), sends(10), sends(20))
	result := verify.Check(sys, verify.Options{})
	for i, want := range [][]string{
		{"F starts a goroutine", "the goroutine started at a.go:10 sends on ch"},
		{"F starts a goroutine", "the goroutine started at a.go:20 sends on ch"},
	} {
		f := report.Tell(sys, &result.Findings[i], ours{})
		var story []string
		for _, s := range f.Steps {
			story = append(story, s.Text)
		}
		if !slices.Equal(story, want) {
			t.Errorf("the story is %q,\nwant %q", story, want)
		}
	}
}

// TestTellOfPanicAfterDeferredCalls: a panic ends the program once deferred calls have run, and is about what has begun it.
func TestTellOfPanicAfterDeferredCalls(t *testing.T) {
	sender := model.Automaton{Name: "F$1", Site: at(2), States: []model.State{
		{Transitions: []model.Transition{{Kind: model.Send, Object: 0, Site: at(4), To: 2}, {Kind: model.Fault, Object: 0, Site: at(4), To: 1}}},
		{Transitions: []model.Transition{{Kind: model.Crash, Object: -1, Site: at(4), Text: "send on closed channel", To: 2}}},
		{},
	}}
	message, story := told(t, system([]model.Object{object(model.Channel, "ch")}, line("F", 1, step(model.Spawn, 0, 2), step(model.Close, 0, 6)), sender), ours{})
	if want := "panic: send on closed channel (ch), closed at a.go:6 by F"; message != want {
		t.Errorf("the message is %q, want %q", message, want)
	}
	want := []string{"a.go:2 F starts a goroutine", "a.go:6 F closes ch", "a.go:4 the goroutine started at a.go:2 panics here: send on closed channel"}
	if !slices.Equal(story, want) {
		t.Errorf("the story is %q,\nwant %q", story, want)
	}
}

// TestTellOfLengths: how many elements something has is said once, wherever it is asked.
func TestTellOfLengths(t *testing.T) {
	channel := object(model.Channel, "ch")
	loop := func(start int, then model.Transition) model.Automaton {
		then.To = 2
		return model.Automaton{Name: "F$1", Site: at(start), States: []model.State{
			{Transitions: []model.Transition{
				{Kind: model.Tau, Object: -1, Site: at(start + 1), Text: "len(list) == 1", To: 1},
				{Kind: model.Tau, Object: -1, Site: at(start + 1), Text: "len(list) == 0", To: 2},
			}},
			{Transitions: []model.Transition{then}}, {},
		}}
	}
	sys := system([]model.Object{channel}, line("F", 1, step(model.Spawn, 0, 10), step(model.Spawn, 1, 20)), loop(10, step(model.Send, 0, 12)), loop(20, step(model.Close, 0, 22)))
	var messages []string
	for _, f := range verify.Check(sys, verify.Options{}).Findings {
		told := report.Tell(sys, &f, ours{})
		messages = append(messages, told.Message)
		assumed := 0
		for _, s := range told.Steps {
			if s.Text == "assume len(list) == 1" {
				assumed++
			}
		}
		if assumed > 1 {
			t.Errorf("%s: it is assumed %d times that len(list) == 1", told.Message, assumed)
		}
	}
	if want := "panic: send on closed channel (ch), closed at a.go:22 by the goroutine started at a.go:20 (if len(list) == 1)"; !slices.Contains(messages, want) {
		t.Errorf("the messages are %q, want %q among them", messages, want)
	}
}

// TestTellOfGivingUp: of a call that gives up the test in one case the reader knows that it fails then, and not by what
// names.
func TestTellOfGivingUp(t *testing.T) {
	channel := object(model.Channel, "ch")
	decide := func(text string, to int) model.Transition {
		return calling(model.Transition{Kind: model.Tau, Object: -1, Site: theirs(9), Text: text, To: to}, 3)
	}
	test := model.Automaton{Name: "TestF", Site: at(1), States: []model.State{
		{Transitions: []model.Transition{{Kind: model.Spawn, Object: 0, Site: at(2), To: 1}}},
		{Transitions: []model.Transition{decide("!pass", 2), decide("pass", 3)}},
		{Transitions: []model.Transition{{Kind: model.Tau, Object: -1, Site: theirs(10), Text: model.Abandoned, To: 4}}},
		{Transitions: []model.Transition{{Kind: model.Receive, Object: 0, Site: at(4), To: 4}}},
		{},
	}}
	message, story := told(t, system([]model.Object{channel}, test, line("TestF$1", 2, step(model.Send, 0, 5))), ours{})
	if want := "send on ch blocks forever and leaks the goroutine: TestF never receives from it after line 3 (if call3 fails)"; message != want {
		t.Errorf("the message is %q, want %q", message, want)
	}
	if want := "b.go:9 assume call3 fails; from here on TestF never receives from ch"; !slices.Contains(story, want) {
		t.Errorf("the story is %q, want %q in it", story, want)
	}
}

// TestTellOfClosedChannels: of a channel that was closed it doesn't matter what went well before.
func TestTellOfClosedChannels(t *testing.T) {
	channel := object(model.Channel, "ch")
	channel.Capacity = 1
	f := line("F", 1, step(model.Send, 0, 3), step(model.Receive, 0, 4), step(model.Close, 0, 5), step(model.Send, 0, 6))
	message, story := told(t, system([]model.Object{channel}, f), ours{})
	if want := "panic: send on closed channel (ch), closed at a.go:5 by this goroutine"; message != want {
		t.Errorf("the message is %q, want %q", message, want)
	}
	if want := []string{"a.go:5 F closes ch", "a.go:6 F panics here: send on closed channel"}; !slices.Equal(story, want) {
		t.Errorf("the story is %q, want %q", story, want)
	}
}

// TestTellOfChoices: that a case of a select is ready is no condition, and whoever makes an assumption beside others is named.
func TestTellOfChoices(t *testing.T) {
	answer := func(line, to int, text string) model.Transition {
		return model.Transition{Kind: model.Tau, Object: -1, Site: at(line), Text: text, To: to}
	}
	lock := func(line, object, to int) model.State {
		return model.State{Transitions: []model.Transition{{Kind: model.Lock, Object: object, Site: at(line), To: to}}}
	}
	g := model.Automaton{Name: "F$1", Site: at(2), States: []model.State{
		{Transitions: []model.Transition{answer(10, 1, "late"), answer(10, 5, "!late")}},
		{Transitions: []model.Transition{answer(11, 2, "<-c"+model.IsReady), answer(12, 5, "<-d"+model.IsReady)}},
		lock(13, 1, 3),
		lock(15, 0, 4), {}, {},
	}}
	sys := system([]model.Object{object(model.Mutex, "a"), object(model.Mutex, "b")}, line("F", 1, step(model.Spawn, 0, 2), step(model.Lock, 0, 3), step(model.Lock, 1, 4)), g)
	result := verify.Check(sys, verify.Options{})
	n := slices.IndexFunc(result.Findings, func(f verify.Finding) bool { return f.Process == 0 && len(f.Also) > 0 })
	f := report.Tell(sys, &result.Findings[n], nil)
	if want := "b.Lock blocks forever: the goroutine started at a.go:2 takes it and a in the other order, at a.go:13 and at a.go:15 (if late)"; f.Message != want {
		t.Errorf("the message is %q, want %q", f.Message, want)
	}
	for _, want := range []string{"the goroutine started at a.go:2 takes the case <-c", "assume late, in the goroutine started at a.go:2"} {
		if !slices.ContainsFunc(f.Steps, func(s report.Step) bool { return s.Text == want }) {
			t.Errorf("the story is %v, want %q in it", f.Steps, want)
		}
	}
}

// TestTellOfElements: with much else to assume, it goes without saying that there is an element.
func TestTellOfElements(t *testing.T) {
	choice := func(line, to int, text string) model.State {
		return model.State{Transitions: []model.Transition{
			{Kind: model.Tau, Object: -1, Site: at(line), Text: text, To: to},
			{Kind: model.Tau, Object: -1, Site: at(line), Text: "!(" + text + ")", To: 4},
		}}
	}
	send := model.State{Transitions: []model.Transition{{Kind: model.Send, Object: 0, Site: at(9), To: 4}}}
	f := model.Automaton{Name: "F", Site: at(1), States: []model.State{choice(2, 1, "m"+model.HasElement), choice(3, 2, "a"), choice(4, 3, "b"), send, {}}}
	message, story := told(t, system([]model.Object{object(model.Channel, "ch")}, f), ours{})
	if want := "send on ch blocks forever: nobody receives from it (if a and b)"; message != want {
		t.Errorf("the message is %q, want %q", message, want)
	}
	if want := []string{"a.go:3 assume a", "a.go:4 assume b", "a.go:9 F blocks here: send on ch"}; !slices.Equal(story, want) {
		t.Errorf("the story is %q, want %q", story, want)
	}
}

// spelt is a package in which all places have one text.
type spelt string

func (spelt) Owns(model.Site) bool         { return true }
func (spelt) Call(model.Site) string       { return "" }
func (s spelt) Text(model.Site) string     { return string(s) }
func (s spelt) Function(model.Site) string { return "" }
func (spelt) IsStarted(model.Site) bool    { return false }

func (spelt) Argument(model.Site, model.Site, string) string { return "" }

func TestTimeIsSaidAsItIsSpelt(t *testing.T) {
	for text, want := range map[string]string{
		"<-time.After(c.Timeout)":       "waits until c.Timeout is up",
		"<-time.After(2 * time.Second)": "waits until 2 * time.Second are up",
		"<-timer.C":                     "waits until the time is up",
		"<-time.After(…)":               "waits until the time is up",
	} {
		up := step(model.Default, -1, 3)
		up.Text = model.TimeIsUp
		over := step(model.ReceiveClosed, 1, 3)
		ends := line("F", 1, step(model.Spawn, 0, 2), up, step(model.Receive, 0, 4))
		ends.States[1].Transitions[0].To, over.To = 2, 3
		ends.States[1].Transitions = append(ends.States[1].Transitions, over)
		sys := system([]model.Object{object(model.Channel, "c"), object(model.Channel, "over")}, ends, line("G", 2, step(model.Close, 1, 5)))
		if _, story := told(t, sys, spelt(text)); !slices.Contains(story, "a.go:3 F "+want) {
			t.Errorf("%s: got %q, want %q", text, story, want)
		}
	}
}

func TestFunctionLiteralOfGoStatementIsCalledGoroutine(t *testing.T) {
	for started, want := range map[int]string{77: "the goroutine started at a.go:77", 78: "the function literal at a.go:78"} {
		literal := line("F$1", 1, step(model.Send, 0, started+1))
		literal.Site = model.Site{File: "dir/a.go", Line: started}
		sys := system([]model.Object{object(model.Channel, "c")}, literal)
		if _, story := told(t, sys, ours{}); !slices.ContainsFunc(story, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("got %q, want %q", story, want)
		}
	}
}

// TestTellHowManyAreCounted as the source has it, where the system has one of them.
func TestTellHowManyAreCounted(t *testing.T) {
	counts := add(1, 0, 4)
	for amount, want := range map[string]string{"": "a.go:4 F adds 1 to wg", "len(jobs)": "a.go:4 F adds len(jobs) to wg"} {
		counts.Text = amount
		message, story := told(t, system([]model.Object{object(model.WaitGroup, "wg")}, line("F", 1, counts, step(model.Wait, 0, 5))), nil)
		if story[0] != want {
			t.Errorf("%q, want %q", story[0], want)
		}
		if says := strings.Contains(message, "the counter is 1"); says != (amount == "") || !says && !strings.Contains(message, "the counter isn't 0") {
			t.Errorf("%q for %q", message, amount)
		}
	}
}

// TestTellWhoHasGone: the sentence says who doesn't do any more what is waited for, if it is one, and where, if that is another
// line than where he was started.
func TestTellWhoHasGone(t *testing.T) {
	leaves := func(started, line int) model.Automaton {
		gone, stays := assume("failed", line), assume("!failed", line)
		gone.To, stays.To = 2, 1
		receives := step(model.Receive, 0, line+1)
		receives.To = 2
		return model.Automaton{Name: "G", Site: at(started), States: []model.State{{Transitions: []model.Transition{gone, stays}}, {Transitions: []model.Transition{receives}}, {}}}
	}
	start := func(family, line int) model.Transition { return step(model.Spawn, family, line) }
	sends := step(model.Send, 0, 9)
	for name, test := range map[string]struct {
		system *model.System
		want   string
	}{
		"one": {system([]model.Object{object(model.Channel, "ch")}, line("F", 1, start(0, 2), sends), leaves(2, 3)),
			"send on ch blocks forever: the goroutine started at a.go:2 never receives from it after line 3 (if failed)"},
		"two": {system([]model.Object{object(model.Channel, "ch")}, line("F", 1, start(0, 2), start(1, 5), sends), leaves(2, 3), leaves(5, 6)),
			"send on ch blocks forever: nobody is left to receive from it (if failed at line 3 and failed at line 6)"},
		"in one line": {system([]model.Object{object(model.Channel, "ch")}, line("F", 1, start(0, 2), sends), leaves(2, 2)),
			"send on ch blocks forever: nobody is left to receive from it (if failed)"},
	} {
		for _, f := range verify.Check(test.system, verify.Options{}).Findings {
			if message := report.Tell(test.system, &f, nil).Message; f.Category == verify.Deadlock && message != test.want {
				t.Errorf("%s: %q, want %q", name, message, test.want)
			}
		}
	}
}

// TestTellWhoClosesBefore: whoever closes a channel before somebody panics as it is closed has done so in the story, too, be it the
// same goroutine at the same place, or after the last message.
func TestTellWhoClosesBefore(t *testing.T) {
	channel := object(model.Channel, "ch")
	closes := step(model.Close, 0, 5)
	first, second := closes, closes
	first.Via, second.Via = []model.Site{at(7)}, []model.Site{at(8)}
	sends := line("G", 2, step(model.Send, 0, 3), step(model.Send, 0, 3))
	for _, test := range []struct {
		system *model.System
		want   string
	}{
		{system([]model.Object{channel}, line("F", 1, first, second)), "a.go:5 F closes ch"},
		{system([]model.Object{channel}, line("F", 1, step(model.Spawn, 0, 2), step(model.Receive, 0, 4), closes), sends), "a.go:5 F closes ch"},
	} {
		if message, story := told(t, test.system, nil); !slices.Contains(story, test.want) {
			t.Errorf("%s: the story is %q, without %q", message, story, test.want)
		}
	}
}

// TestTellWhichPanicIsDecided: of two panics at one place each is told with the case that leads to it.
func TestTellWhichPanicIsDecided(t *testing.T) {
	panics := func(text string) model.State {
		crash := step(model.Crash, -1, 9)
		crash.Text = text
		return either(to(4, crash))
	}
	sys := system([]model.Object{object(model.Channel, "free")},
		model.Automaton{Name: "F", Site: at(1), States: []model.State{
			either(to(1, step(model.Spawn, 0, 2))), either(to(2, step(model.ReceiveClosed, 0, 4)), to(3, step(model.Tau, -1, 44))),
			panics("close of closed channel"), panics("close of nil channel"), {},
		}},
		line("F$1", 2, step(model.Close, 0, 7)))
	for _, f := range verify.Check(sys, verify.Options{}).Findings {
		want := map[string]string{"close of closed channel": "F finds free closed", "close of nil channel": "F takes the case <-c4"}[f.Text]
		told := report.Tell(sys, &f, ours{})
		if !slices.ContainsFunc(told.Steps, func(s report.Step) bool { return s.Text == want }) {
			t.Errorf("%s: the story is %v, want %q in it", told.Message, told.Steps, want)
		}
	}
}

// TestTellWhatDecides: what is sent is told where the receiver goes another way with something else, and no assumption says it.
func TestTellWhatDecides(t *testing.T) {
	for _, test := range []struct{ label, text, want string }{
		{"not nil", "", "sends a value that isn't nil on errs, received by F"},
		{"true", "", "sends true on errs, received by F"},
		{"job", "", "sends on errs, received by F"},
		{"not nil", "long", "sends on errs, received by F"},
	} {
		errs := object(model.Channel, "errs")
		errs.Labels = []model.Label{{Name: "zero"}, {Name: test.label}}
		out := object(model.Channel, "out")
		gets := func(label, state int) model.Transition { return to(state, labelled(label, step(model.Receive, 0, 4))) }
		sys := system([]model.Object{errs, out},
			model.Automaton{Name: "F", Site: at(1), States: []model.State{either(to(1, step(model.Spawn, 0, 2))), either(gets(0, 2), gets(1, 3)), either(to(3, step(model.Receive, 1, 5))), {}}},
			model.Automaton{Name: "F$1", Site: at(2), States: []model.State{
				either(to(1, assume(test.text, 8)), to(3, assume(test.text, 8))), either(to(2, labelled(1, step(model.Send, 0, 8)))), either(to(4, step(model.Send, 1, 9))),
				either(to(2, step(model.Send, 0, 8))), {},
			}})
		if _, story := told(t, sys, nil); !slices.Contains(story, "a.go:8 the goroutine started at a.go:2 "+test.want) {
			t.Errorf("%q, want %q", story, test.want)
		}
	}
}

// TestTellWhatDecidesLater: what was assumed in between says what is sent in a later turn, though not in the first one, where the
// processes take the same step.
func TestTellWhatDecidesLater(t *testing.T) {
	errs, out := object(model.Channel, "errs"), object(model.Channel, "out")
	errs.Labels, out.Capacity = []model.Label{{Name: "false"}, {Name: "true"}}, 1
	gets := func(label, state int) model.Transition { return to(state, labelled(label, step(model.Receive, 0, 4))) }
	sys := system([]model.Object{errs, out},
		model.Automaton{Name: "F", Site: at(1), States: []model.State{either(to(1, step(model.Spawn, 0, 2))), either(gets(0, 3), gets(1, 2)), either(to(1, step(model.Send, 1, 5))), {}}},
		model.Automaton{Name: "F$1", Site: at(2), States: []model.State{
			either(to(1, labelled(1, step(model.Send, 0, 8)))), either(to(0, assume("long", 9)), to(2, assume("short", 9))), either(to(3, step(model.Receive, 1, 10))), either(to(4, step(model.Send, 0, 11))), {},
		}})
	_, story := told(t, sys, nil)
	sent := slices.DeleteFunc(slices.Clone(story), func(s string) bool { return !strings.Contains(s, "sends") || !strings.Contains(s, "errs") })
	if len(sent) != 2 || !strings.Contains(sent[0], "sends true on errs") || !strings.Contains(sent[1], "sends on errs") {
		t.Errorf("%q is sent, want a word for it in the first turn only, in %q", sent, story)
	}
}

// TestTellWhoGoesOn: of a goroutine that would help, but never gets out of its loop, is told what would end that, and of no other one.
func TestTellWhoGoesOn(t *testing.T) {
	turns := func(first model.State, helps model.Transition) model.Automaton {
		first.Transitions = append(first.Transitions, to(0, step(model.Tau, -1, 8)))
		return model.Automaton{Name: "F$1", Site: at(2), States: []model.State{first, either(to(2, helps)), {}}}
	}
	leaves := either(to(1, step(model.Receive, 1, 8)))
	goes := "the goroutine started at a.go:2, which could call Done, goes on for ever"
	for _, test := range []struct {
		name   string
		beside model.Automaton
		want   string
	}{
		{"a loop that a message would end", turns(leaves, add(-1, 0, 9)), goes + ": nobody sends on quit or closes it"},
		{"a loop without an end", turns(model.State{}, add(-1, 0, 9)), goes},
		{"a loop of one who doesn't help", turns(leaves, step(model.Tau, -1, 9)), "the goroutine started at a.go:2 never comes to Done"},
		{"who has ended", line("F$1", 2, step(model.Tau, -1, 8)), "the goroutine started at a.go:2 never comes to Done"},
	} {
		sys := system([]model.Object{object(model.WaitGroup, "wg"), object(model.Channel, "quit")},
			line("F", 1, add(1, 0, 3), step(model.Spawn, 0, 2), step(model.Wait, 0, 4)), test.beside)
		if message, _ := told(t, sys, nil); !strings.HasSuffix(message, ": "+test.want) {
			t.Errorf("%s: told %q, want %q", test.name, message, test.want)
		}
	}
}

// TestTellThatAContextHasNotEnded: who asks a context for its error too early goes on, and the story says so.
func TestTellThatAContextHasNotEnded(t *testing.T) {
	ended := step(model.ReceiveClosed, 1, 3)
	ended.To = 2
	goesOn := step(model.Default, -1, 3)
	goesOn.Text, goesOn.To = model.NotOver, 1
	sends := step(model.Send, 0, 4)
	sends.To = 2
	asks := model.Automaton{Name: "F$1", Site: at(2), States: []model.State{{Transitions: []model.Transition{ended, goesOn}}, {Transitions: []model.Transition{sends}}, {}}}
	sys := system([]model.Object{object(model.Channel, "ch"), object(model.Channel, "ctx.Done()")}, line("F", 1, step(model.Spawn, 0, 2), step(model.Cancel, 1, 6)), asks)
	_, story := told(t, sys, ours{})
	if want := "a.go:3 the goroutine started at a.go:2 finds that ctx hasn't ended"; !slices.Contains(story, want) {
		t.Errorf("the story is %q, want %q in it", story, want)
	}
}

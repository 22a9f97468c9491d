package report_test

import (
	"slices"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify"
)

// either is a state with several transitions.
func either(list ...model.Transition) model.State { return model.State{Transitions: list} }

// to is a transition to some state.
func to(state int, t model.Transition) model.Transition {
	t.To = state
	return t
}

// labelled is a transition with a label.
func labelled(label int, t model.Transition) model.Transition {
	t.Label = label
	return t
}

// toldAt is the story of a finding, as the process and state say.
func toldAt(t *testing.T, sys *model.System, process, state int) (story []string) {
	t.Helper()
	result := verify.Check(sys, verify.Options{})
	n := slices.IndexFunc(result.Findings, func(f verify.Finding) bool { return f.Process == process && f.State == state })
	if n < 0 {
		t.Fatalf("not found among %v, %s", result.Findings, result.Inconclusive)
	}
	for _, s := range report.Tell(sys, &result.Findings[n], ours{}).Steps {
		story = append(story, s.Text)
	}
	return story
}

// flagged has two callers: one closes a channel and sets a flag, the other one asks for that, and sends by a call.
func flagged(values ...string) *model.System {
	channel, flag := object(model.Channel, "w.msgs"), object(model.Cell, "w.closed")
	channel.Capacity = 1
	for _, v := range values {
		flag.Labels = append(flag.Labels, model.Label{Name: v})
	}
	write := model.Automaton{Name: report.CallOf + "Write", Site: at(1), States: []model.State{
		either(to(1, step(model.Read, 1, 10)), to(2, labelled(1, step(model.Read, 1, 10)))),
		either(to(2, calling(step(model.Send, 0, 21), 12))), {},
	}}
	return system([]model.Object{channel, flag}, line("New", 1, step(model.Spawn, 0, 1), step(model.Spawn, 1, 1)),
		line(report.CallOf+"Close", 1, step(model.Close, 0, 31), labelled(1, step(model.Write, 1, 32))), write)
}

// TestTellOfQuestionsBefore: who panics as another one has closed a channel has asked before, and come to where he panics.
func TestTellOfQuestionsBefore(t *testing.T) {
	for _, test := range []struct {
		values []string
		read   string
	}{
		{[]string{"false", "true"}, "a call of Write reads w.closed: false"},
		{[]string{"w.closed", "nil"}, "a call of Write reads w.closed: not nil"},
		{[]string{"0", "1"}, "a call of Write reads w.closed: 0"},
		{[]string{"value", "value#2"}, ""},
	} {
		want := []string{test.read, "a call of Write calls call12", "a call of Close closes w.msgs", "a call of Write panics here: send on closed channel"}
		if test.read == "" {
			want = want[1:]
		}
		if story := toldAt(t, flagged(test.values...), 2, 1); !slices.Equal(story, want) {
			t.Errorf("the story is %q, want %q", story, want)
		}
	}
}

// TestTellOfElementsBefore: so is what was looked up in a map before whoever closes it takes it out.
func TestTellOfElementsBefore(t *testing.T) {
	for name, want := range map[string]string{"w.boxes[]": "a call of Write reads an element of w.boxes", "[]": "a call of Write reads an element"} {
		sys := flagged("value", "value#2")
		sys.Objects[1].Name = name
		if story := toldAt(t, sys, 2, 1); story[0] != want {
			t.Errorf("the story is %q, want %q first", story, want)
		}
	}
}

// TestTellOfQuestionsThatDontDecide: what is read besides isn't told.
func TestTellOfQuestionsThatDontDecide(t *testing.T) {
	sys := flagged("false", "true")
	sys.Processes[1].States[1].Transitions[0].Label = 0
	want := []string{"a call of Write calls call12", "a call of Close closes w.msgs", "a call of Write panics here: send on closed channel"}
	if story := toldAt(t, sys, 2, 1); !slices.Equal(story, want) {
		t.Errorf("the story is %q, want %q", story, want)
	}
}

// TestTellOfOpenChannels: who closes a channel has found it open.
func TestTellOfOpenChannels(t *testing.T) {
	closes := model.Automaton{Name: report.CallOf + "Close", Site: at(1), States: []model.State{
		either(to(2, step(model.ReceiveClosed, 0, 10)), to(1, step(model.Default, -1, 9))),
		either(to(2, step(model.Close, 0, 12))), {},
	}}
	sys := system([]model.Object{object(model.Channel, "done")}, line("New", 1, step(model.Spawn, 0, 1), step(model.Spawn, 0, 1)), closes, closes)
	sys.Families = []model.Family{{Name: "Close", Members: []int{1, 2}}}
	result := verify.Check(sys, verify.Options{})
	want := []string{"a call of Close finds that done isn't closed yet", "a second call of Close closes done", "a call of Close panics here: close of closed channel"}
	if story := toldAt(t, sys, result.Findings[0].Process, 1); !slices.Equal(story, want) {
		t.Errorf("the story is %q, want %q", story, want)
	}
}

// TestTellCausesFirst: what leaves somebody stuck comes before what he does himself, as far as nobody needs that.
func TestTellCausesFirst(t *testing.T) {
	channel, flag, done := object(model.Channel, "ch"), object(model.Mutex, "mu"), object(model.Channel, "done")
	done.Capacity = 1
	sends := model.Automaton{Name: "F$1", Site: at(2), States: []model.State{
		either(to(1, assume("late", 10)), to(3, assume("!late", 10))),
		either(to(2, step(model.Send, 2, 11))),
		either(to(3, step(model.Send, 0, 12))), {},
	}}
	f := model.Automaton{Name: "F", Site: at(1), States: []model.State{
		either(to(1, step(model.Spawn, 0, 2))),
		either(to(2, step(model.Receive, 0, 3)), to(2, step(model.Tau, -1, 44))), {},
	}}
	want := []string{"F starts a goroutine", "F takes the case <-c4; from here on it never receives from ch", "assume late, in the goroutine started at a.go:2",
		"the goroutine started at a.go:2 blocks here: send on ch"}
	if story := toldAt(t, system([]model.Object{channel, flag, done}, f, sends), 1, 2); !slices.Equal(story, want) {
		t.Errorf("the story is %q, want %q", story, want)
	}
	f.States = []model.State{f.States[0], either(to(2, step(model.Receive, 2, 5))), either(to(3, step(model.Receive, 0, 3)), to(3, step(model.Tau, -1, 44))), {}}
	want[1], want[2] = "assume late, in the goroutine started at a.go:2", want[1]
	if story := toldAt(t, system([]model.Object{channel, flag, done}, f, sends), 1, 2); !slices.Equal(story, want) {
		t.Errorf("the story is %q, want %q", story, want)
	}
}

// TestTellOfCallersAsTheyCome: of two callers of one function the second is the one who comes later in the story.
func TestTellOfCallersAsTheyCome(t *testing.T) {
	name := report.CallOf + "Close"
	sys := system([]model.Object{object(model.Channel, "done")}, line("New", 1, step(model.Spawn, 0, 1), step(model.Spawn, 1, 1)),
		line(name, 1, step(model.Close, 0, 12)), line(name, 1, calling(step(model.Close, 0, 22), 14)))
	want := []string{"a call of Close calls call14", "a second call of Close closes done", "a call of Close panics here: close of closed channel"}
	if story := toldAt(t, sys, 2, 0); !slices.Equal(story, want) {
		t.Errorf("the story is %q, want %q", story, want)
	}
}

// TestTellOfMissedSignals: who waits for a condition variable has begun to before it was signalled, if another waiter has got that;
// if he hasn't, what is said last says enough.
func TestTellOfMissedSignals(t *testing.T) {
	waits := func(started int) model.Automaton {
		return line("F$1", started, step(model.CondEnqueue, 0, started+1), step(model.CondWake, 0, started+1))
	}
	first, second := "the goroutine started at a.go:10", "the goroutine started at a.go:20"
	signals := model.Automaton{Name: "F", Site: at(1), States: []model.State{
		either(to(1, step(model.Spawn, 0, 10))), either(to(2, step(model.Spawn, 1, 20))), either(to(3, step(model.Signal, 0, 4))), {},
	}}
	for missed, want := range map[int][]string{
		1: {"F starts a goroutine", "F signals c; from here on it never signals c again", first + " blocks here: c.Wait"},
		2: {"F starts a goroutine", "F starts a goroutine", first + " begins to wait on c", second + " begins to wait on c",
			"F signals c; from here on it never signals c again", first + " is woken by c", second + " blocks here: c.Wait"},
	} {
		sys := system([]model.Object{object(model.Cond, "c")}, signals, waits(10), waits(20))
		trace := []verify.Step{stepOf(0, 0, 1), stepOf(0, 1, 2), stepOf(1, 0, -1), stepOf(2, 0, -1), stepOf(0, 2, -1), stepOf(1, 1, -1)}
		if missed == 1 {
			trace = []verify.Step{stepOf(0, 0, 1), stepOf(0, 1, 2), stepOf(0, 2, -1), stepOf(1, 0, -1)}
		}
		var story []string
		for _, s := range report.Tell(sys, &verify.Finding{Category: verify.Leak, Process: missed, State: 1, Trace: trace}, ours{}).Steps {
			story = append(story, s.Text)
		}
		if !slices.Equal(story, want) {
			t.Errorf("the story is %q, want %q", story, want)
		}
	}
}

// stepOf is the first step of a process in a state; it may start another one.
func stepOf(process, state, spawned int) verify.Step {
	return verify.Step{Process: process, State: state, Partner: -1, Spawned: spawned}
}

// TestTellWhichCallerAssumes, where several do something.
func TestTellWhichCallerAssumes(t *testing.T) {
	name := report.CallOf + "Close"
	closes := model.Automaton{Name: name, Site: at(1), States: []model.State{
		either(to(1, assume("late", 10)), to(2, assume("!late", 10))), either(to(2, step(model.Close, 0, 12))), {},
	}}
	sys := system([]model.Object{object(model.Channel, "done")}, line("New", 1, step(model.Spawn, 0, 1), step(model.Spawn, 1, 1)), closes, closes)
	want := []string{"assume late, for a call of Close", "assume late, for a second call of Close", "a call of Close closes done", "a second call of Close panics here: close of closed channel"}
	if story := toldAt(t, sys, 2, 1); !slices.Equal(story, want) {
		t.Errorf("the story is %q, want %q", story, want)
	}
}

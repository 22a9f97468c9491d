package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify"
)

// TestTellWhatLeavesTimersEmpty: that is no assumption, but what has happened, and why nothing comes any more.
func TestTellWhatLeavesTimersEmpty(t *testing.T) {
	for text, want := range map[string][2]string{
		"t" + model.HasRunOut:   {"t has run out at line 3 and isn't set again", "F receives from t.C: t has run out"},
		"t" + model.WasStopped:  {"t is stopped at line 3 and isn't set again", "F stops t before it has run out"},
		"t" + model.TicksNoMore: {"nothing comes from it after t.Stop at line 3, which doesn't close it", "t.Stop is called, which doesn't close t.C"},
	} {
		message, story := told(t, system([]model.Object{object(model.Channel, "t.C")}, line("F", 1, assume(text, 3), step(model.Receive, 0, 4))), ours{})
		if want := "receive from t.C blocks forever: " + want[0]; message != want {
			t.Errorf("got %q, want %q", message, want)
		}
		if want := []string{"a.go:3 " + want[1], "a.go:4 F blocks here: receive from t.C"}; !slices.Equal(story, want) {
			t.Errorf("got %q, want %q", story, want)
		}
	}
}

// TestTellWhereSomebodyGoesOnForEver: it is the last step but for the one that is about the finding, and who goes on has been started.
func TestTellWhereSomebodyGoesOnForEver(t *testing.T) {
	group, context := object(model.WaitGroup, "wg"), object(model.Channel, "ctx.Done()")
	around := to(0, step(model.Tau, -1, 8))
	for _, test := range []struct {
		name  string
		first model.State
		want  string
	}{
		{"a loop from which nothing leads that is known", model.State{Transitions: []model.Transition{around}, Refs: []int{0}}, "a.go:8 the goroutine started at a.go:2 goes on for ever"},
		{"one that a context would end", model.State{Transitions: []model.Transition{around, to(1, step(model.ReceiveClosed, 1, 9))}, Refs: []int{0}},
			"a.go:9 the goroutine started at a.go:2 goes on for ever: nobody cancels ctx"},
		{"one of somebody who hasn't been counted", model.State{Transitions: []model.Transition{around}}, ""},
	} {
		beside := model.Automaton{Name: "F$1", Site: at(2), States: []model.State{test.first, {}}}
		sys := system([]model.Object{group, context}, line("F", 1, add(1, 0, 3), step(model.Spawn, 0, 2), step(model.Wait, 0, 4)), beside)
		message, story := told(t, sys, ours{})
		if last := story[len(story)-1]; test.want != "" && (last != test.want || !slices.Contains(story, "a.go:2 F starts a goroutine")) {
			t.Errorf("%s: got %q, want %q", test.name, story, test.want)
		}
		if strings.Contains(message, "could call Done, goes on for ever") != (test.want != "") {
			t.Errorf("%s: got %q", test.name, message)
		}
	}
}

// TestTellNothingOfWhoWasNotCounted: who goes on for ever may have nothing to do with it, though he has the wait group.
func TestTellNothingOfWhoWasNotCounted(t *testing.T) {
	around := model.State{Transitions: []model.Transition{to(0, step(model.Tau, -1, 8))}, Refs: []int{0}}
	forever, ends := model.Automaton{Name: "F$1", Site: at(2), States: []model.State{around}}, line("F$2", 12, step(model.Tau, -1, 13))
	starts, other, wait := step(model.Spawn, 0, 2), step(model.Spawn, 1, 12), step(model.Wait, 0, 4)
	for n, steps := range [][]model.Transition{{starts, add(1, 0, 3), other, wait}, {add(1, 0, 3), other, starts, wait}} {
		message, _ := told(t, system([]model.Object{object(model.WaitGroup, "wg")}, line("F", 1, steps...), forever, ends), ours{})
		if want := "wg.Wait blocks forever: the counter is 1 and nobody is left to call Done"; message != want {
			t.Errorf("%d: got %q, want %q", n, message, want)
		}
	}
}

// TestTellWhoIsToCallDone: whoever waits himself, or who has gone.
func TestTellWhoIsToCallDone(t *testing.T) {
	group := []model.Object{object(model.WaitGroup, "wg")}
	message, _ := told(t, system(group, line("F", 1, add(1, 0, 3), step(model.Wait, 0, 4), add(-1, 0, 5))), ours{})
	if want := "wg.Wait blocks forever: this goroutine itself is the one to call Done"; message != want {
		t.Errorf("got %q, want %q", message, want)
	}
	message, _ = told(t, system(group, line("F", 1, add(2, 0, 3), step(model.Wait, 0, 4), add(-1, 0, 5))), ours{})
	if want := "wg.Wait blocks forever: the counter is 2 and nobody is left to call Done"; message != want {
		t.Errorf("got %q, want %q", message, want)
	}
	message, _ = told(t, system(group, line("F", 1, add(1, 0, 3), step(model.Wait, 0, 4), add(1, 0, 5), add(-1, 0, 6))), ours{})
	if want := "wg.Wait blocks forever: the counter is 1 and nobody is left to call Done"; message != want {
		t.Errorf("got %q, want %q", message, want)
	}
	leaves := model.Automaton{Name: "F$1", Site: at(7), States: []model.State{either(to(2, assume("err != nil", 8)), to(1, assume("err == nil", 8))), either(to(2, add(-1, 0, 9))), {}}}
	message, _ = told(t, system(group, line("F", 1, add(1, 0, 3), step(model.Spawn, 0, 7), step(model.Wait, 0, 4)), leaves), ours{})
	if want := "wg.Wait blocks forever: the goroutine started at a.go:7 never calls Done after line 8 (if err != nil)"; message != want {
		t.Errorf("got %q, want %q", message, want)
	}
}

// TestTellSecondTurnOnce: that there is one, but not that it goes the same way.
func TestTellSecondTurnOnce(t *testing.T) {
	turn := []model.Transition{assume("line == v", 3), assume("data != v", 4), step(model.Close, 0, 5)}
	sys := system([]model.Object{object(model.Channel, "ch")}, line("F", 1, append(slices.Clone(turn), turn...)...))
	_, story := told(t, sys, ours{})
	want := []string{"a.go:3 assume line == v", "a.go:4 assume data != v", "a.go:5 F closes ch", "a.go:3 assume line == v again", "a.go:5 F panics here: close of closed channel"}
	if !slices.Equal(story, want) {
		t.Errorf("got %q, want %q", story, want)
	}
}

// TestTellOneOfManyValues: what something is says what it isn't.
func TestTellOneOfManyValues(t *testing.T) {
	for first, want := range map[string]string{`e != "a"`: `(if e == "b")`, `f != "a"`: `(if f != "a" and e == "b")`, `e != "a" from g`: `(if e != "a" from g and e == "b")`} {
		message, _ := told(t, system([]model.Object{object(model.Channel, "ch")}, line("F", 1, assume(first, 3), assume(`e == "b"`, 4), step(model.Receive, 0, 5))), ours{})
		if !strings.HasSuffix(message, want) {
			t.Errorf("%s: got %q, want %q", first, message, want)
		}
	}
}

// TestTellWhatEndsTheQuestion: who isn't woken has found before that a context hasn't ended; that it ends is told.
func TestTellWhatEndsTheQuestion(t *testing.T) {
	over, goesOn := to(3, step(model.ReceiveClosed, 1, 3)), to(1, step(model.Default, -1, 3))
	goesOn.Text = model.NotOver
	waits := model.Automaton{Name: "F$1", Site: at(2), States: []model.State{
		either(goesOn, over), either(to(2, step(model.CondEnqueue, 0, 4))), either(to(3, step(model.CondWake, 0, 4))), {},
	}}
	sys := system([]model.Object{object(model.Cond, "c"), object(model.Channel, "ctx.Done()")},
		line("F", 1, step(model.Spawn, 0, 2), step(model.Cancel, 1, 6), step(model.Broadcast, 0, 7)), waits)
	defaults := verify.Step{Process: 1, Partner: -1, Spawned: -1}
	trace := []verify.Step{stepOf(0, 0, 1), defaults, stepOf(0, 1, -1), stepOf(0, 2, -1), stepOf(1, 1, -1)}
	var story []string
	for _, s := range report.Tell(sys, &verify.Finding{Category: verify.Leak, Process: 1, State: 2, Trace: trace}, ours{}).Steps {
		story = append(story, s.Text)
	}
	if i := slices.Index(story, "F cancels ctx"); i < 0 || story[i-1] != "the goroutine started at a.go:2 finds that ctx hasn't ended" {
		t.Errorf("got %q", story)
	}
}

// TestAlsoReturnsAt names all places where a function returns with a lock.
func TestAlsoReturnsAt(t *testing.T) {
	sys := system([]model.Object{object(model.Mutex, "mu")}, line("F", 1, step(model.Spawn, 0, 2), step(model.Spawn, 1, 2)),
		line(report.CallOf+"G", 4, step(model.Lock, 0, 5)), line(report.CallOf+"G", 4, step(model.Lock, 0, 5)))
	result := verify.Check(sys, verify.Options{})
	n := slices.IndexFunc(result.Findings, func(f verify.Finding) bool { return f.State == 0 })
	told := report.TellReturned(sys, &result.Findings[n], nil, []bool{false, true, true})
	told.AlsoReturnsAt(at(7), "")
	told.ReturnsAt(at(8), "n < 0")
	told.AlsoReturnsAt(at(9), "err != nil")
	told.AlsoReturnsAt(at(9), "err != nil")
	told.AlsoReturnsAt(at(11), "")
	if want := "returns without unlocking mu here (if n < 0) or at line 9 or at line 11, locked at a.go:5: whoever locks it next blocks forever"; told.Message != want {
		t.Errorf("got %q, want %q", told.Message, want)
	}
	var story []string
	for _, s := range told.Steps {
		story = append(story, s.Text)
	}
	returns := "a call of G returns without unlocking mu"
	if want := []string{"a call of G locks mu", returns + ", as n < 0", "or " + returns + ", as err != nil", "or " + returns, "the next call of G blocks here: mu.Lock"}; !slices.Equal(story[len(story)-5:], want) {
		t.Errorf("got %q, want %q", story, want)
	}
}

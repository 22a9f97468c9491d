package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify"
)

// TestTellWhyHelpersAreBlocked: of who could help and is blocked, too, is told for whom he waits, if that is one goroutine.
func TestTellWhyHelpersAreBlocked(t *testing.T) {
	ch, other, mu := object(model.Channel, "ch"), object(model.Channel, "other"), object(model.Mutex, "mu")
	helps := line("F$1", 2, step(model.Send, 1, 20), step(model.Send, 0, 21))
	too := "receive from ch blocks forever: the goroutine started at a.go:2, which could send on it, is blocked, too"
	for _, test := range []struct {
		name   string
		system *model.System
		want   string
	}{
		{"he waits for who waits for him", system([]model.Object{ch, other}, line("F", 1, step(model.Spawn, 0, 2), step(model.Receive, 0, 9), step(model.Receive, 1, 4)), helps),
			too + ", as only this goroutine receives from other"},
		{"somebody else could let him go on, who waits, too", system([]model.Object{ch, other},
			line("F", 1, step(model.Spawn, 0, 2), step(model.Spawn, 1, 5), step(model.Receive, 0, 9), step(model.Receive, 1, 4)), helps,
			line("F$2", 5, step(model.Receive, 0, 7), step(model.Receive, 1, 8))), too},
		{"who waits for him has left him", system([]model.Object{ch, other},
			model.Automaton{Name: "F", Site: at(1), States: []model.State{
				either(to(1, step(model.Spawn, 0, 2))), either(to(2, assume("late", 3)), to(3, assume("!late", 3))), either(to(4, step(model.Receive, 0, 4))),
				either(to(2, step(model.Receive, 1, 5))), {}}}, helps),
			too + ", as this goroutine never receives from other after line 3 (if late)"},
		{"another one has left him", system([]model.Object{ch, other}, line("F", 1, step(model.Spawn, 0, 2), step(model.Spawn, 1, 6), step(model.Receive, 0, 9)), helps,
			model.Automaton{Name: "F$2", Site: at(6), States: []model.State{either(to(2, assume("late", 7)), to(1, assume("!late", 7))), either(to(2, step(model.Receive, 1, 8))), {}}}),
			too + ", as the goroutine started at a.go:6 never receives from other after line 7 (if late)"},
		{"he waits for a lock", system([]model.Object{ch, other, mu}, line("F", 1, step(model.Spawn, 0, 2), step(model.Spawn, 1, 6), step(model.Receive, 0, 9)),
			line("F$1", 2, step(model.Receive, 1, 19), step(model.Lock, 2, 20), step(model.Send, 0, 21)), line("F$2", 6, step(model.Lock, 2, 7), step(model.Send, 1, 8))), too},
		{"somebody else would, who isn't started", system([]model.Object{ch, other},
			line("F", 1, step(model.Spawn, 0, 2), step(model.Receive, 0, 9), step(model.Spawn, 1, 6), step(model.Receive, 1, 4)), helps, line("F$2", 6, step(model.Receive, 1, 7))), too},
		{"he has been served", system([]model.Object{ch, other}, line("F", 1, step(model.Spawn, 0, 2), step(model.Send, 1, 4), step(model.Receive, 0, 9)),
			model.Automaton{Name: "F$1", Site: at(2), States: []model.State{either(to(1, step(model.Receive, 1, 20))), either(to(0, assume("heavy", 21)), to(2, assume("!heavy", 21))), either(to(0, step(model.Send, 0, 22)))}}),
			too + " (if heavy)"},
		{"nobody is there for him", system([]model.Object{ch, other}, line("F", 1, step(model.Spawn, 0, 2), step(model.Receive, 0, 9)), helps), too},
	} {
		if message, _ := toldOf(t, test.system, 0, ours{}); message != test.want {
			t.Errorf("%s: told %q, want %q", test.name, message, test.want)
		}
	}
}

// toldOf is the message about a process of a system, and its story.
func toldOf(t *testing.T, sys *model.System, process int, pkg report.Package) (message string, story []string) {
	t.Helper()
	for _, f := range verify.Check(sys, verify.Options{}).Findings {
		if f.Process == process {
			told := report.Tell(sys, &f, pkg)
			for _, s := range told.Steps {
				story = append(story, s.Text)
			}
			return told.Message, story
		}
	}
	t.Fatal("nothing is found")
	return "", nil
}

// TestTellChannelsAsTheSourceDoes: a channel that has another name where somebody waits for it is told with both.
func TestTellChannelsAsTheSourceDoes(t *testing.T) {
	named := func(name string) []model.Object { return []model.Object{object(model.Channel, name)} }
	for _, test := range []struct {
		name, want string
		does       model.Transition
	}{
		{"other.out", "receive from other.out (as other.in) blocks", step(model.Receive, 0, 40)},
		{"s.in", "receive from s.in blocks", step(model.Receive, 0, 43)},
		{"results", "send on results (as out) blocks", step(model.Send, 0, 41)},
		{"out", "send on out blocks", step(model.Send, 0, 41)},
		{"s.ch", "send on s.ch blocks", step(model.Send, 0, 42)},
		{"the channel made at a.go:7", "send on the channel made at a.go:7 blocks", step(model.Send, 0, 41)},
		{"results", "send on results blocks", step(model.Send, 0, 5)},
	} {
		if message, _ := toldOf(t, system(named(test.name), line("F", 1, test.does)), 0, ours{}); !strings.HasPrefix(message, test.want) {
			t.Errorf("told %q, want %q", message, test.want)
		}
	}
	done := system([]model.Object{object(model.WaitGroup, "wg")}, line("F", 1, add(1, 0, 2), step(model.Wait, 0, 43)))
	if message, _ := toldOf(t, done, 0, ours{}); !strings.HasPrefix(message, "wg.Wait blocks") {
		t.Errorf("told %q of a wait group", message)
	}
}

// TestTellWhereLiteralsAre: of a function literal that has no name is said in which function it is, in the sentence, if that is another one.
func TestTellWhereLiteralsAre(t *testing.T) {
	ch := []model.Object{object(model.Channel, "ch")}
	for starter, want := range map[string]string{
		"(T).Serve$1": "the function literal at a.go:1 in T.Serve never receives from it after line 4",
		"run$2":       "the function literal at a.go:1 never receives from it after line 4",
		"Serve":       "Serve never receives from it after line 4",
	} {
		first := model.Automaton{Name: starter, Site: at(1), States: []model.State{either(to(1, step(model.Spawn, 0, 3))), either(to(2, step(model.Receive, 0, 4)), to(2, assume("late", 4))), {}}}
		message, story := toldOf(t, system(ch, first, line("run$1", 3, step(model.Send, 0, 5))), 1, ours{})
		if !strings.Contains(message, want) || slices.ContainsFunc(story, func(s string) bool { return strings.Contains(s, " in T.Serve") }) {
			t.Errorf("told %q, want %q, and not in %q", message, want, story)
		}
	}
}

// TestTellOfUsers: what is assumed of those who use a package is no step of one of them.
func TestTellOfUsers(t *testing.T) {
	sys := system([]model.Object{object(model.Channel, "ch")}, line("F", 1, step(model.Spawn, 0, 2), step(model.Spawn, 1, 3)), line("F$1", 2, step(model.Send, 0, 5)),
		model.Automaton{Name: report.CallOf + "Next", Site: at(3), States: []model.State{either(to(1, assume(model.Whoever+"ends ctx receives no more", 7)), to(1, step(model.Receive, 0, 8))), {}}})
	message, story := toldOf(t, sys, 1, ours{})
	if want := "send on ch blocks forever and leaks the goroutine: nobody receives from it any more (if whoever ends ctx receives no more)"; message != want {
		t.Errorf("told %q, want %q", message, want)
	}
	if want := "assume whoever ends ctx receives no more; from here on nobody receives from ch"; !slices.Contains(story, want) {
		t.Errorf("the story is %q, without %q", story, want)
	}
}

// TestTellWhatIsDoneInstead: another operation at which the same goroutine may be stuck is told if it is another one.
func TestTellWhatIsDoneInstead(t *testing.T) {
	group := object(model.WaitGroup, "wg")
	first := model.Automaton{Name: "F", Site: at(1), States: []model.State{
		either(to(1, add(1, 1, 2))), either(to(2, assume("n == 2", 3)), to(3, assume("n == 1", 3))), either(to(3, step(model.Send, 0, 4))), either(to(4, step(model.Wait, 1, 5))), {}}}
	sys := system([]model.Object{object(model.Channel, "ch"), group}, first)
	findings := verify.Check(sys, verify.Options{}).Findings
	f := &findings[0]
	for _, g := range findings[1:] {
		f.Or = append(f.Or, verify.Blocked{Process: g.Process, State: g.State})
	}
	want := map[model.Kind]string{model.Send: " blocks forever here or at line 5 (wg.Wait)", model.Wait: " blocks forever here or at line 4 (send on ch)"}[f.In(sys).Kind]
	if told := report.Tell(sys, f, ours{}); len(findings) != 2 || !strings.Contains(told.Message, want) {
		t.Errorf("told %q of %d, want %q in it", told.Message, len(findings), want)
	}
}

// TestTellWhereGoroutinesFail: of a goroutine that has gone as it has the test fail is told where it does.
func TestTellWhereGoroutinesFail(t *testing.T) {
	fails := in(calling(assume(model.Failed, 9), 12), theirs(9))
	for _, test := range []struct {
		then model.Transition
		want string
	}{
		{fails, "assume err != nil; from here on the goroutine started at a.go:2 never receives from ch: the test fails in call12 at line 12"},
		{assume("", 9), "assume err != nil; from here on the goroutine started at a.go:2 never receives from ch"},
	} {
		worker := model.Automaton{Name: "F$1", Site: at(2), States: []model.State{
			either(to(1, assume("err == nil", 8)), to(2, assume("err != nil", 8))), either(to(3, step(model.Receive, 0, 7))), either(to(3, test.then)), {}}}
		sys := system([]model.Object{object(model.Channel, "ch")}, line("F", 1, step(model.Spawn, 0, 2), step(model.Send, 0, 3)), worker)
		_, story := toldOf(t, sys, 0, ours{})
		if !slices.ContainsFunc(story, func(s string) bool {
			return strings.ReplaceAll(s, ", in the goroutine started at a.go:2", "") == test.want
		}) {
			t.Errorf("the story is %q, without %q", story, test.want)
		}
	}
}

// TestTellNoErrorOnce: that an error isn't a certain one, or of some kind, goes without saying if there is none.
func TestTellNoErrorOnce(t *testing.T) {
	for _, test := range []struct {
		asked, later string
		untold       bool
	}{
		{"err != io.ErrUnexpectedEOF", "err == nil", true},
		{"!errors.Is(err, net.ErrClosed)", "err == nil", true},
		{"!isClosed(err)", "err == nil", true},
		{"!isClosed(other)", "err == nil", false},
		{"!(isClosed(err) || isOther(x))", "err == nil", false},
		{"other != io.ErrUnexpectedEOF", "err == nil", false},
		{"err != io.ErrUnexpectedEOF", "!late", false},
		{"err == io.ErrUnexpectedEOF", "err == nil", false},
		{"!errors.Is(err, net.ErrClosed) || late(x)", "err == nil", false},
		{"err != io.ErrUnexpectedEOF from f.Read", "err == nil from g.Close", false},
		{"isClosed(err)", "err == nil", false},
	} {
		asked, later := model.ParseCondition(test.asked).Opposite().String(), model.ParseCondition(test.later).Opposite().String()
		f := model.Automaton{Name: "F", Site: at(1), States: []model.State{
			either(to(1, step(model.Spawn, 0, 2))), either(to(2, assume(test.asked, 3)), to(5, assume(asked, 3))), either(to(3, assume(test.later, 6)), to(5, assume(later, 6))),
			either(to(4, step(model.Receive, 1, 7))), {}, either(to(4, step(model.Send, 0, 8)))}}
		sys := system([]model.Object{object(model.Channel, "ch"), object(model.Channel, "other")}, f, line("F$1", 2, step(model.Receive, 0, 9)))
		if _, story := toldOf(t, sys, 0, ours{}); slices.Contains(story, "assume "+test.asked) == test.untold {
			t.Errorf("%s, %s: the story is %q", test.asked, test.later, story)
		}
	}
}

// TestTellOfMostVictims: of many who are blocked each in his own way only the one who could help is told, and how many others there are.
func TestTellOfMostVictims(t *testing.T) {
	for _, others := range []int{2, 3, 4} {
		objects := []model.Object{object(model.WaitGroup, "wg"), object(model.Channel, "ch")}
		steps, all := []model.Transition{add(1, 0, 2)}, []model.Automaton{{}}
		for n := range others {
			steps = append(steps, step(model.Spawn, n, 10+n))
			all = append(all, line("F$1", 10+n, step(model.Receive, 1, 20+n)))
		}
		steps = append(steps, step(model.Spawn, others, 30), step(model.Wait, 0, 9))
		all[0] = line("F", 1, steps...)
		all = append(all, line("F$2", 30, step(model.Receive, 1, 31), add(-1, 0, 32)))
		_, story := toldOf(t, system(objects, all...), 0, ours{})
		victims := slices.DeleteFunc(slices.Clone(story), func(s string) bool { return !strings.HasPrefix(s, report.AlsoBlocked) })
		want := 1 + others
		if others > 2 {
			want = 2
		}
		helper := report.AlsoBlocked + ": the goroutine started at a.go:30, receive from ch"
		if len(victims) != want || !slices.Contains(victims, helper) || slices.Contains(story, "F starts a goroutine") && others > 2 && len(story) != 5 {
			t.Errorf("%d others: the story is %q, want %d who are blocked, too, and %q", others, story, want, helper)
		}
	}
}

// TestTellLessOfCounting: where many are counted, who has nothing to do with it isn't.
func TestTellLessOfCounting(t *testing.T) {
	for _, workers := range []int{1, 5} {
		steps, all := []model.Transition{}, []model.Automaton{{}}
		for n := range workers {
			steps = append(steps, add(1, 0, 40+n), step(model.Spawn, n, 10+n))
			all = append(all, line("F$1", 10+n, add(-1, 0, 20+n)))
		}
		steps = append(steps, add(1, 0, 3), step(model.Spawn, workers, 30), step(model.Wait, 0, 9))
		all[0] = line("F", 1, steps...)
		all = append(all, line("F$2", 30, step(model.Receive, 1, 31), add(-1, 0, 32)))
		_, story := toldOf(t, system([]model.Object{object(model.WaitGroup, "wg"), object(model.Channel, "ch")}, all...), 0, ours{})
		want := []string{"F adds 1 to wg", "F starts a goroutine", "F blocks here: wg.Wait", "also blocked: the goroutine started at a.go:30, receive from ch"}
		if slices.Equal(story, want) != (workers > 1) {
			t.Errorf("%d: the story is %q", workers, story)
		}
	}
}

// TestTellWhoOwesDone: the only goroutine that was started owes it if it was counted.
func TestTellWhoOwesDone(t *testing.T) {
	for _, test := range []struct {
		name  string
		steps []model.Transition
		does  []model.Transition
		want  string
	}{
		{"it was counted", []model.Transition{add(1, 0, 3), step(model.Spawn, 0, 2)}, nil, "the goroutine started at a.go:2 never comes to Done"},
		{"a call has it started", []model.Transition{add(1, 0, 3), calling(step(model.Spawn, 0, 2), 5)}, nil, "the counter is 1 and nobody is left to call Done"},
		{"a call counts it and has it started", []model.Transition{calling(add(1, 0, 3), 5), calling(step(model.Spawn, 0, 2), 5)}, nil, "the goroutine started at a.go:2 never comes to Done"},
		{"it was not", []model.Transition{step(model.Spawn, 0, 2), add(1, 0, 3)}, nil, "the counter is 1 and nobody is left to call Done"},
		{"it has called it", []model.Transition{add(1, 0, 3), add(1, 0, 4), step(model.Spawn, 0, 2)}, []model.Transition{add(-1, 0, 8)}, "the counter is 1 and nobody is left to call Done"},
		{"there is more to call", []model.Transition{add(2, 0, 3), step(model.Spawn, 0, 2)}, nil, "the counter is 2 and nobody is left to call Done"},
	} {
		sys := system([]model.Object{object(model.WaitGroup, "wg")}, line("F", 1, append(test.steps, step(model.Wait, 0, 9))...), line("F$1", 2, test.does...))
		if message, _ := toldOf(t, sys, 0, ours{}); message != "wg.Wait blocks forever: "+test.want {
			t.Errorf("%s: told %q, want %q", test.name, message, test.want)
		}
	}
}

// TestTellWhatIsStillThere: of what was exchanged before that is told which fills a buffer, unless it is much.
func TestTellWhatIsStillThere(t *testing.T) {
	for _, capacity := range []int{1, 6, 7} {
		full := object(model.Channel, "full")
		full.Capacity = capacity
		steps := []model.Transition{step(model.Send, 0, 4), step(model.Receive, 0, 5), step(model.Send, 0, 6), step(model.Receive, 0, 7)}
		for n := range capacity {
			steps = append(steps, step(model.Send, 0, 20+n))
		}
		first := line("F", 1, append(steps, step(model.Spawn, 0, 8), assume("late", 9))...)
		last := &first.States[len(first.States)-2]
		last.Transitions = append(last.Transitions, to(len(first.States), assume("!late", 9)))
		first.States = append(first.States, either(to(len(first.States)-1, step(model.Receive, 0, 10))))
		_, story := toldOf(t, system([]model.Object{full}, first, line("F$1", 8, step(model.Send, 0, 11))), 1, ours{})
		sends := slices.DeleteFunc(slices.Clone(story), func(s string) bool { return s != "F sends on full" })
		if want := map[int]int{1: 1, 6: 6}[capacity]; len(sends) != want {
			t.Errorf("of a buffer of %d is told that %d are sent, want %d: %q", capacity, len(sends), want, story)
		}
	}
}

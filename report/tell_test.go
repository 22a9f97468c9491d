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

// at is a place in the only file.
func at(line int) model.Site { return model.Site{File: "dir/a.go", Line: line, Column: 2} }

// step is a transition to the next state.
func step(kind model.Kind, object, line int) model.Transition {
	return model.Transition{Kind: kind, Object: object, Site: at(line)}
}

// line is an automaton that takes some steps one after the other.
func line(name string, started int, steps ...model.Transition) model.Automaton {
	a := model.Automaton{Name: name, Site: at(started)}
	for i, s := range steps {
		s.To = i + 1
		a.States = append(a.States, model.State{Transitions: []model.Transition{s}})
	}
	a.States = append(a.States, model.State{})
	return a
}

func object(kind model.ObjectKind, name string) model.Object {
	o := model.Object{Kind: kind, Name: name, Site: at(1), Owner: -1}
	if kind == model.Channel {
		o.Labels = []model.Label{{Name: "value"}}
	}
	return o
}

// semaphoreOf is a semaphore with some slots.
func semaphoreOf(slots int) model.Object {
	o := object(model.Channel, "sem")
	o.Slots, o.Capacity = true, slots
	return o
}

// tries is an automaton that gives back a slot if it finds one.
func tries(name string, started int) model.Automaton {
	a := line(name, started, step(model.Send, 0, 7), step(model.Receive, 0, 8))
	otherwise := step(model.Default, -1, 7)
	otherwise.To = 2
	a.States[0].Transitions = append(a.States[0].Transitions, otherwise)
	return a
}

func assume(text string, line int) model.Transition {
	t := step(model.Tau, -1, line)
	t.Text = text
	return t
}

func add(amount, object, line int) model.Transition {
	t := step(model.Add, object, line)
	t.Label = amount
	return t
}

// system has a family for each process but the first.
func system(objects []model.Object, processes ...model.Automaton) *model.System {
	sys := &model.System{Name: "p.F", Site: at(1), Objects: objects, Processes: processes}
	for p := 1; p < len(processes); p++ {
		sys.Families = append(sys.Families, model.Family{Name: processes[p].Name, Members: []int{p}})
	}
	return sys
}

func TestTell(t *testing.T) {
	channel, other, wait := object(model.Channel, "ch"), object(model.Channel, "other"), object(model.WaitGroup, "wg")
	elsewhere := object(model.Channel, "the channel"+model.MadeAtLine+"7")
	elsewhere.Site = model.Site{File: "dir/b.go", Line: 7}
	buffered := channel
	buffered.Capacity = 1
	tests := []struct {
		name   string
		system *model.System
		want   []string // messages, in order
		story  []string // of the first
	}{
		{
			"send to nobody",
			system([]model.Object{channel}, line("F", 1, step(model.Send, 0, 2))),
			[]string{"send on ch blocks forever: nobody receives from it"},
			[]string{"F blocks here: send on ch"},
		},
		{
			"a channel without a name, of another file, and a function literal of a variable",
			system([]model.Object{elsewhere}, line("init$1$2", 1, step(model.Send, 0, 2))),
			[]string{"send on the channel made at b.go:7 blocks forever: nobody receives from it"},
			[]string{"the function literal at a.go:1 blocks here: send on the channel made at b.go:7"},
		},
		{
			"a function literal",
			system([]model.Object{channel}, line("(*T).F$1", 7, step(model.Send, 0, 8))),
			[]string{"send on ch blocks forever: nobody receives from it"},
			[]string{"the function literal at a.go:7 blocks here: send on ch"},
		},
		{
			"a call of a function literal",
			system([]model.Object{channel}, line("F", 1, step(model.Spawn, 0, 2)), line(report.CallOf+"(*T).F$1", 7, step(model.Send, 0, 8))),
			[]string{"send on ch blocks forever and leaks the goroutine: nobody receives from it"},
			[]string{"a call of the function literal at a.go:7 blocks here: send on ch"},
		},
		{
			"full",
			system([]model.Object{buffered}, line("F", 1, step(model.Send, 0, 2), step(model.Send, 0, 3), step(model.Receive, 0, 4))),
			[]string{"send on ch blocks forever: its buffer of 1 is full and no other goroutine receives from it"},
			[]string{"F sends on ch", "F blocks here: send on ch"},
		},
		{
			"no free slot",
			system([]model.Object{semaphoreOf(1)}, line("F", 1, step(model.Send, 0, 2), step(model.Receive, 0, 3), step(model.Send, 0, 4), step(model.Send, 0, 5))),
			[]string{"sem.Acquire blocks forever: its only slot is taken and nobody is left to call Release"},
			[]string{"F takes a slot of sem", "F gives back a slot of sem", "F takes a slot of sem", "F blocks here: sem.Acquire"},
		},
		{
			"no free slot, and nobody gives one back",
			system([]model.Object{semaphoreOf(2)}, line("F", 1, step(model.Send, 0, 2), step(model.Send, 0, 3), step(model.Send, 0, 4))),
			[]string{"sem.Acquire blocks forever: all its 2 slots are taken and nobody calls Release"}, nil,
		},
		{
			"no slots",
			system([]model.Object{semaphoreOf(0)}, line("F", 1, step(model.Send, 0, 2))),
			[]string{"sem.Acquire blocks forever: it has no slots"}, nil,
		},
		{
			"slots that are tried",
			system([]model.Object{semaphoreOf(1)},
				line("F", 1, step(model.Send, 0, 2), step(model.Spawn, 0, 3), step(model.Send, 0, 4), step(model.Receive, 0, 5)),
				tries("F$1", 3)),
			[]string{"sem.Acquire blocks forever: its only slot is taken and the goroutine started at a.go:3 never calls Release after line 7"},
			[]string{"F takes a slot of sem", "F starts a goroutine", "the goroutine started at a.go:3 finds no free slot of sem; from here on it never calls sem.Release",
				"F blocks here: sem.Acquire"},
		},
		{
			"nil channel",
			system(nil, line("F", 1, step(model.Receive, -1, 2))),
			[]string{"receive from a nil channel blocks forever"}, nil,
		},
		{
			"no name",
			system([]model.Object{object(model.Channel, "")}, line("F", 1, step(model.Receive, 0, 2))),
			[]string{"receive from the channel made at a.go:1 blocks forever: nobody sends on it or closes it"}, nil,
		},
		{
			"leak under a condition",
			system([]model.Object{channel},
				line("F", 1, step(model.Spawn, 0, 2), assume("err != nil", 3)),
				line("F$1", 2, step(model.Send, 0, 5))),
			[]string{"send on ch blocks forever and leaks the goroutine: nobody receives from it (if err != nil)"},
			[]string{"F starts a goroutine", "assume err != nil", "the goroutine started at a.go:2 blocks here: send on ch"},
		},
		{
			"counter, and who could lower it",
			system([]model.Object{wait, channel},
				line("F", 1, add(1, 0, 2), step(model.Spawn, 0, 3), step(model.Wait, 0, 4)),
				line("F$1", 3, step(model.Send, 1, 6), add(-1, 0, 7))),
			[]string{"wg.Wait blocks forever: the goroutine started at a.go:3, which could call Done, is blocked, too"},
			[]string{"F adds 1 to wg", "F starts a goroutine", "F blocks here: wg.Wait", "also blocked: the goroutine started at a.go:3, send on ch"},
		},
		{
			"a call that waits for its goroutines",
			system([]model.Object{object(model.WaitGroup, model.GroupOf+"RunParallel"), channel},
				line("F", 1, add(1, 0, 2), step(model.Spawn, 0, 2), step(model.Wait, 0, 2)),
				line("F$1", 2, step(model.Send, 1, 6), add(-1, 0, 7))),
			[]string{"RunParallel blocks forever: the goroutine started at a.go:2, for which it waits, is blocked, too"},
			[]string{"F starts a goroutine", "F blocks here: RunParallel", "also blocked: the goroutine started at a.go:2, send on ch"},
		},
		{
			"a call with the key of the one that it is in",
			system([]model.Object{object(model.WaitGroup, model.SameKey+"Do")}, line("F", 1, add(1, 0, 2), step(model.Wait, 0, 3), add(-1, 0, 2))),
			[]string{"Do blocks forever: this goroutine is inside the first call with the same key, at a.go:2"},
			[]string{"F blocks here: Do"},
		},
		{
			"a function that runs once calls itself",
			system([]model.Object{object(model.Once, model.OnceOf+"that sync.OnceFunc returned")},
				line("F", 1, step(model.OnceBegin, 0, 2), step(model.OnceBegin, 0, 3))),
			[]string{"call of the function that sync.OnceFunc returned blocks forever: this goroutine is inside the first call, at a.go:2"},
			[]string{"F enters the function that sync.OnceFunc returned", "F blocks here: call of the function that sync.OnceFunc returned"},
		},
		{
			"locked twice",
			system([]model.Object{object(model.Mutex, "mu")}, line("F", 1, step(model.Lock, 0, 2), step(model.Lock, 0, 3))),
			[]string{"mu.Lock blocks forever: this goroutine itself has locked it at a.go:2"}, nil,
		},
		{
			"never unlocked",
			system([]model.Object{object(model.Mutex, "mu"), wait},
				line("F", 1, add(1, 1, 2), step(model.Spawn, 0, 3), step(model.Wait, 1, 4), step(model.Lock, 0, 5)),
				line("F$1", 3, step(model.Lock, 0, 7), add(-1, 1, 8))),
			[]string{"mu.Lock blocks forever: it was locked at a.go:7 by the goroutine started at a.go:3, which ended without unlocking it"}, nil,
		},
		{
			"both orders",
			system([]model.Object{object(model.Mutex, "a"), object(model.Mutex, "b"), wait},
				line("F", 1, add(1, 2, 2), step(model.Spawn, 0, 3), step(model.Lock, 0, 4), step(model.Lock, 1, 5), step(model.Unlock, 1, 6), step(model.Unlock, 0, 6), step(model.Wait, 2, 7)),
				line("F$1", 3, step(model.Lock, 1, 8), step(model.Lock, 0, 9), step(model.Unlock, 0, 10), step(model.Unlock, 1, 10), add(-1, 2, 11))),
			[]string{"b.Lock blocks forever: the goroutine started at a.go:3 takes it and a in the other order, at a.go:8 and at a.go:9"},
			[]string{"F starts a goroutine", "the goroutine started at a.go:3 locks b", "F locks a", "F blocks here: b.Lock",
				"also blocked: the goroutine started at a.go:3, a.Lock, locked at a.go:4 by F"},
		},
		{
			"who has the lock waits for something else",
			system([]model.Object{object(model.RWMutex, "mu"), channel, wait},
				line("F", 1, add(1, 2, 2), step(model.Spawn, 0, 3), step(model.Wait, 2, 4), step(model.Announce, 0, 5), step(model.Lock, 0, 5)),
				line("F$1", 3, step(model.RLock, 0, 7), add(-1, 2, 8), step(model.Send, 1, 9), step(model.RUnlock, 0, 10))),
			[]string{"mu.Lock blocks forever: the goroutine started at a.go:3, which has read-locked it at a.go:7, is blocked, too: send on ch at a.go:9"}, nil,
		},
		{
			"who would help needs the lock that is held",
			system([]model.Object{object(model.Mutex, "mu"), channel},
				line("F", 1, step(model.Lock, 0, 2), step(model.Spawn, 0, 3), step(model.Receive, 1, 4)),
				line("F$1", 3, step(model.Lock, 0, 7), step(model.Unlock, 0, 8), step(model.Close, 1, 9))),
			[]string{"receive from ch blocks forever: the goroutine started at a.go:3, which could close it, needs mu, which this goroutine has locked at a.go:2"},
			[]string{"F locks mu", "F starts a goroutine", "F blocks here: receive from ch", "also blocked: the goroutine started at a.go:3, mu.Lock, locked at a.go:2 by F"},
		},
		{
			"who would help need not wait for the lock that is held",
			system([]model.Object{object(model.Mutex, "mu"), channel}, line("F", 1, step(model.Lock, 0, 2), step(model.Spawn, 0, 3), step(model.Receive, 1, 4)),
				model.Automaton{Name: "F$1", Site: at(3), States: []model.State{
					{Transitions: []model.Transition{step(model.Tau, -1, 6), {Kind: model.Lock, Object: 0, Site: at(7), To: 1}}},
					{Transitions: []model.Transition{{Kind: model.Close, Object: 1, Site: at(8), To: 2}}}, {},
				}}),
			[]string{"receive from ch blocks forever: whoever could close it needs mu, which this goroutine has locked at a.go:2"}, nil,
		},
		{
			"from where on nobody comes",
			system([]model.Object{channel}, line("F", 1, step(model.Spawn, 0, 2), step(model.Receive, 0, 3)),
				model.Automaton{Name: "F$1", Site: at(2), States: []model.State{
					{Transitions: []model.Transition{{Kind: model.Tau, Object: -1, Site: at(6), Text: "err == nil", To: 1}, {Kind: model.Tau, Object: -1, Site: at(6), Text: "err != nil", To: 2}}},
					{Transitions: []model.Transition{{Kind: model.Send, Object: 0, Site: at(8), To: 2}}}, {},
				}}),
			[]string{"receive from ch blocks forever: the goroutine started at a.go:2 never sends on it after line 6, and nothing closes it (if err != nil)"},
			[]string{"F starts a goroutine", "assume err != nil; from here on the goroutine started at a.go:2 never sends on ch or closes it", "F blocks here: receive from ch"},
		},
		{
			"the turns of a loop",
			system([]model.Object{buffered}, line("F", 1, step(model.Send, 0, 2), step(model.Receive, 0, 3), step(model.Send, 0, 2), step(model.Receive, 0, 3),
				step(model.Send, 0, 2), step(model.Receive, 0, 3), step(model.Send, 0, 4), step(model.Receive, 0, 4), step(model.Receive, 0, 5))),
			[]string{"receive from ch blocks forever: no other goroutine sends on it or closes it"},
			[]string{"F sends on ch", "F receives from ch (the last 2 steps 3 times)", "F sends on ch", "F receives from ch", "F blocks here: receive from ch"},
		},
		{
			"orphan",
			system([]model.Object{buffered}, line("F", 1, step(model.Send, 0, 2))),
			[]string{"message sent on ch is never received: nobody receives from it"},
			[]string{"F sends on ch"},
		},
		{
			"panic",
			system([]model.Object{channel}, line("F", 1, step(model.Close, 0, 2), step(model.Close, 0, 3))),
			[]string{"panic: close of closed channel (ch), closed at a.go:2 by this goroutine"},
			[]string{"F closes ch", "F panics here: close of closed channel"},
		},
		{
			"two callers of one function",
			system([]model.Object{channel}, line("F", 1, step(model.Spawn, 0, 2), step(model.Spawn, 1, 2)),
				line(report.CallOf+"G", 4, step(model.Close, 0, 5)), line(report.CallOf+"G", 4, step(model.Close, 0, 5))),
			[]string{"panic: close of closed channel (ch), closed at a.go:5 by another call of G",
				"panic: close of closed channel (ch), closed at a.go:5 by another call of G"},
			[]string{"a call of G closes ch", "a second call of G panics here: close of closed channel"},
		},
		{
			"who leaves a select alone",
			system([]model.Object{channel, other},
				line("F", 1, step(model.Spawn, 0, 2), step(model.Receive, 0, 3)),
				model.Automaton{Name: "F$1", Site: at(2), States: []model.State{
					{Transitions: []model.Transition{{Kind: model.Send, Object: 0, Site: at(5), To: 1}}},
					{Transitions: []model.Transition{{Kind: model.Send, Object: 0, Site: at(6), To: 2}, {Kind: model.Receive, Object: 1, Site: at(6), To: 2}}}, {},
				}}),
			[]string{"select on ch, other blocks forever and leaks the goroutine: F never communicates on any of them again after line 3"},
			[]string{"F starts a goroutine", "the goroutine started at a.go:2 sends on ch, received by F",
				"from here on F never communicates on ch or other again", "the goroutine started at a.go:2 blocks here: select on ch, other"},
		},
		{
			"nil channels",
			system(nil, model.Automaton{Name: "F", Site: at(1), States: []model.State{
				{Transitions: []model.Transition{{Kind: model.Send, Object: -1, Site: at(2), To: 1}, {Kind: model.Receive, Object: -1, Site: at(2), To: 1}}}, {},
			}}),
			[]string{"select on nil channels blocks forever"}, nil,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			result := verify.Check(test.system, verify.Options{})
			if result.Inconclusive != "" {
				t.Fatal(result.Inconclusive)
			}
			var messages, story []string
			for i := range result.Findings {
				f := report.Tell(test.system, &result.Findings[i], nil)
				messages = append(messages, f.Message)
				if i == 0 {
					for _, s := range f.Steps {
						story = append(story, s.Text)
					}
				}
			}
			if !slices.Equal(messages, test.want) {
				t.Errorf("got %q, want %q", messages, test.want)
			}
			if test.story != nil && !slices.Equal(story, test.story) {
				t.Errorf("got the story %q, want %q", story, test.story)
			}
		})
	}
}

// TestGoroutineNumbers has two goroutines of one go statement.
func TestGoroutineNumbers(t *testing.T) {
	worker := line("F$1", 2, step(model.Send, 0, 3))
	sys := system([]model.Object{object(model.Channel, "ch")},
		line("F", 1, step(model.Spawn, 0, 2), step(model.Spawn, 0, 2), step(model.Receive, 0, 5)), worker, worker)
	sys.Families = []model.Family{{Name: "F$1", Members: []int{1, 2}}}
	result := verify.Check(sys, verify.Options{})
	if len(result.Findings) != 1 {
		t.Fatalf("got %d findings, want 1", len(result.Findings))
	}
	var story strings.Builder
	for _, s := range report.Tell(sys, &result.Findings[0], nil).Steps {
		story.WriteString(s.Text + "\n")
	}
	for _, want := range []string{"F starts goroutine 1\n", "F starts goroutine 2\n", "goroutine 1 started at a.go:2"} {
		if !strings.Contains(story.String(), want) {
			t.Errorf("no %q in\n%s", want, &story)
		}
	}
}

// TestAlsoBlockedOnce: where somebody is stuck in this execution, it isn't told that somebody may be in others.
func TestAlsoBlockedOnce(t *testing.T) {
	worker := line("F$1", 2, step(model.Tau, -1, 4), step(model.Send, 0, 5))
	sys := system([]model.Object{object(model.Channel, "ch"), object(model.Channel, "done")},
		line("F", 1, step(model.Spawn, 0, 2), step(model.Spawn, 0, 2), step(model.Receive, 1, 6)), worker, worker)
	sys.Families = []model.Family{{Name: "F$1", Members: []int{1, 2}}}
	none := verify.Step{Partner: -1, Spawned: -1}
	first, second, goes := none, none, none
	first.Spawned, second.Spawned, second.State, goes.Process = 1, 2, 1, 2
	f := report.Tell(sys, &verify.Finding{
		Category: verify.Deadlock, State: 2, Object: 1, Trace: []verify.Step{first, second, goes},
		Also: []verify.Blocked{{Process: 1, State: 1}, {Process: 2, State: 1}},
	}, nil)
	var also []string
	for _, s := range f.Steps {
		if strings.HasPrefix(s.Text, report.AlsoBlocked) {
			also = append(also, s.Text)
		}
	}
	if want := []string{"also blocked: the goroutine started at a.go:2, send on ch"}; !slices.Equal(also, want) {
		t.Errorf("got %q, want %q", also, want)
	}
}

// TestTellReturned: a lock with which a call has returned is told where that has come to last, or where it returns if that is known.
func TestTellReturned(t *testing.T) {
	calls := func(conditions ...string) model.Automaton {
		steps := []model.Transition{step(model.Lock, 0, 5)}
		for i, text := range conditions {
			steps = append(steps, assume(text, 6+i))
		}
		a := line(report.CallOf+"G", 4, steps...)
		for i := range conditions {
			unlock, from := step(model.Unlock, 0, 9), len(a.States)
			unlock.To = from + 1
			otherwise := assume("!("+conditions[i]+")", 6+i)
			otherwise.To = from
			a.States[i+1].Transitions = append(a.States[i+1].Transitions, otherwise)
			a.States = append(a.States, model.State{Transitions: []model.Transition{unlock}}, model.State{})
		}
		return a
	}
	for _, test := range []struct {
		name       string
		conditions []string
		returned   bool
		at         int
		why        string
		want       string
		story      []string
	}{
		{"it isn't known that the call has returned", nil, false, 0, "", "mu.Lock blocks forever and leaks the goroutine: it was locked at a.go:5 by another call of G, which never unlocks it",
			[]string{"5 a call of G locks mu", "5 a second call of G blocks here: mu.Lock"}},
		{"nor where", nil, true, 0, "", "never unlocks mu, locked at a.go:5: whoever locks it next blocks forever",
			[]string{"5 a call of G locks mu", "5 a call of G never unlocks mu", "5 the next call of G blocks here: mu.Lock"}},
		{"nor that it isn't what is assumed", []string{"n < 0"}, true, 0, "", "never unlocks mu, locked at a.go:5 (if n < 0): whoever locks it next blocks forever",
			[]string{"5 a call of G locks mu", "6 assume n < 0", "6 a call of G never unlocks mu", "5 the next call of G blocks here: mu.Lock"}},
		{"where it returns", nil, true, 8, "", "returns without unlocking mu, locked at a.go:5: whoever locks it next blocks forever",
			[]string{"5 a call of G locks mu", "8 a call of G returns without unlocking mu", "5 the next call of G blocks here: mu.Lock"}},
		{"and why, which isn't assumed", nil, true, 8, "stop == nil", "returns without unlocking mu, locked at a.go:5 (if stop == nil): whoever locks it next blocks forever",
			[]string{"5 a call of G locks mu", "8 a call of G returns without unlocking mu, as stop == nil", "5 the next call of G blocks here: mu.Lock"}},
		{"and why, which is", []string{"n < 0"}, true, 8, "n < 0", "returns without unlocking mu, locked at a.go:5 (if n < 0): whoever locks it next blocks forever",
			[]string{"5 a call of G locks mu", "8 a call of G returns without unlocking mu, as n < 0", "5 the next call of G blocks here: mu.Lock"}},
		{"and why, beside too much", []string{"n < 0", "ok"}, true, 8, "stop == nil", "returns without unlocking mu, locked at a.go:5 (if stop == nil): whoever locks it next blocks forever",
			nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			sys := system([]model.Object{object(model.Mutex, "mu")}, line("F", 1, step(model.Spawn, 0, 2), step(model.Spawn, 1, 2)), calls(test.conditions...), calls(test.conditions...))
			result := verify.Check(sys, verify.Options{})
			n := slices.IndexFunc(result.Findings, func(f verify.Finding) bool { return f.State == 0 })
			if n < 0 {
				t.Fatalf("nobody is stuck: %v", result.Findings)
			}
			told := report.TellReturned(sys, &result.Findings[n], nil, []bool{false, test.returned, test.returned})
			if (told.Kept() != nil) != test.returned {
				t.Errorf("got the lock %v", told.Kept())
			}
			if test.at > 0 {
				told.ReturnsAt(at(test.at), test.why)
			}
			var story []string
			for _, s := range told.Steps {
				if !strings.Contains(s.Text, "starts a goroutine") {
					story = append(story, fmt.Sprintf("%d %s", s.Site.Line, s.Text))
				}
			}
			if told.Message != test.want {
				t.Errorf("got %q, want %q", told.Message, test.want)
			}
			if test.story != nil && !slices.Equal(story, test.story) {
				t.Errorf("got the story %q, want %q", story, test.story)
			}
		})
	}
}

// TestAgain: of who takes a lock twice it is known by which call he comes there the second time.
func TestAgain(t *testing.T) {
	for _, test := range []struct {
		first, second model.Transition
		want          int
	}{
		{step(model.Lock, 0, 5), step(model.Lock, 0, 6), 0},
		{step(model.Lock, 0, 5), calling(step(model.Lock, 0, 20), 7), 7},
		{calling(step(model.Lock, 0, 20), 7), step(model.Lock, 0, 6), 0},
		{calling(step(model.Lock, 0, 20), 3), calling(step(model.Lock, 0, 30), 3, 21, 25), 21},
		{calling(step(model.Lock, 0, 20), 3), calling(step(model.Lock, 0, 30), 4, 21), 0},
	} {
		sys := system([]model.Object{object(model.Mutex, "mu")}, line("F", 1, test.first, test.second))
		result := verify.Check(sys, verify.Options{})
		if len(result.Findings) != 1 {
			t.Fatalf("%d findings", len(result.Findings))
		}
		told := report.Tell(sys, &result.Findings[0], nil)
		if call, ok := told.Again(); ok != (test.want > 0) || ok && call != at(test.want) {
			t.Errorf("got %v, %v; want line %d", call, ok, test.want)
		}
	}
}

// TestTellOfMismatch: where a lock was taken that is released in another way.
func TestTellOfMismatch(t *testing.T) {
	for _, test := range []struct {
		takes, releases model.Kind
		want            string
	}{
		{model.Lock, model.RUnlock, "fatal error: sync: RUnlock of unlocked RWMutex (mu is locked to write, at a.go:2)"},
		{model.RLock, model.Unlock, "fatal error: sync: Unlock of unlocked RWMutex (mu is only read-locked, at a.go:2)"},
	} {
		sys := system([]model.Object{object(model.RWMutex, "mu")}, line("F", 1, step(test.takes, 0, 2), step(test.releases, 0, 3)))
		result := verify.Check(sys, verify.Options{})
		if len(result.Findings) != 1 {
			t.Fatalf("%d findings", len(result.Findings))
		}
		if got := report.Tell(sys, &result.Findings[0], nil).Message; got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// TestOverlapping: who has closed a channel is the call at the same time.
func TestOverlapping(t *testing.T) {
	sys := system([]model.Object{object(model.Channel, "ch")}, line("F", 1, step(model.Spawn, 0, 2), step(model.Spawn, 1, 2)),
		line(report.CallOf+"G", 4, step(model.Close, 0, 5)), line(report.CallOf+"G", 4, step(model.Close, 0, 5)))
	for _, test := range []struct{ function, other, want string }{
		{"G", "G", "panic: close of closed channel (ch), closed at a.go:5 by another call of G at the same time"},
		{"G", "H", "panic: close of closed channel (ch), closed at a.go:5 by another call of G (if H is called at the same time)"},
	} {
		result := verify.Check(sys, verify.Options{})
		told := report.Tell(sys, &result.Findings[0], nil)
		told.Overlapping(test.function, test.other)
		if told.Message != test.want {
			t.Errorf("got %q, want %q", told.Message, test.want)
		}
	}
}

// TestWhoIsStarted: what a goroutine runs has no caller.
func TestWhoIsStarted(t *testing.T) {
	sys := system([]model.Object{object(model.Mutex, "mu")}, line("F", 1, step(model.Spawn, 0, 2)),
		line(report.CallOf+model.StartedAt+"a.go:3", 3, step(model.Lock, 0, 5), step(model.Lock, 0, 6)))
	result := verify.Check(sys, verify.Options{})
	var story []string
	for _, s := range report.Tell(sys, &result.Findings[0], nil).Steps {
		story = append(story, s.Text)
	}
	if want := []string{"the goroutine started at a.go:3 locks mu", "the goroutine started at a.go:3 blocks here: mu.Lock"}; !slices.Equal(story, want) {
		t.Errorf("got %q, want %q", story, want)
	}
}

// TestAlsoBlockedByCalls: by which calls somebody comes to where he is stuck as well.
func TestAlsoBlockedByCalls(t *testing.T) {
	sys := system([]model.Object{object(model.Mutex, "a"), object(model.Mutex, "b")},
		line("F", 1, step(model.Spawn, 0, 3), step(model.Lock, 0, 4), step(model.Lock, 1, 5)),
		line("F$1", 3, step(model.Lock, 1, 8), calling(step(model.Lock, 0, 19), 9)))
	result := verify.Check(sys, verify.Options{})
	n := slices.IndexFunc(result.Findings, func(f verify.Finding) bool { return f.Process == 0 && f.State == 2 })
	if n < 0 {
		t.Fatalf("F isn't stuck: %v", result.Findings)
	}
	f := report.Tell(sys, &result.Findings[n], ours{})
	var story []string
	for _, s := range f.Steps[len(f.Steps)-3:] {
		story = append(story, fmt.Sprintf("%d %s", s.Site.Line, s.Text))
	}
	want := []string{"9 the goroutine started at a.go:3 calls call9", "5 F blocks here: b.Lock", "19 also blocked: the goroutine started at a.go:3, a.Lock, locked at a.go:4 by F"}
	if !slices.Equal(story, want) {
		t.Errorf("got %q, want %q", story, want)
	}
}

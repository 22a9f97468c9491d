package replay

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// parse reads a system in its text form.
func parse(t *testing.T, text string) *model.System {
	t.Helper()
	sys, err := model.ParseText(strings.NewReader(text), "test")
	if err == nil {
		err = sys.Validate()
	}
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return sys
}

// run takes steps like "0 lock 0", "0 send 1 > 1 receive 1" or "0 spawn 0 + 2":
// processes with the kind and label of a transition at their present state. All
// processes run from the start. It returns the error of the last step; no other
// may fail.
func run(t *testing.T, w *world, steps []string) error {
	t.Helper()
	for i, text := range steps {
		err := w.step(step(t, w, text))
		if i == len(steps)-1 {
			return err
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return nil
}

// step reads one step.
func step(t *testing.T, w *world, text string) *verify.Step {
	t.Helper()
	s := &verify.Step{Partner: -1, PartnerState: -1, PartnerTransition: -1, Spawned: -1}
	if before, spawned, ok := strings.Cut(text, " + "); ok {
		text = before
		fmt.Sscan(spawned, &s.Spawned)
	}
	if before, partner, ok := strings.Cut(text, " > "); ok {
		text = before
		s.Partner, s.PartnerState, s.PartnerTransition = local(t, w, partner)
	}
	s.Process, s.State, s.Transition = local(t, w, text)
	return s
}

// local finds the transition "PROCESS KIND LABEL".
func local(t *testing.T, w *world, text string) (process, state, transition int) {
	t.Helper()
	var kind string
	var label int
	if n, err := fmt.Sscan(text, &process, &kind, &label); n != 3 {
		t.Fatalf("%q: %v", text, err)
	}
	for i, tr := range w.here(process) {
		if tr.Kind.String() == kind && tr.Label == label {
			return process, w.processes[process].state, i
		}
	}
	t.Fatalf("process %d can't %s at state %d", process, text, w.processes[process].state)
	return 0, 0, 0
}

// The systems have two processes that can do everything with one object, at
// one state.
const (
	channelActions = `  send 0 0 -> 0
  send 0 1 -> 0
  receive 0 0 -> 0
  receive 0 1 -> 0
  receive 0 -1 -> 0
  receive-closed 0 0 -> 0
  close 0 0 -> 0
  cancel 0 0 -> 0
  new 0 0 -> 0
`
	lockActions = `  lock 0 0 -> 0
  unlock 0 0 -> 0
  new 0 0 -> 0
`
	rwActions        = lockActions + "  announce 0 0 -> 0\n  rlock 0 0 -> 0\n  runlock 0 0 -> 0\n"
	waitGroupActions = "  add 0 1 -> 0\n  add 0 -1 -> 0\n  wait 0 0 -> 0\n  new 0 0 -> 0\n"
	onceActions      = "  once-begin 0 0 -> 0\n  once-end 0 0 -> 0\n  once-skip 0 0 -> 0\n  new 0 0 -> 0\n"
	condActions      = "  cond-enqueue 0 0 -> 0\n  cond-wake 0 0 -> 0\n  signal 0 0 -> 0\n  broadcast 0 0 -> 0\n"
	cellActions      = "  read 0 0 -> 0\n  read 0 1 -> 0\n  write 0 1 -> 0\n  update 0 0 set 2 -> 0\n  assume 0 1 -> 0\n  assume 0 2 -> 0\n  new 0 0 -> 0\n"
)

// TestActions takes every action where it is enabled and where it is not.
func TestActions(t *testing.T) {
	channel := func(capacity int) string {
		return fmt.Sprintf("object channel \"c\" cap %d labels { \"a\" ; \"b\" }\n", capacity)
	}
	tests := []struct {
		object, actions string
		steps           string // separated by commas
		fails           string // why the last one can't be taken
	}{
		{channel(1), channelActions, "0 send 0", ""},
		{channel(1), channelActions, "0 send 0, 1 send 0", "it is blocked"},
		{channel(1), channelActions, "0 receive 0", "it is blocked"},
		{channel(1), channelActions, "0 send 0, 1 receive 0, 0 send 1, 0 receive -1, 0 send 0", ""},
		{channel(2), channelActions, "0 send 0, 0 send 1, 1 receive 1", "it is blocked"},
		{channel(2), channelActions, "0 send 0, 0 send 1, 1 receive 0, 1 receive 1, 1 receive -1", "it is blocked"},
		{channel(1), channelActions, "0 send 0, 0 close 0, 1 receive-closed 0", "it is blocked"},
		{channel(1), channelActions, "0 send 0, 0 close 0, 1 receive 0, 1 receive-closed 0", ""},
		{channel(1), channelActions, "0 receive-closed 0", "it is blocked"},
		{channel(1), channelActions, "0 cancel 0, 1 cancel 0, 0 receive-closed 0", ""},
		{channel(1), channelActions, "0 close 0, 1 new 0, 0 send 0", ""},
		{channel(1), channelActions, "0 close 0, 0 close 0, 1 cancel 0", "the program has ended"},
		{channel(1), channelActions, "0 close 0, 0 send 0, 1 cancel 0", "the program has ended"},
		{channel(0), channelActions, "0 send 0", "it is blocked"},
		{channel(0), channelActions, "0 receive -1", "it is blocked"},
		{channel(0), channelActions, "0 send 1 > 1 receive 1, 1 send 0 > 0 receive -1", ""},
		{channel(0), channelActions, "0 send 1 > 1 receive 0", "no rendezvous"},
		{channel(0), channelActions, "0 send 1 > 0 receive 1", "no rendezvous"},
		{channel(0), channelActions, "0 receive 1 > 1 send 1", "no rendezvous"},
		{channel(0), channelActions, "1 close 0, 0 send 1 > 1 receive 1", "no rendezvous"},
		{channel(1), channelActions, "0 send 1 > 1 receive 1", "no rendezvous"},

		{"object mutex \"m\"\n", lockActions, "0 lock 0, 1 unlock 0, 1 lock 0", ""},
		{"object mutex \"m\"\n", lockActions, "0 lock 0, 0 lock 0", "it is blocked"},
		{"object mutex \"m\"\n", lockActions, "0 lock 0, 1 new 0, 1 lock 0", ""},
		{"object mutex \"m\"\n", lockActions, "0 unlock 0, 1 lock 0", "the program has ended"},

		{"object rwmutex \"m\"\n", rwActions, "0 announce 0, 0 lock 0, 0 unlock 0, 1 rlock 0, 0 rlock 0", ""},
		{"object rwmutex \"m\"\n", rwActions, "0 announce 0, 1 rlock 0", "it is blocked"},
		{"object rwmutex \"m\"\n", rwActions, "0 announce 0, 1 announce 0", "it is blocked"},
		{"object rwmutex \"m\"\n", rwActions, "0 announce 0, 0 lock 0, 1 announce 0", "it is blocked"},
		{"object rwmutex \"m\"\n", rwActions, "0 announce 0, 0 lock 0, 1 rlock 0", "it is blocked"},
		{"object rwmutex \"m\"\n", rwActions, "1 rlock 0, 0 announce 0, 0 lock 0", "it is blocked"},
		{"object rwmutex \"m\"\n", rwActions, "1 rlock 0, 0 announce 0, 1 runlock 0, 0 lock 0", ""},
		{"object rwmutex \"m\"\n", rwActions, "0 announce 0, 1 new 0, 1 rlock 0", ""},
		{"object rwmutex \"m\"\n", rwActions, "0 runlock 0, 1 rlock 0", "the program has ended"},
		{"object rwmutex \"m\"\n", rwActions, "0 announce 0, 0 unlock 0, 1 rlock 0", "the program has ended"},

		{"object waitgroup \"w\"\n", waitGroupActions, "0 wait 0", ""},
		{"object waitgroup \"w\"\n", waitGroupActions, "0 add 1, 1 wait 0", "it is blocked"},
		{"object waitgroup \"w\"\n", waitGroupActions, "0 add 1, 1 add -1, 1 wait 0", ""},
		{"object waitgroup \"w\"\n", waitGroupActions, "0 add -1, 1 wait 0", "the program has ended"},
		{"object waitgroup \"w\"\n", waitGroupActions, "0 add 1, 1 new 0, 0 wait 0", ""},

		{"object once \"o\"\n", onceActions, "0 once-skip 0", "it is blocked"},
		{"object once \"o\"\n", onceActions, "0 once-begin 0, 1 once-begin 0", "it is blocked"},
		{"object once \"o\"\n", onceActions, "0 once-begin 0, 1 once-skip 0", "it is blocked"},
		{"object once \"o\"\n", onceActions, "0 once-begin 0, 0 once-end 0, 1 once-skip 0, 0 once-skip 0", ""},
		{"object once \"o\"\n", onceActions, "0 once-begin 0, 0 once-end 0, 1 once-begin 0", "it is blocked"},
		{"object once \"o\"\n", onceActions, "0 once-begin 0, 1 new 0, 1 once-begin 0", ""},

		{"object cond \"c\"\n", condActions, "0 cond-enqueue 0, 0 cond-wake 0", "it is blocked"},
		{"object cond \"c\"\n", condActions, "1 signal 0, 0 cond-enqueue 0, 0 cond-wake 0", "it is blocked"},
		{"object cond \"c\"\n", condActions, "0 cond-enqueue 0, 1 cond-enqueue 0, 0 signal 0, 0 cond-wake 0", ""},
		{"object cond \"c\"\n", condActions, "0 cond-enqueue 0, 1 cond-enqueue 0, 0 signal 0, 1 cond-wake 0", "it is blocked"},
		{"object cond \"c\"\n", condActions, "0 cond-enqueue 0, 1 cond-enqueue 0, 0 broadcast 0, 1 cond-wake 0, 0 cond-wake 0", ""},

		{cells, cellActions, "0 read 0, 1 write 1, 0 read 1", ""},
		{cells, cellActions, "0 read 1", "it is blocked"},
		{cells, cellActions, "1 write 1, 0 read 0", "it is blocked"},
		{cells, cellActions, "0 update 0", ""},
		{cells, cellActions, "0 update 0, 1 update 0", "it is blocked"},
		{cells, cellActions, "0 update 0, 1 assume 2", ""},
		{cells, cellActions, "0 update 0, 1 assume 1", "it is blocked"},
		{cells, cellActions, "0 assume 1, 1 assume 1, 1 read 1", ""},
		{cells, cellActions, "0 assume 1, 1 assume 2", "it is blocked"},
		{cells, cellActions, "0 assume 1, 1 new 0, 1 assume 2", ""},
	}
	for _, test := range tests {
		process := "process \"p\"\nstate 0\n" + test.actions
		w := newWorld(parse(t, "system \"s\"\n"+test.object+process+process))
		w.processes[1].started = true
		wants(t, test.steps, run(t, w, strings.Split(test.steps, ", ")), test.fails)
	}
}

const cells = "object cell \"x\" labels { \"0\" ; \"1\" ; \"2\" }\n"

// wants compares an error with a part of it, none if that is empty.
func wants(t *testing.T, what string, err error, fails string) {
	t.Helper()
	switch {
	case fails == "" && err != nil:
		t.Errorf("%s: %v", what, err)
	case fails != "" && (err == nil || !strings.Contains(err.Error(), fails)):
		t.Errorf("%s: got %v, want an error with %q", what, err, fails)
	}
}

// TestControl takes what is not about an object, or about several transitions of
// a state, each in a system of its own.
func TestControl(t *testing.T) {
	tests := []struct{ name, system, steps, fails string }{
		{"tau", "process \"p\"\nstate 0\n  tau -1 0 -> 1\nstate 1\n", "0 tau 0", ""},
		{"the nil channel", "process \"p\"\nstate 0\n  send -1 0 -> 0\n", "0 send 0", "it is blocked"},
		{"from the nil channel", "process \"p\"\nstate 0\n  receive -1 -1 -> 0\n", "0 receive -1", "it is blocked"},
		{"exit", "process \"p\"\nstate 0\n  exit -1 0 -> 0\n", "0 exit 0, 0 exit 0", "the program has ended"},
		{"crash", "process \"p\"\nstate 0\n  crash -1 0 -> 0\n", "0 crash 0, 0 crash 0", "the program has ended"},
		{"closing nil", "process \"p\"\nstate 0\n  close -1 0 -> 0\n", "0 close 0, 0 close 0", "the program has ended"},
		{"default", selecting, "0 default 0", ""},
		{"default though a tau is there", selecting + "  tau -1 0 -> 0\n", "0 default 0", ""},
		{"default though somebody receives", selecting + "  send 0 0 -> 0\nprocess \"q\"\nstate 0\n  receive 0 0 -> 0\n", "0 default 0", ""},
		{"no default where a receive is closed", selecting + "  cancel 0 0 -> 0\n", "0 default 0", "it is blocked"},
		{"no default where a send faults", "object channel \"c\" labels { \"a\" }\n" + closing + "state 1\n  default -1 0 -> 0\n  send 0 0 -> 0\n", "0 close 0, 0 default 0", "it is blocked"},
		{"fault", "object channel \"c\" labels { \"a\" }\n" + closing + "state 1\n  send 0 0 -> 0\n  fault 0 0 -> 2\nstate 2\n", "0 close 0, 0 fault 0", ""},
		{"a fault that is handled", "object channel \"c\" labels { \"a\" }\n" + closing + "state 1\n  send 0 0 -> 0\n  fault 0 0 -> 2\nstate 2\n", "0 close 0, 0 send 0", "its fault is to be taken"},
		{"no fault", "object channel \"c\" cap 1 labels { \"a\" }\nprocess \"p\"\nstate 0\n  send 0 0 -> 0\n  fault 0 0 -> 0\n", "0 fault 0", "it is blocked"},
		{"spawn", spawning, "0 spawn 0 + 1, 0 spawn 0 + 2", ""},
		{"spawn of the second", spawning, "0 spawn 0 + 2", "it starts process 1, not 2"},
		{"spawn of nobody", spawning, "0 spawn 0", "a step that starts process -1"},
		{"too few", spawning, "0 spawn 0 + 1, 0 spawn 0 + 2, 0 spawn 0 + 1", "beyond the instances"},
		{"spawn again", spawning, "0 spawn 0 + 1, 1 tau 0, 0 spawn 0 + 1, 1 tau 0", ""},
		{"a start without a spawn", "process \"p\"\nstate 0\n  tau -1 0 -> 0\nprocess \"q\"\n state 0\n", "0 tau 0 + 1", "a step that starts process 1"},
	}
	for _, test := range tests {
		w := newWorld(parse(t, "system \"s\"\n"+test.system))
		wants(t, test.name, run(t, w, strings.Split(test.steps, ", ")), test.fails)
	}
}

const (
	selecting = "object channel \"c\" labels { \"a\" }\nprocess \"p\"\nstate 0\n  default -1 0 -> 0\n  receive 0 0 -> 0\n"
	closing   = "process \"p\"\nstate 0\n  close 0 0 -> 1\n"
	spawning  = `family "f" { 1 2 }
process "p"
state 0
  spawn 0 0 -> 0
process "q"
state 0
  tau -1 0 -> 1
state 1
process "q"
state 0
  tau -1 0 -> 1
state 1
`
)

// TestRenewal asks for objects that somebody still refers to, by a local state,
// a message or the value of a cell.
func TestRenewal(t *testing.T) {
	const owned = `object mutex "m" owner 1
object channel "c" cap 1 labels { "free" ; "m" refs 0 }
object cell "x" labels { "free" ; "m" refs 0 }
family "f" { 1 }
process "p"
state 0
  spawn 0 0 -> 1
  lock 0 0 -> 0
  write 2 1 -> 0
  send 1 1 -> 0
  new 0 0 -> 0
state 1
  tau -1 0 -> 0
  tau -1 1 -> 2
  new 0 0 -> 1
state 2 refs 0
  tau -1 0 -> 0
  spawn 0 0 -> 2
process "q"
state 0 refs 0
  tau -1 0 -> 1
state 1
`
	tests := []struct{ steps, fails string }{
		{"0 new 0", ""},
		{"0 lock 0, 0 spawn 0 + 1, 1 tau 0, 0 tau 0, 0 lock 0", "it is blocked"},
		{"0 spawn 0 + 1, 0 tau 0, 0 lock 0, 1 tau 0, 0 spawn 0 + 1, 0 tau 0, 0 lock 0", ""},
		{"0 spawn 0 + 1, 0 new 0", "beyond the instances"},
		{"0 spawn 0 + 1, 1 tau 0, 0 new 0", ""},
		{"0 write 1, 0 new 0", "beyond the instances"},
		{"0 send 1, 0 new 0", "beyond the instances"},
		{"0 spawn 0 + 1, 1 tau 0, 0 tau 1, 0 spawn 0 + 1", "beyond the instances"},
	}
	for _, test := range tests {
		w := newWorld(parse(t, "system \"s\"\n"+owned))
		wants(t, test.steps, run(t, w, strings.Split(test.steps, ", ")), test.fails)
	}
}

package chancheck

import (
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// owner is a system of a goroutine that closes a channel after some jobs, and two who call what
// submits one, or what closes the channel, once.
func owner(t *testing.T, goroutine string) *model.System {
	t.Helper()
	subject := "process \"" + extract.SubjectName + "p\"\n" + `state 0
  tau -1 0 -> 1
  tau -1 0 -> 2
state 1
  send 1 0 -> 3
state 2
  close 0 0 -> 3
state 3
`
	sys, err := model.ParseText(strings.NewReader(`system "p"
object channel "done"
object channel "jobs" cap 1 labels { "j" }
family "run" { 1 }
family "callers" { 2 3 }
process "p"
state 0
  spawn 0 0 -> 1
state 1
  spawn 1 0 -> 2
state 2
  spawn 1 0 -> 3
state 3
process "run"
`+goroutine+subject+subject), "owner")
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// Goroutines that close the channel after a job that says so, and after any.
const (
	closesPerhaps = "state 0\n  receive 1 -1 -> 1\nstate 1\n  tau -1 0 -> 0\n  tau -1 0 -> 2\nstate 2\n  close 0 0 -> 3\nstate 3\n"
	closesAlways  = "state 0\n  receive 1 -1 -> 1\nstate 1\n  close 0 0 -> 2\nstate 2\n"
)

const submits, closes = 0, 1

func panicsIn(sys *model.System) (list []verify.Finding) {
	return slices.DeleteFunc(verify.Check(sys, verify.Options{}).Findings, func(f verify.Finding) bool { return f.Category != verify.Panic })
}

func TestOnlySomeFunctionsAreCalled(t *testing.T) {
	sys := owner(t, closesPerhaps)
	for _, test := range []struct {
		entries []int
		want    bool
	}{{nil, false}, {[]int{submits}, false}, {[]int{closes}, false}, {[]int{submits, submits}, false}, {[]int{closes, closes}, true}, {[]int{submits, closes}, true}, {[]int{closes, submits}, true}} {
		only := calling(sys, test.entries...)
		if err := only.Validate(); err != nil {
			t.Fatal(err)
		}
		if list := panicsIn(only); len(list) > 0 != test.want {
			t.Errorf("%v are called: %+v", test.entries, list)
		}
	}
	if len(sys.Families) != 2 || len(sys.Families[1].Members) != 2 {
		t.Error("the system was changed")
	}
}

// somePanicsIn are the panics in a system that must be valid, and have some.
func somePanicsIn(t *testing.T, sys *model.System) []verify.Finding {
	t.Helper()
	if err := sys.Validate(); err != nil {
		t.Fatal(err)
	}
	list := panicsIn(sys)
	if len(list) == 0 {
		t.Fatal("nothing panics")
	}
	return list
}

func TestCallersComeInTurn(t *testing.T) {
	sys := inTurn(calling(owner(t, closesPerhaps), closes, submits), 2, 3)
	for _, f := range somePanicsIn(t, sys) {
		first := slices.IndexFunc(f.Trace, func(s verify.Step) bool { return s.Process == 3 })
		last := slices.IndexFunc(f.Trace, func(s verify.Step) bool { return s.Process == 2 && s.Spawned == 3 })
		if last < 0 || first < last {
			t.Errorf("the second call doesn't come after the first: %+v", f.Trace)
		}
		if isOwnersFault(sys, &f) {
			t.Error("who calls what closes the channel, and then what leads to that, isn't to blame")
		}
	}
}

func TestTheOwnersFault(t *testing.T) {
	sys := inTurn(calling(owner(t, closesPerhaps), submits, closes), 2, 3)
	list := panicsIn(sys)
	if len(list) == 0 || slices.ContainsFunc(list, func(f verify.Finding) bool { return !isOwnersFault(sys, &f) }) {
		t.Errorf("%+v, want the fault of the goroutine, which may have closed the channel", list)
	}
	sys = inTurn(calling(owner(t, closesPerhaps), closes, closes), 2, 3)
	for _, f := range panicsIn(sys) {
		if isOwnersFault(sys, &f) {
			t.Error("who closes twice isn't to blame")
		}
	}
}

func TestAChannelMayBeLeftOpen(t *testing.T) {
	for _, test := range []struct {
		name, goroutine string
		entry           int
		want            bool
	}{
		{"a job that may say so", closesPerhaps, submits, true},
		{"any job", closesAlways, submits, false},
		{"the call itself", closesPerhaps, closes, false},
	} {
		budget := 1000
		if got := mayBeLeftOpen(calling(owner(t, test.goroutine), test.entry), 0, &budget); got != test.want {
			t.Errorf("%s: the channel may be left open: %t", test.name, got)
		}
		if budget == 1000 {
			t.Errorf("%s: it costs nothing", test.name)
		}
	}
	budget := 0
	if mayBeLeftOpen(calling(owner(t, closesPerhaps), submits), 0, &budget) {
		t.Error("it may be left open without a budget to find out")
	}
}

func TestTheSecondCallComesMeanwhile(t *testing.T) {
	sys := meanwhile(calling(owner(t, closesPerhaps), submits, closes), 2, 3)
	for _, f := range somePanicsIn(t, sys) {
		second := slices.IndexFunc(f.Trace, func(s verify.Step) bool { return s.Process == 3 })
		submitted := slices.IndexFunc(f.Trace, func(s verify.Step) bool {
			return s.Process == 2 && !isSilent(sys.Processes[2].States[s.State].Transitions[s.Transition])
		})
		if submitted < 0 || second < submitted {
			t.Errorf("the second call comes before the first one has done something: %+v", f.Trace)
		}
	}
}

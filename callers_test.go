package chancheck

import (
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify"
)

// script is an execution of a system: who takes which transition of which state.
func script(steps ...[3]int) []verify.Step {
	var list []verify.Step
	for _, s := range steps {
		list = append(list, verify.Step{Process: s[0], State: s[1], Transition: s[2], Partner: -1})
	}
	return list
}

const (
	client   = extract.ClientName
	locking  = "state 0\n  lock 0 0 -> 1\nstate 1\n  lock 0 0 -> 2\nstate 2\n  unlock 0 0 -> 0\n"
	choosing = "state 0\n  tau -1 0 -> 1\n  tau -1 0 -> 2\nstate 1\n  lock 0 0 -> 3\nstate 2\n  rlock 0 0 -> 3\nstate 3\n  unlock 0 0 -> 4\nstate 4\n  runlock 0 0 -> 0\n"
)

// TestWhoIsToBlameForALockThatIsWaitedFor looks at who holds it after an execution, and
// whether he waits, too.
func TestWhoIsToBlameForALockThatIsWaitedFor(t *testing.T) {
	two := `system "p"
object mutex "a"
object mutex "b"
family "x" { 1 }
family "y" { 2 }
process "p"
state 0
  spawn 0 0 -> 1
state 1
  spawn 1 0 -> 2
state 2
process "` + client + `F"
state 0
  lock 0 0 -> 1
state 1
  lock 1 0 -> 2
state 2
  unlock 0 0 -> 3
state 3
  receive -1 0 -> 0
process "` + client + `G"
state 0
  lock 1 0 -> 1
state 1
  lock 0 0 -> 2
state 2
  unlock 0 0 -> 0
`
	sys, err := model.ParseText(strings.NewReader(two), "two")
	if err != nil {
		t.Fatal(err)
	}
	first, second := [3]int{1, 0, 0}, [3]int{2, 0, 0}
	for _, test := range []struct {
		name    string
		finding verify.Finding
		want    company
	}{
		{"his own", verify.Finding{Category: verify.Leak, Process: 2, State: 0, Trace: script(second)}, alone},
		{"the same, at the end of everything", verify.Finding{Category: verify.Deadlock, Process: 2, State: 0, Trace: script(second)}, nobody},
		{"each has that of the other one", verify.Finding{Category: verify.Leak, Process: 1, State: 1, Trace: script(first, second), Also: []verify.Blocked{{Process: 2, State: 1}}}, inCompany},
		{"the other one doesn't wait", verify.Finding{Category: verify.Leak, Process: 1, State: 1, Trace: script(first, second)}, nobody},
		{"he waits at another place", verify.Finding{Category: verify.Leak, Process: 1, State: 1, Trace: script(first, second), Also: []verify.Blocked{{Process: 2, State: 0}}}, nobody},
		{"nobody has it", verify.Finding{Category: verify.Leak, Process: 2, State: 0}, nobody},
		{"it was given back", verify.Finding{Category: verify.Leak, Process: 2, State: 1, Trace: script(first, [3]int{1, 1, 0}, [3]int{1, 2, 0})}, nobody},
		{"it is no lock", verify.Finding{Category: verify.Leak, Process: 1, State: 3, Trace: script(first, [3]int{1, 1, 0}, [3]int{1, 2, 0})}, nobody},
		{"the other one has returned with it", verify.Finding{Category: verify.Leak, Process: 2, State: 1, Trace: script([3]int{1, 2, 0}, [3]int{1, 3, 0}, first, [3]int{1, 3, 0})}, left},
	} {
		if got := companyOf(sys, &test.finding); got != test.want {
			t.Errorf("%s: company %d, want %d", test.name, got, test.want)
		}
	}
}

// TestLocksAreHeldUntilTheyAreReleased by whoever has taken them, as often as he has.
func TestLocksAreHeldUntilTheyAreReleased(t *testing.T) {
	sys := calls(t, client+"F\n"+choosing, client+"G\n"+choosing)
	for _, test := range []struct {
		name  string
		steps [][3]int
		want  []int
	}{
		{"nothing was done", nil, nil},
		{"it was chosen", [][3]int{{1, 0, 0}}, nil},
		{"it was locked", [][3]int{{1, 1, 0}}, []int{1}},
		{"it was locked to read", [][3]int{{1, 2, 0}, {2, 2, 0}}, []int{1, 2}},
		{"one has released it", [][3]int{{1, 2, 0}, {2, 2, 0}, {1, 4, 0}}, []int{2}},
		{"it was locked and released", [][3]int{{2, 1, 0}, {2, 3, 0}}, nil},
		{"another one has released it", [][3]int{{1, 1, 0}, {2, 3, 0}}, []int{1}},
		{"it was released first", [][3]int{{2, 3, 0}, {1, 1, 0}}, []int{1}},
	} {
		if got := takingIn(sys).holders(sys, script(test.steps...))[0]; !slices.Equal(got, test.want) {
			t.Errorf("%s: held by %v, want %v", test.name, got, test.want)
		}
	}
}

// TestWhoIsMetIsWhereHeHasCome: a process is in the state to which its last step has led, be
// it as a partner.
func TestWhoIsMetIsWhereHeHasCome(t *testing.T) {
	sys := calls(t, client+"F\n"+locking, client+"G\n"+choosing)
	trace := script([3]int{1, 0, 0}, [3]int{2, 0, 1})
	trace = append(trace, verify.Step{Process: 2, State: 2, Transition: 0, Partner: 1, PartnerState: 1, PartnerTransition: 0})
	for p, want := range map[int]int{1: 2, 2: 3} {
		if got, moved := stateAfter(sys, trace, p); got != want || !moved {
			t.Errorf("process %d is at %d, %t, want %d", p, got, moved, want)
		}
	}
	if got, moved := stateAfter(sys, trace[:1], 2); got != 0 || moved {
		t.Errorf("one who did nothing is at %d, %t", got, moved)
	}
	f := &verify.Finding{Process: 1, State: 2, Trace: trace, Also: []verify.Blocked{{Process: 2, State: 3}, {Process: 1, State: 0}, {Process: 0, State: 2}}}
	if got := waitsAfter(sys, f); len(got) != 3 || got[1] != 2 || got[2] != 3 || got[0] != 2 {
		t.Errorf("those who wait are at %v", got)
	}
	f.Also = []verify.Blocked{{Process: 2, State: 1}}
	if got := waitsAfter(sys, f); len(got) != 1 {
		t.Errorf("one who would wait elsewhere is at %v", got)
	}
}

// TestCallersAreNamedByWhatTheyHaveCalled last.
func TestCallersAreNamedByWhatTheyHaveCalled(t *testing.T) {
	entries := []string{"Put", "Get"}
	sys := calls(t, client+"F\n"+choosing, extract.SubjectName+"F\n"+choosing, extract.MainName+"\n"+choosing, "worker\n"+choosing)
	names := func(trace []verify.Step) (list []string) {
		for _, p := range nameCallers(sys, trace, "", entries).Processes[1:] {
			list = append(list, strings.TrimPrefix(p.Name, report.CallOf))
		}
		return list
	}
	if got, want := names(nil), []string{"a function", "a function", "main", "worker"}; !slices.Equal(got, want) {
		t.Errorf("before they have chosen: %q, want %q", got, want)
	}
	trace := script([3]int{1, 0, 0}, [3]int{1, 1, 0}, [3]int{1, 0, 1}, [3]int{2, 0, 0}, [3]int{4, 0, 1})
	if got, want := names(trace), []string{"Get", "Put", "main", "worker"}; !slices.Equal(got, want) {
		t.Errorf("afterwards: %q, want %q", got, want)
	}
	if sys.Processes[1].Name != client+"F" {
		t.Errorf("the system itself has %q now", sys.Processes[1].Name)
	}
	entries = entries[:1]
	if got := names(script([3]int{1, 0, 1})); got[0] != "a function" {
		t.Errorf("one who declines has called %q", got[0])
	}
}

// TestWhoReleasesFirstHasNotTakenTheLock himself.
func TestWhoReleasesFirstHasNotTakenTheLock(t *testing.T) {
	releases := "state 0\n  tau -1 0 -> 1\n  tau -1 0 -> 2\nstate 1\n  lock 0 0 -> 0\nstate 2\n  unlock 0 0 -> 0\n"
	for _, test := range []struct {
		name, process, states string
		want                  bool
	}{
		{"a client who locks first", client + "F", locking, false},
		{"a client who may not", client + "F", releases, true},
		{"a client who may not have locked to read", client + "F", strings.Replace(releases, "unlock", "runlock", 1), true},
		{"a goroutine", "worker", releases, false},
	} {
		if got := releasesFirst(calls(t, test.process+"\n"+test.states)); got != test.want {
			t.Errorf("%s releases first: %t", test.name, got)
		}
	}
}

// TestALockMayBeKept if a client comes back to its choice without having released it, or a goroutine ends.
func TestALockMayBeKept(t *testing.T) {
	for _, test := range []struct {
		name, states string
		calls        bool // if it is a client
		ends         bool // if it is another goroutine
	}{
		{"it never returns", "state 0\n  lock 0 0 -> 1\nstate 1\n", true, true},
		{"it returns with it", "state 0\n  lock 0 0 -> 1\nstate 1\n  tau -1 0 -> 0\n", true, false},
		{"it returns with it, having locked to read", "state 0\n  rlock 0 0 -> 1\nstate 1\n  tau -1 0 -> 0\n", true, false},
		{"it always releases it", "state 0\n  lock 0 0 -> 1\nstate 1\n  tau -1 0 -> 2\nstate 2\n  unlock 0 0 -> 0\n", false, false},
		{"it locks again", locking, false, false},
		{"it does nothing", "state 0\n  tau -1 0 -> 0\n", false, false},
		{"it ends without it", "state 0\n  lock 0 0 -> 1\nstate 1\n  unlock 0 0 -> 2\nstate 2\n", false, false},
		{"it goes round in a loop", "state 0\n  lock 0 0 -> 1\nstate 1\n  tau -1 0 -> 1\n", true, true},
	} {
		for process, want := range map[string]bool{client + "F": test.calls, "worker": test.ends} {
			if got := (taking{}).mayBeKept(calls(t, process+"\n"+test.states).Processes[1]); got != want {
				t.Errorf("%s, %s: it may be kept: %t", test.name, process, got)
			}
		}
	}
}

// TestWhoInsistsDoesNothingElse: where a lock is waited for first, there is a state with that
// alone; but not where it is only tried.
func TestWhoInsistsDoesNothingElse(t *testing.T) {
	states := calls(t, client+"F\n"+"state 0\n  tau -1 0 -> 1\n  lock 0 0 -> 2\nstate 1\n  lock 0 0 -> 2\n  default -1 0 -> 0\nstate 2\n  lock 0 0 -> 0\n").Processes[1].States
	got := (taking{}).insisting(states)
	if len(got) != 4 {
		t.Fatalf("%d states, want one more than 3", len(got))
	}
	last := got[0].Transitions[len(got[0].Transitions)-1]
	if last.Kind != model.Tau || last.To != 3 || len(got[0].Transitions) != 3 {
		t.Errorf("the first state is %+v", got[0])
	}
	if only := got[3].Transitions; len(only) != 1 || only[0].Kind != model.Lock || only[0].To != 2 {
		t.Errorf("who insists may do %+v", only)
	}
	if len(got[1].Transitions) != 2 || len(got[2].Transitions) != 1 {
		t.Errorf("others may insist, too: %+v", got)
	}
}

// TestCallersDeclineNothingInLoops: what is the same as at the beginning of a call, but comes
// later, has states of its own.
func TestCallersDeclineNothingInLoops(t *testing.T) {
	states := calls(t, client+"F\n"+retries).Processes[1].States
	got := unroll(slices.Clone(states), beforeFirst(states))
	want := []model.State{
		{Transitions: []model.Transition{{Kind: model.Tau, Object: -1, To: 1}}},
		{Transitions: []model.Transition{{Kind: model.Lock, To: 2}}},
		{Transitions: []model.Transition{{Kind: model.Tau, Object: -1, To: 3}, {Kind: model.Unlock, To: 0}}},
		{Transitions: []model.Transition{{Kind: model.Lock, To: 2}}},
	}
	for i := range want {
		same := func(a, b model.Transition) bool { return a.Kind == b.Kind && a.Object == b.Object && a.To == b.To }
		if i >= len(got) || !slices.EqualFunc(got[i].Transitions, want[i].Transitions, same) {
			t.Fatalf("state %d of %+v isn't %+v", i, got, want[i])
		}
	}
}

package chancheck

import (
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// waiting is a system of one who waits for a condition, and another one who calls something else.
func waiting(t *testing.T, other string) *model.System {
	t.Helper()
	subject := "process \"" + extract.SubjectName + "p\"\n"
	sys, err := model.ParseText(strings.NewReader(`system "p"
object mutex "mu"
object cond "c"
family "waiters" { 1 }
family "others" { 2 }
process "p"
state 0
  spawn 0 0 -> 1
state 1
  spawn 1 0 -> 2
state 2
`+subject+`state 0
  lock 0 0 -> 1
state 1
  cond-enqueue 1 0 -> 2
state 2
  unlock 0 0 -> 3
state 3
  cond-wake 1 0 -> 4
state 4
  lock 0 0 -> 5
state 5
  unlock 0 0 -> 6
state 6
`+subject+other), "waiting")
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// What the other one does, who wakes nobody but in the last one.
const (
	locks       = "state 0\n  lock 0 0 -> 1\nstate 1\n  unlock 0 0 -> 2\nstate 2\n"
	locksTwice  = "state 0\n  lock 0 0 -> 1\nstate 1\n  unlock 0 0 -> 2\nstate 2\n  lock 0 0 -> 3\nstate 3\n  unlock 0 0 -> 4\nstate 4\n"
	locksNobody = "state 0\n  tau -1 0 -> 1\nstate 1\n"
	keepsLock   = "state 0\n  lock 0 0 -> 1\nstate 1\n  receive -1 0 -> 2\nstate 2\n"
	wakes       = "state 0\n  lock 0 0 -> 1\nstate 1\n  broadcast 1 0 -> 2\nstate 2\n  unlock 0 0 -> 3\nstate 3\n"
)

// TestWhoIsForgottenWaitsBeforeTheOtherOneLocks, in an execution of the system as it was.
func TestWhoIsForgottenWaitsBeforeTheOtherOneLocks(t *testing.T) {
	for _, test := range []struct {
		name, other string
		want        bool
	}{
		{"locks", locks, true}, {"locks twice", locksTwice, true}, {"locks nothing", locksNobody, false},
		{"never returns", keepsLock, false}, {"wakes", wakes, false},
	} {
		sys := waiting(t, test.other)
		o := watch(sys, 1, 2)
		var list []verify.Finding
		for _, f := range verify.Check(o.watched, verify.Options{}).Findings {
			if f.Process == 1 && f.State == 3 && o.isOver(&f) {
				list = append(list, o.original(f))
			}
		}
		if len(list) > 0 != test.want {
			t.Errorf("%s: %d are found, want any: %t", test.name, len(list), test.want)
		}
		for _, f := range list {
			enqueues := slices.IndexFunc(f.Trace, func(s verify.Step) bool { return s.Process == 1 && s.State == 1 })
			locks := slices.IndexFunc(slices.Clone(f.Trace[enqueues:]), func(s verify.Step) bool {
				return s.Process == 2 && sys.Processes[2].States[s.State].Transitions[s.Transition].Kind == model.Lock
			})
			if locks < 0 {
				t.Errorf("%s: nobody locks after %v", test.name, f.Trace[:enqueues])
			}
			if result := verify.Check(sys, verify.Options{After: f.Trace}); result.Inconclusive != "" || len(result.Findings) == 0 {
				t.Errorf("%s: the execution %v isn't one: %+v", test.name, f.Trace, result)
			}
		}
	}
}

// TestOthersGiveUpWhereTheyWait, but not with what they do without waiting.
func TestOthersGiveUpWhereTheyWait(t *testing.T) {
	sys := waiting(t, locks)
	sys.Processes[1].Name = extract.ClientName + "p"
	letOthersGiveUp(sys)
	var waits []int
	for s, state := range sys.Processes[1].States {
		if slices.ContainsFunc(state.Transitions, func(t model.Transition) bool { return t.Kind == model.Tau && t.To == 0 }) {
			waits = append(waits, s)
		}
	}
	if want := []int{0, 3, 4}; !slices.Equal(waits, want) {
		t.Errorf("gives up in %v, want %v", waits, want)
	}
	for s := range sys.Processes[2].States {
		if len(sys.Processes[2].States[s].Transitions) > 1 {
			t.Error("the one who calls once gives up, too")
		}
	}
}

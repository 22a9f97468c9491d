package chancheck

import (
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// calls is a system of a root that starts processes, each with one lock at most.
func calls(t *testing.T, processes ...string) *model.System {
	t.Helper()
	var b strings.Builder
	kind := "mutex"
	if strings.Contains(strings.Join(processes, ""), "rlock") || strings.Contains(strings.Join(processes, ""), "runlock") {
		kind = "rwmutex"
	}
	b.WriteString("system \"p\"\nobject " + kind + " \"mu\"\n")
	for _, p := range processes {
		name, _, _ := strings.Cut(p, "\n")
		b.WriteString("family \"" + name + "\" { " + string(rune('1'+strings.Count(b.String(), "family"))) + " }\n")
	}
	b.WriteString("process \"p\"\n")
	for i := range processes {
		n := string(rune('0' + i))
		b.WriteString("state " + n + "\n  spawn " + n + " 0 -> " + string(rune('1'+i)) + "\n")
	}
	b.WriteString("state " + string(rune('0'+len(processes))) + "\n")
	for _, p := range processes {
		name, states, _ := strings.Cut(p, "\n")
		b.WriteString("process \"" + name + "\"\n" + states)
	}
	sys, err := model.ParseText(strings.NewReader(b.String()), "calls")
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// retries locks, and does so again in a loop that may forget to unlock.
const retries = `state 0
  tau -1 0 -> 1
state 1
  lock 0 0 -> 2
state 2
  tau -1 0 -> 1
  unlock 0 0 -> 0
`

func TestClientsDeclineOnlyWhatComesFirst(t *testing.T) {
	sys := calls(t, extract.ClientName+"F\n"+retries)
	letCallersWait(sys)
	result := verify.Check(sys, verify.Options{})
	if len(result.Findings) != 1 || companyOf(sys, &result.Findings[0]) != alone {
		t.Fatalf("%+v, want one who waits for himself", result.Findings)
	}
	if f := result.Findings[0]; f.State == 1 {
		t.Error("he waits where he could decline")
	}
	states := sys.Processes[1].States
	last := states[1].Transitions[len(states[1].Transitions)-1]
	if last.Kind != model.Tau || last.To != 0 {
		t.Errorf("the first lock can't be declined: %+v", last)
	}
}

// TestADeadEndIsNeverLeft has a subject that locks twice; if others can unlock in
// between, somebody comes past.
func TestADeadEndIsNeverLeft(t *testing.T) {
	const twice = "state 0\n  lock 0 0 -> 1\nstate 1\n  lock 0 0 -> 2\nstate 2\n"
	const unlocks = "state 0\n  unlock 0 0 -> 0\n"
	for _, test := range []struct {
		name, other string
		want        bool
	}{{"others lock", retries, true}, {"others unlock", unlocks, false}} {
		sys := calls(t, extract.SubjectName+"F\n"+twice, extract.ClientName+"F\n"+test.other)
		letCallersWait(sys)
		r := &reporter{left: budgets{parts: 10_000}}
		v := &verdict{system: sys}
		if got := r.isDeadEnd(v, 1, 1); got != test.want {
			t.Errorf("%s: the second lock is a dead end: %t", test.name, got)
		}
		if r.isDeadEnd(v, 1, 0) {
			t.Errorf("%s: the first thing that is waited for is taken for one", test.name)
		}
		if r.left.parts == 10_000 {
			t.Errorf("%s: it costs nothing", test.name)
		}
	}
	r := &reporter{}
	if r.isDeadEnd(&verdict{system: calls(t, extract.SubjectName+"F\n"+twice)}, 1, 1) {
		t.Error("a dead end without a budget to find out")
	}
}

// keeps locks, and forgets to unlock on one of two ways.
const keeps = `state 0
  tau -1 0 -> 1
state 1
  lock 0 0 -> 2
state 2
  tau -1 0 -> 0
  unlock 0 0 -> 0
`

// TestOneClientInsistsOnWhatIsKept: it is stuck if somebody has returned with the lock
// taken, and nobody is there to release it.
func TestOneClientInsistsOnWhatIsKept(t *testing.T) {
	releases := strings.Replace(keeps, "tau -1 0 -> 0\n  unlock", "unlock", 1)
	opens := strings.Replace(keeps, "state 1\n", "  tau -1 0 -> 3\nstate 1\n", 1) + "state 3\n  unlock 0 0 -> 0\n"
	for _, test := range []struct {
		name, states string
		insists      bool
		want         company
	}{
		{"one who may keep it", keeps, true, left},
		{"one who never does", releases, false, nobody},
		{"one who may unlock it without having locked", opens, true, nobody},
	} {
		sys := calls(t, extract.ClientName+"F\n"+test.states, extract.ClientName+"G\n"+test.states)
		letCallersWait(sys)
		n := letOneInsist(sys)
		if len(n) > 0 != test.insists {
			t.Errorf("%s: those who insist are %v", test.name, n)
		}
		got := nobody
		result := verify.Check(sys, verify.Options{})
		for i := range result.Findings {
			if f := &result.Findings[i]; n.isIn(f) {
				got = companyOf(sys, f)
				if told := n.plain(f); len(told.Trace) != len(f.Trace)-1 {
					t.Errorf("%s: %d steps are told of %d", test.name, len(told.Trace), len(f.Trace))
				}
			}
		}
		if got != test.want {
			t.Errorf("%s: stuck in company %d, want %d", test.name, got, test.want)
		}
	}
}

// TestWhatACallMakesComesBeforeWhatItDoes: nobody else has it yet.
func TestWhatACallMakesComesBeforeWhatItDoes(t *testing.T) {
	step := func(kind model.Kind, to int) model.State {
		return model.State{Transitions: []model.Transition{{Kind: kind, Object: 0, To: to}}}
	}
	states := []model.State{step(model.Tau, 1), step(model.New, 2), step(model.Lock, 3), step(model.New, 0)}
	if got := beforeFirst(states); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("before the first operation are %v", got)
	}
}

// TestOneOfEachFamilyInsists: where clients are there for each value of a number, those of all values do alike.
func TestOneOfEachFamilyInsists(t *testing.T) {
	sys := &model.System{Families: []model.Family{{Members: []int{1, 2}}, {Members: []int{3, 4}}, {Members: []int{5}}, {Members: []int{6, 7}}}}
	for _, name := range []string{"main", "a", "a", "a", "a", "a", "a", "b"} {
		sys.Processes = append(sys.Processes, model.Automaton{Name: name})
	}
	for client, want := range map[int][]int{4: {4, 2}, 2: {2, 4}, 5: {5}, 7: {7}} {
		if got := lastOfEach(sys, client); !slices.Equal(got, want) {
			t.Errorf("beside %d insist %v, want %v", client, got, want)
		}
	}
}

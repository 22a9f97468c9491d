package chancheck

import (
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
)

// aClient is a system with a channel, a mutex and a client.
func aClient(t *testing.T, capacity, states string) *model.System {
	t.Helper()
	text := "system \"p\"\nobject channel \"c\" cap " + capacity + " labels { \"v\" }\nobject mutex \"mu\"\nprocess \"" + extract.ClientName + "F\"\n" + states
	sys, err := model.ParseText(strings.NewReader(text), "client")
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// TestWhoWaitsWithASlotNeedsAsManyAsThereAre has clients who do something between a send and a
// receive, or don't.
func TestWhoWaitsWithASlotNeedsAsManyAsThereAre(t *testing.T) {
	const takes = "state 0\n  tau -1 0 -> 1\nstate 1\n  send 0 0 -> 2\nstate 2\n"
	for _, test := range []struct {
		name, capacity, states string
		want                   int
	}{
		{"one who gives it back at once", "3", takes + "  receive 0 -1 -> 0\n", 0},
		{"one who takes another one", "3", takes + "  send 0 0 -> 3\nstate 3\n  receive 0 -1 -> 0\n", 4},
		{"one who locks meanwhile", "2", takes + "  lock 1 0 -> 3\nstate 3\n  unlock 1 0 -> 4\nstate 4\n  receive 0 -1 -> 0\n", 3},
		{"one who locks when he has given it back", "2", takes + "  receive 0 -1 -> 3\nstate 3\n  lock 1 0 -> 0\n", 0},
		{"one who returns with it", "2", takes + "  lock 1 0 -> 0\n", 0},
		{"one who gives it back in another call", "2", takes + "  lock 1 0 -> 3\nstate 3\n  tau -1 0 -> 0\n", 0},
		{"one without slots", "0", takes + "  lock 1 0 -> 3\nstate 3\n  receive 0 -1 -> 0\n", 1},
	} {
		if got := callersFor(aClient(t, test.capacity, test.states)); got != test.want {
			t.Errorf("%s: it takes %d callers, want %d", test.name, got, test.want)
		}
	}
	if callersFor(nil) != 0 {
		t.Error("no system needs callers")
	}
}

// TestWhatNobodyDoesIsNotDeclined has a client who waits first for what he does himself, for what
// another one does, or for what nobody does.
func TestWhatNobodyDoesIsNotDeclined(t *testing.T) {
	for _, test := range []struct {
		name, states string
		want         bool
	}{
		{"a message that nobody sends", "state 0\n  tau -1 0 -> 1\nstate 1\n  receive 0 -1 -> 0\n", false},
		{"a close that never comes", "state 0\n  tau -1 0 -> 1\nstate 1\n  receive-closed 0 0 -> 0\n", false},
		{"a message that another call sends", "state 0\n  tau -1 0 -> 1\n  tau -1 0 -> 2\nstate 1\n  receive 0 -1 -> 0\nstate 2\n  send 0 0 -> 0\n", true},
		{"a receiver who never comes", "state 0\n  tau -1 0 -> 1\nstate 1\n  send 0 0 -> 0\n", false},
		{"a message that one sends only after he got one", "state 0\n  tau -1 0 -> 1\nstate 1\n  receive 0 -1 -> 2\nstate 2\n  send 0 0 -> 0\n", false},
		{"a lock", "state 0\n  tau -1 0 -> 1\nstate 1\n  lock 1 0 -> 2\nstate 2\n  unlock 1 0 -> 0\n", true},
	} {
		sys := aClient(t, "0", test.states)
		sys.Families = []model.Family{{Name: "F", Members: []int{1, 2}}}
		root := model.Automaton{Name: "p", States: []model.State{{}, {}, {}}}
		for i := range 2 {
			root.States[i].Transitions = []model.Transition{{Kind: model.Spawn, To: i + 1}}
		}
		sys.Processes = []model.Automaton{root, sys.Processes[0], sys.Processes[0]}
		letCallersWait(sys)
		declines := false
		last := sys.Processes[1].States[1].Transitions
		for _, step := range last {
			declines = declines || step.Kind == model.Tau && step.To == 0
		}
		if declines != test.want {
			t.Errorf("%s: it can be declined: %t", test.name, declines)
		}
	}
}

package chancheck

import (
	"testing"

	"github.com/chancheck/chancheck/model"
)

// TestSemaphoresAreReceivedFromByThoseWhoHaveSent has a client of a channel with room for one, who
// may return with a slot, or doesn't.
func TestSemaphoresAreReceivedFromByThoseWhoHaveSent(t *testing.T) {
	const takes = "state 0\n  tau -1 0 -> 1\nstate 1\n  send 0 0 -> 2\nstate 2\n"
	for _, test := range []struct {
		name, capacity, states string
		isSemaphore, isKept    bool
	}{
		{"one who gives it back", "1", takes + "  receive 0 -1 -> 0\n", true, false},
		{"one who may not", "1", takes + "  tau -1 0 -> 0\n  receive 0 -1 -> 0\n", true, true},
		{"nobody who receives", "1", takes + "  tau -1 0 -> 0\n", false, false},
		{"one who takes two and gives back one", "2", takes + "  send 0 0 -> 3\nstate 3\n  receive 0 -1 -> 4\nstate 4\n  receive 0 -1 -> 0\n", false, false},
		{"others who receive", "1", "state 0\n  tau -1 0 -> 1\n  receive 0 -1 -> 0\nstate 1\n  send 0 0 -> 0\n", false, false},
		{"a rendezvous", "0", takes + "  tau -1 0 -> 0\n", false, false},
		{"one who closes it", "1", takes + "  close 0 0 -> 0\n", false, false},
	} {
		sys := aClient(t, test.capacity, test.states)
		if got := takingIn(sys)[0] == model.Send; got != test.isSemaphore {
			t.Errorf("%s: it is a semaphore: %t", test.name, got)
		}
		if got := keepsSlots(sys); got != test.isKept {
			t.Errorf("%s: a slot is kept: %t", test.name, got)
		}
	}
}

// TestSlotsAreHeldAsLocksAre follows who has a slot.
func TestSlotsAreHeldAsLocksAre(t *testing.T) {
	sys := aClient(t, "1", "state 0\n  send 0 0 -> 1\nstate 1\n  receive 0 -1 -> 0\n")
	taken := takingIn(sys)
	send, receive := &sys.Processes[0].States[0].Transitions[0], &sys.Processes[0].States[1].Transitions[0]
	if !taken.has(send) || !taken.takes(send) || taken.gives(send) || !taken.gives(receive) || taken.takes(receive) {
		t.Error("a send takes a slot, a receive gives it back")
	}
	if (taking{}).has(send) || (taking{}).gives(receive) {
		t.Error("a channel that is no semaphore has slots")
	}
	if object, ok := taken.at(sys, 0, 0); !ok || object != 0 {
		t.Errorf("one waits for %d: %t", object, ok)
	}
	waits := &model.State{Transitions: []model.Transition{*send, {Kind: model.Tau, Object: -1, To: 0}}}
	if !taken.isOnly(waits) {
		t.Error("to decline is to wait for something else")
	}
	waits.Transitions[1].To = 1
	if taken.isOnly(waits) {
		t.Error("what the world makes ready isn't seen")
	}
}

// TestFilledChannelsAreSemaphores the other way round: who receives takes a token.
func TestFilledChannelsAreSemaphores(t *testing.T) {
	const takes = "state 0\n  tau -1 0 -> 1\nstate 1\n  receive 0 -1 -> 2\nstate 2\n"
	for _, test := range []struct {
		name, makes, states string
		isSemaphore, isKept bool
	}{
		{"one who gives it back", "send", takes + "  send 0 0 -> 0\n", true, false},
		{"one who may not", "send", takes + "  tau -1 0 -> 0\n  send 0 0 -> 0\n", true, true},
		{"nobody who gives one back", "send", takes + "  tau -1 0 -> 0\n", false, false},
		{"one who gives what he hasn't taken", "send", "state 0\n  tau -1 0 -> 1\n  send 0 0 -> 0\nstate 1\n  receive 0 -1 -> 0\n", false, false},
		{"one who closes it", "send", takes + "  close 0 0 -> 0\n", false, false},
		{"one that is empty at first", "tau", takes + "  tau -1 0 -> 0\n  send 0 0 -> 0\n", false, false},
	} {
		sys := aClient(t, "1", test.states)
		first := model.Transition{Kind: model.Send, Site: line(9), To: 1}
		if test.makes == "tau" {
			first = model.Transition{Kind: model.Tau, Object: -1, To: 1}
		}
		sys.Processes = append([]model.Automaton{{States: []model.State{{Transitions: []model.Transition{first}}, {}}}}, sys.Processes...)
		if got := takingIn(sys)[0] == model.Receive; got != test.isSemaphore {
			t.Errorf("%s: it is a semaphore: %t", test.name, got)
		}
		if got := keepsSlots(sys); got != test.isKept {
			t.Errorf("%s: a token is kept: %t", test.name, got)
		}
	}
}

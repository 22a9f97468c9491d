package model

import "testing"

// TestDoubtExitsPutsAChoiceBefore each end of the program, and nowhere else.
func TestDoubtExitsPutsAChoiceBefore(t *testing.T) {
	sys := &System{Processes: []Automaton{
		{States: []State{{Transitions: []Transition{{Kind: Exit, Object: -1, To: 1}}}, {}}},
		{States: []State{{Transitions: []Transition{{Kind: Exit, Object: -1, To: 1, Text: "panic"}}}, {}}},
	}}
	shared := sys.Processes[0].States[0].Transitions
	sys.DoubtExits("a doubt")
	if got := len(sys.Processes[1].States); got != 2 {
		t.Errorf("who panics has %d states", got)
	}
	if shared[0].Kind != Exit {
		t.Error("the transitions of others were changed")
	}
	states := sys.Processes[0].States
	var ends, stays int
	for _, choice := range states[0].Transitions {
		if choice.Kind != Tau || choice.Doubt != "a doubt" {
			t.Fatalf("%+v is no choice in doubt", choice)
		}
		switch next := states[choice.To].Transitions; {
		case len(next) == 0:
			stays++
		case len(next) == 1 && next[0].Kind == Exit && next[0].To == 1:
			ends++
		}
	}
	if ends != 1 || stays != 1 {
		t.Errorf("%d ways end the program, %d don't", ends, stays)
	}
	if err := sys.Validate(); err != nil {
		t.Error(err)
	}
}

package model

import "testing"

// TestPresumeGrantsSomeSteps and leaves the others, and the system itself, as they are.
func TestPresumeGrantsSomeSteps(t *testing.T) {
	steps := []Transition{{Kind: Tau, To: 0, Doubt: "granted"}, {Kind: Tau, To: 0, Doubt: "not"}, {Kind: Tau, To: 0}}
	sys := &System{Processes: []Automaton{{States: []State{{Transitions: steps}, {Transitions: steps[1:]}}}}}
	presumed := sys.Presume(func(doubt string) bool { return doubt == "granted" || doubt == "" })
	if got := presumed.Processes[0].States[0].Transitions; got[0].Doubt != "" || got[1].Doubt != "not" || len(got) != 3 {
		t.Errorf("the steps are %+v", got)
	}
	if steps[0].Doubt != "granted" {
		t.Error("the system itself is changed")
	}
	if sys.Presume(func(string) bool { return false }) != nil {
		t.Error("nothing is granted, and the system is another one")
	}
}
